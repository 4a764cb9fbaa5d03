import type { Script } from './languages.ts';
import { asciiOf } from './transliteration.ts';

/** The letters of each script that has rules. Signs and marks of all scripts are among them. */
const scripts: readonly (readonly [Script, RegExp])[] = [
  ['latin', /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]+$/u],
  ['cyrillic', /^[\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]+$/u],
  ['greek', /^[\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]+$/u],
  ['georgian', /^[\p{Script=Georgian}\p{Script=Common}\p{Script=Inherited}]+$/u],
  ['armenian', /^[\p{Script=Armenian}\p{Script=Common}\p{Script=Inherited}]+$/u],
  ['hangul', /^[\p{Script=Hangul}\p{Script=Common}\p{Script=Inherited}]+$/u],
  ['han', /^[\p{Script=Han}\p{Script=Common}\p{Script=Inherited}]+$/u],
  ['kana', /^[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}]+$/u],
  // Japanese given names such as まり子.
  ['han', /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Common}\p{Script=Inherited}]+$/u],
  ['devanagari', /^[\p{Script=Devanagari}\p{Script=Common}\p{Script=Inherited}]+$/u],
  ['bengali', /^[\p{Script=Bengali}\p{Script=Common}\p{Script=Inherited}]+$/u],
  ['gurmukhi', /^[\p{Script=Gurmukhi}\p{Script=Common}\p{Script=Inherited}]+$/u],
  ['gujarati', /^[\p{Script=Gujarati}\p{Script=Common}\p{Script=Inherited}]+$/u],
  ['tamil', /^[\p{Script=Tamil}\p{Script=Common}\p{Script=Inherited}]+$/u],
  ['telugu', /^[\p{Script=Telugu}\p{Script=Common}\p{Script=Inherited}]+$/u],
  ['kannada', /^[\p{Script=Kannada}\p{Script=Common}\p{Script=Inherited}]+$/u],
  ['malayalam', /^[\p{Script=Malayalam}\p{Script=Common}\p{Script=Inherited}]+$/u],
  ['sinhala', /^[\p{Script=Sinhala}\p{Script=Common}\p{Script=Inherited}]+$/u],
  ['thai', /^[\p{Script=Thai}\p{Script=Common}\p{Script=Inherited}]+$/u],
  ['lao', /^[\p{Script=Lao}\p{Script=Common}\p{Script=Inherited}]+$/u],
  ['khmer', /^[\p{Script=Khmer}\p{Script=Common}\p{Script=Inherited}]+$/u],
  ['myanmar', /^[\p{Script=Myanmar}\p{Script=Common}\p{Script=Inherited}]+$/u],
  ['ethiopic', /^[\p{Script=Ethiopic}\p{Script=Common}\p{Script=Inherited}]+$/u],
  ['arabic', /^[\p{Script=Arabic}\p{Script=Common}\p{Script=Inherited}]+$/u],
  ['hebrew', /^[\p{Script=Hebrew}\p{Script=Common}\p{Script=Inherited}]+$/u],
];

const pairsIn = (text: string) => text.split(' ').map((pair) => Array.from(pair));

/** Latin letters, each with the one of another script that looks the same, small or as a capital. */
const lookalikes = {
  cyrillic: pairsIn('aа bв cс eе hн iі jј kк mм oо pр sѕ tт xх yу'),
  greek: pairsIn('aα bβ eε zζ hη iι kκ mμ nν oο pρ tτ yυ xχ'),
} as const;

/**
 * Returns the script of a lower-case word: if it has letters of several, that of most letters, the first of them if two
 * have as many. Undefined if the word has no letters of a script that has rules, or is in Latin letters without
 * a plain spelling.
 */
export function scriptOf(word: string): Script | undefined {
  const script = wholeScriptOf(word);
  if (script !== undefined) return script === 'latin' && asciiOf(word) === undefined ? undefined : script;
  return mostLettersOf(word);
}

/** Replaces the letters of a word that were typed on another keyboard: a Latin a in a Cyrillic name, and the reverse. */
export function withoutLookalikes(word: string): string {
  if (wholeScriptOf(word) !== undefined) return word;
  const own = ownLettersIn(mostLettersOf(word));
  const replaced = Array.from(word, (letter) => own.get(letter) ?? letter).join('');
  return wholeScriptOf(replaced) === undefined ? word : replaced;
}

/** Returns the letters of a script by those of others that look the same. */
function ownLettersIn(script: Script | undefined): ReadonlyMap<string, string> {
  const { cyrillic, greek } = lookalikes;
  const own = new Map<string, string>();
  if (script === 'cyrillic' || script === 'greek')
    for (const [latin = '', letter = ''] of lookalikes[script]) own.set(latin, letter);
  if (script === 'latin')
    for (const [latin = '', letter = ''] of [...cyrillic, ...greek]) own.set(letter, latin);
  return own;
}

function wholeScriptOf(word: string): Script | undefined {
  return scripts.find(([, letters]) => letters.test(word))?.[0];
}

function mostLettersOf(word: string): Script | undefined {
  const counts = new Map<Script, number>();
  for (const letter of word.match(/\p{L}/gu) ?? []) {
    const script = wholeScriptOf(letter);
    if (script !== undefined) counts.set(script, (counts.get(script) ?? 0) + 1);
  }
  return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0];
}
