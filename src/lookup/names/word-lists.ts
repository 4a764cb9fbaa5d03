import type { Language } from './language.ts';

const spellings = new WeakMap<Language, ReadonlyMap<string, readonly string[]>>();

const countries = new WeakMap<Language, ReadonlySet<string>>();

/** Returns the top-level domains of the countries where a language is spoken most. */
export function countriesOf(language: Language): ReadonlySet<string> {
  const known = countries.get(language) ?? new Set(readWords(language.countries));
  countries.set(language, known);
  return known;
}

/** Returns the names of a language that have spellings of their own. */
export function spellingsIn(language: Language): ReadonlyMap<string, readonly string[]> {
  const known = spellings.get(language) ?? readEntries(language.spellings ?? '');
  spellings.set(language, known);
  return known;
}

/** Reads entries of a word and what belongs to it: `robert bob rob, william bill`. */
export function readEntries(text: string): ReadonlyMap<string, readonly string[]> {
  const entries = text.split(',').map(readWords);
  // Arrays made by `slice` take no more room than their elements need.
  return new Map(entries.flatMap((words) => (words[0] === undefined ? [] : [[words[0], words.slice(1)]])));
}

/** Reads words that are separated by white space. */
export function readWords(text: string): readonly string[] {
  return text.split(/\s+/u).filter((word) => word !== '');
}
