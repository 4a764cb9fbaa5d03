import type { Language } from './language.ts';
import { languagesIn, type Script } from './languages.ts';
import { knownName } from './name-index.ts';
import { countriesOf } from './word-lists.ts';

/**
 * What speaks for a language: the country of the domain, letters that few others or not all have, endings in plain letters,
 * which other languages have, too, and frequent names.
 */
const evidence = { country: 1.6, sign: 2, plainSign: 1.2, name: 1.5 } as const;

/** Less than this is no evidence: one frequent name may occur in any language. */
const leastEvidence = 1.3;

/**
 * Returns the language of the words of a script that the words, and the country of the domain, speak for most. Without
 * evidence, the first language of the script; undefined for Latin letters.
 */
export function languageOf(script: Script, words: readonly string[], country: string): Language | undefined {
  const known = languagesIn(script);
  const special = specialLetters(words);
  const possible = known.filter((language) => hasLetters(language, special));
  const scores = new Map<Language, number>();
  const add = (language: Language, score: number) => {
    if (possible.includes(language)) scores.set(language, (scores.get(language) ?? 0) + score);
  };
  for (const language of possible) {
    if (countriesOf(language).has(country)) add(language, evidence.country);
    const { signs } = language;
    if (signs !== undefined) {
      for (const word of words)
        if (signs.test(word) && !isOnlyElsewhere(word, language)) add(language, signIn(word));
    }
  }
  for (const word of words.flatMap(namesIn)) {
    const { given, family } = knownName(word);
    for (const list of [given, family])
      for (const language of list) add(language, evidence.name / Math.sqrt(list.length));
  }
  let best: { language: Language; score: number } | undefined;
  for (const language of possible) {
    const score = scores.get(language) ?? 0;
    if (score > (best?.score ?? leastEvidence)) best = { language, score };
  }
  return best?.language ?? (script === 'latin' ? undefined : known[0]);
}

function signIn(word: string): number {
  return /^[a-z-]*$/.test(word) ? evidence.plainSign : evidence.sign;
}

/** True for a frequent name of other languages: "Chris" is no sign of Greek, although it ends as many Greek names do. */
function isOnlyElsewhere(word: string, language: Language): boolean {
  const { given, family } = knownName(word);
  return given.length + family.length > 0 && !given.includes(language) && !family.includes(language);
}

/** "anna-maria", or "anna" and "maria" if that is no frequent name. */
function namesIn(word: string): readonly string[] {
  const { given, family } = knownName(word);
  return given.length + family.length > 0 ? [word] : word.split('-');
}

/** Letters that say nothing: of some, the capitals are those of others. */
const plainLetters = /[a-z0-9ıßſ-]|\u0307/gu;

/** Returns the letters of words that not every language has. */
function specialLetters(words: readonly string[]): readonly string[] {
  return [...new Set(words.join('').replace(plainLetters, ''))];
}

function hasLetters({ marks, foreignLetters }: Language, special: readonly string[]): boolean {
  if (special.length === 0) return true;
  if (foreignLetters !== undefined && special.some((letter) => foreignLetters.test(letter))) return false;
  return marks === undefined || special.every((letter) => marks.includes(letter));
}
