import type { Language, LetterTable } from './language.ts';

const countries = new WeakMap<Language, ReadonlySet<string>>();

/** Returns the top-level domains of the countries where a language is spoken most. */
export function countriesOf(language: Language): ReadonlySet<string> {
  const known = countries.get(language) ?? new Set(readWords(language.countries));
  countries.set(language, known);
  return known;
}

/** Returns the spellings of a word, the most common first. Undefined unless the language has some of its own for it. */
export function spellingsIn({ spellings = '' }: Language, word: string): readonly string[] | undefined {
  if (word === '') return undefined;
  // An index would take more memory than all the texts do, and these are searched in microseconds.
  for (let at = spellings.indexOf(word); at !== -1; at = spellings.indexOf(word, at + 1)) {
    const end = at + word.length;
    if (!/^[\s,]?$/u.test(spellings.charAt(end)) || !isEntryStart(spellings, at)) continue;
    const next = spellings.indexOf(',', end);
    return readWords(spellings.slice(end, next === -1 ? undefined : next));
  }
  return undefined;
}

function isEntryStart(text: string, at: number): boolean {
  let before = at - 1;
  while (/\s/u.test(text.charAt(before))) before -= 1;
  return before < 0 || text.charAt(before) === ',';
}

/** Reads entries of a word and what belongs to it: `robert bob rob, william bill`. */
export function readEntries(text: string): ReadonlyMap<string, readonly string[]> {
  const entries = text.split(',').map(readWords);
  // Arrays made by `slice` take no more room than their elements need.
  return new Map(entries.flatMap((words) => (words[0] === undefined ? [] : [[words[0], words.slice(1)]])));
}

/** Reads a table of letters, each followed by what is written for it, if anything: `ж zh, ь, ч ch`. */
export function readLetters(text: string): LetterTable {
  return Object.fromEntries(Array.from(readEntries(text), ([letters, [latin = '']]) => [letters, latin]));
}

/** Reads words that are separated by white space. */
export function readWords(text: string): readonly string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}
