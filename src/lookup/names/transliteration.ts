import {
  type CyrillicAlphabet,
  cyrillicAlphabets,
  type Romanization,
  ukrainianBesidesRussian,
} from './cyrillic-letters.ts';
import { greekRomanizations } from './greek-letters.ts';
import { digraphUmlautWeights, latinLetters, letterGroups, plainUmlautWeights } from './latin-letters.ts';
import { digraphUmlautCountries, plainUmlautCountries, plainUmlautNames } from './name-hints.ts';
import { type Choice, choose, combine, type Weighted } from './weighted.ts';

export type Script = 'latin' | 'cyrillic' | 'greek';

/** A name, as far as its letters matter. */
export interface WrittenName {
  readonly script: Script;
  /** All words of the name, in lower case and NFC. They hint at its language. */
  readonly text: string;
  /** Top-level domain of the company, or an empty string. */
  readonly country: string;
}

/** Writes a lower-case word in ASCII letters, digits and hyphens. */
export type Transliterate = (word: string) => string;

type LetterGroup = keyof typeof letterGroups;

const scripts: readonly (readonly [Script, RegExp])[] = [
  ['latin', /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u],
  ['cyrillic', /^[\p{Script=Cyrillic}\p{Script=Common}\p{Script=Inherited}]*$/u],
  ['greek', /^[\p{Script=Greek}\p{Script=Common}\p{Script=Inherited}]*$/u],
];

/** Returns the script of a text, or undefined if it mixes scripts or has a letter without a rule. */
export function scriptOf(text: string): Script | undefined {
  const script = scripts.find(([, letters]) => letters.test(text))?.[0];
  const first = script && transliterationsOf({ script, text, country: '' })[0];
  return first && /^[a-z0-9 -]*[a-z][a-z0-9 -]*$/.test(writeWords(first.value, text)) ? script : undefined;
}

/** Returns a Latin text in ASCII, with the plain spelling of each letter, or undefined if a letter has none. */
export function asciiOf(text: string): string | undefined {
  const ascii = writeLatin(text, () => 1);
  return /^[a-z0-9-]*$/.test(ascii) ? ascii : undefined;
}

/** Returns the ways to transliterate a name. Each writes the same letter alike throughout the name. */
export function transliterationsOf(name: WrittenName): readonly Weighted<Transliterate>[] {
  switch (name.script) {
    case 'latin':
      return latinTransliterations(name);
    case 'cyrillic':
      return romanized('cyrillic', alphabetOf(name).romanizations);
    case 'greek':
      return romanized('greek', greekRomanizations);
  }
}

function latinTransliterations(name: WrittenName): readonly Weighted<Transliterate>[] {
  const present = new Set<LetterGroup>();
  for (const letter of name.text) {
    const spelling = spellingOf(letter);
    if (typeof spelling === 'object') present.add(spelling.group);
  }
  let options: readonly Weighted<ReadonlyMap<LetterGroup, number>>[] = [
    { value: new Map(), weight: 1, choices: [] },
  ];
  for (const group of present) {
    const choices = choose(group, letterChoice(group, name));
    options = combine(options, choices, (picked, option) => new Map([...picked, [group, option]]));
  }
  return options.map((option) => ({
    ...option,
    value: (word: string) => writeLatin(word, (group) => option.value.get(group) ?? 0),
  }));
}

function letterChoice(group: LetterGroup, name: WrittenName): readonly Choice<number>[] {
  const { options, weights } = letterGroups[group];
  const shares = group === 'umlaut' ? umlautWeights(name) : weights;
  return options.map((option, index) => ({ option, value: index, weight: shares[index] ?? 0 }));
}

function umlautWeights({ text, country }: WrittenName): readonly number[] {
  if (plainUmlautCountries.has(country)) return plainUmlautWeights;
  if (digraphUmlautCountries.has(country)) return digraphUmlautWeights;
  return plainUmlautNames.test(text) ? plainUmlautWeights : letterGroups.umlaut.weights;
}

function writeLatin(word: string, optionOf: (group: LetterGroup) => number): string {
  const write = (letter: string): string => {
    const spelling = spellingOf(letter);
    if (typeof spelling === 'string') return spelling;
    if (spelling !== undefined) return spelling.spellings[optionOf(spelling.group)] ?? '';
    const pieces = withoutMarks(letter);
    return pieces === letter ? letter : Array.from(pieces, write).join('');
  };
  return Array.from(word, write).join('');
}

function spellingOf(letter: string) {
  return Object.hasOwn(latinLetters, letter) ? latinLetters[letter] : undefined;
}

function romanized(
  script: string,
  romanizations: readonly Romanization[],
): readonly Weighted<Transliterate>[] {
  const choices = romanizations.map((value) => ({ option: value.id, value, weight: value.weight }));
  return choose(script, choices).map((choice) => ({
    ...choice,
    value: (word) => romanize(word, choice.value),
  }));
}

function romanize(word: string, { letters, groups }: Romanization): string {
  const write = (letter: string): string => {
    if (Object.hasOwn(letters, letter)) return letters[letter] ?? '';
    const bare = withoutMarks(letter);
    return bare === letter ? letter : (letters[bare] ?? letter);
  };
  return word
    .split('-')
    .map((part) => {
      const grouped = groups.reduce((text, [group, latin]) => text.replace(group, latin), withoutTonos(part));
      return Array.from(grouped, write).join('');
    })
    .join('-');
}

/** Removes marks from Greek vowels, as the rules for letter groups expect. Cyrillic й, ё and ї are letters. */
function withoutTonos(word: string): string {
  return /\p{Script=Greek}/u.test(word) ? withoutMarks(word) : word;
}

function withoutMarks(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC');
}

function alphabetOf({ text, country }: WrittenName): CyrillicAlphabet {
  const { ukrainian, russian } = cyrillicAlphabets;
  const alphabets: readonly CyrillicAlphabet[] = Object.values(cyrillicAlphabets);
  return (
    alphabets.find(({ letters }) => letters.test(text)) ??
    (ukrainianBesidesRussian.test(text) ? ukrainian : undefined) ??
    alphabets.find(({ countries }) => countries.includes(country)) ??
    russian
  );
}

function writeWords(transliterate: Transliterate, text: string): string {
  return text.split(' ').map(transliterate).join(' ');
}
