import type { Language } from './language.ts';

/** The spellings of each name are kept as one text: of thousands of arrays, few are ever needed. */
const spellings = new WeakMap<Language, ReadonlyMap<string, string>>();

const countries = new WeakMap<Language, ReadonlySet<string>>();

/** Returns the top-level domains of the countries where a language is spoken most. */
export function countriesOf(language: Language): ReadonlySet<string> {
  const known = countries.get(language) ?? new Set(readWords(language.countries));
  countries.set(language, known);
  return known;
}

/** Returns the spellings of a word, the most common first. Undefined unless the language has some of its own for it. */
export function spellingsIn(language: Language, word: string): readonly string[] | undefined {
  const known = spellings.get(language) ?? readTexts(language.spellings ?? '');
  spellings.set(language, known);
  const text = known.get(word);
  return text === undefined ? undefined : readWords(text);
}

function readTexts(text: string): ReadonlyMap<string, string> {
  const entries = text.split(',').map((entry) => entry.trim());
  return new Map(
    entries
      .filter((entry) => entry !== '')
      .map((entry) => {
        const end = entry.search(/\s|$/u);
        return [entry.slice(0, end), entry.slice(end)];
      }),
  );
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
