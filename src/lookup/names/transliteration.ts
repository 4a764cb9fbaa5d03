import type { Language, LetterOptions, LetterTable } from './language.ts';
import { germanCountries, halfGermanUmlauts, latinLetters, rareUmlauts, writerOf } from './letters.ts';
import { withSameArabicLetters } from './scripts/arabic-words.ts';
import { unknownLatin } from './unknown-latin.ts';
import { certain, choose, combine, likeliest, type Weighted } from './weighted.ts';
import { spellingsIn } from './word-lists.ts';

/** Writes a lower-case word in ASCII letters, digits and hyphens. */
export type Transliterate = (word: string) => string;

/** Limits the work: names with many letters of several spellings have hundreds of transliterations. */
const maxTransliterations = 12;

/** Each spelling of a word is this much less common than the one before it. */
const spellingRatio = 0.35;

/**
 * Returns the ways to transliterate the words of a name by the rules of the languages that it may be written in. Each
 * writes the same letters alike throughout the name.
 */
export function transliterationsOf(
  words: readonly string[],
  { languages, country }: { readonly languages: readonly Language[]; readonly country: string },
): readonly Weighted<Transliterate>[] {
  const parts = [...new Set(words.flatMap((word) => word.split('-')))];
  const whole = wordSpellings(parts, languages);
  const open = parts.filter((part) => !whole.some(({ value }) => value.has(part)));
  const tables = languages.map(({ letters = {} }) => letters);
  const written = letterSpellings(open, letterChoicesOf(languages, country));
  return likeliest(
    maxTransliterations,
    combine(whole, written, (known, chosen) => transliterateBy(known, [...chosen, ...tables])),
  );
}

/** Returns the ways to write those of the parts that have spellings of their own. */
function wordSpellings(
  parts: readonly string[],
  languages: readonly Language[],
): readonly Weighted<ReadonlyMap<string, string>>[] {
  let known: readonly Weighted<ReadonlyMap<string, string>>[] = [certain(new Map())];
  for (const part of parts) {
    const spellings = spellingsOfPart(part, languages);
    if (spellings.length === 0) continue;
    const total = spellings.reduce((sum, _, index) => sum + spellingRatio ** index, 0);
    const alternatives = spellings.map((value, index) => ({
      value,
      weight: spellingRatio ** index / total,
      choices: [],
    }));
    known = likeliest(
      maxTransliterations,
      combine(known, alternatives, (before, spelling) => new Map([...before, [part, spelling]])),
    );
  }
  return known;
}

/** If no language can romanise the whole part, as much of its beginning as one can, for the initial. */
function spellingsOfPart(part: string, languages: readonly Language[]): readonly string[] {
  for (const language of languages) {
    const spellings = spellingsOfWord(part, language);
    if (spellings.length > 0) return spellings;
  }
  for (const { romanize } of languages) {
    const begun = romanize === undefined ? [] : romanizedBeginnings(part, romanize);
    if (begun.length > 0) return begun;
  }
  return [];
}

/** What cannot be read stays as it is, so that no address is made of it. */
function romanizedBeginnings(part: string, romanize: (word: string) => readonly string[]): readonly string[] {
  const letters = Array.from(part);
  for (let count = letters.length - 1; count > 0; count -= 1) {
    const begun = romanize(letters.slice(0, count).join(''));
    if (begun.length > 0) return begun.map((text) => text + letters.slice(count).join(''));
  }
  return [];
}

function spellingsOfWord(part: string, language: Language): readonly string[] {
  return (
    spellingsIn(language, part) ??
    spellingsIn(language, withoutForeignMarks(part)) ??
    language.romanize?.(part) ??
    []
  );
}

/** Languages without umlauts of their own, whose speakers often have names of neighbouring ones. */
const western = /^(?:english|french|italian|irish|afrikaans)$/u;

/** A name of a choice, with its options. */
type LetterChoice = readonly [group: string, options: LetterOptions];

/** Companies of German-speaking countries write ae for ä in names of other languages as well, but not all do. */
function letterChoicesOf(languages: readonly Language[], country: string): readonly LetterChoice[] {
  const own: readonly LetterChoice[] = languages.flatMap(({ id, letterChoices }) =>
    Object.entries(letterChoices ?? (western.test(id) ? (unknownLatin.letterChoices ?? {}) : {})),
  );
  const others = own.filter(([group]) => group !== 'umlaut');
  const isGerman = germanCountries.has(country) && languages.every(({ id }) => id !== 'german');
  if (isGerman) return [['umlaut', halfGermanUmlauts], ...others];
  // Last: Estonian has an ü of its own.
  return others.length < own.length ? own : [...own, ['umlaut', rareUmlauts]];
}

function letterSpellings(
  parts: readonly string[],
  choices: readonly LetterChoice[],
): readonly Weighted<readonly LetterTable[]>[] {
  let tables: readonly Weighted<readonly LetterTable[]>[] = [certain([])];
  for (const [group, options] of choices) {
    if (!isOpen(options, parts)) continue;
    const alternatives = choose(
      group,
      Object.entries(options).map(([option, { share, letters }]) => ({
        option,
        value: letters,
        weight: share,
      })),
    );
    const combined = combine(tables, alternatives, (chosen, table) => [...chosen, table]);
    tables = likeliest(maxTransliterations, combined);
  }
  return tables;
}

/** Returns whether the options write any of the parts in different ways. */
function isOpen(options: LetterOptions, parts: readonly string[]): boolean {
  return Object.values(options).some(({ letters }) => parts.some((part) => writerOf(letters)(part) !== part));
}

function transliterateBy(known: ReadonlyMap<string, string>, tables: readonly LetterTable[]): Transliterate {
  const writers = tables.map(writerOf);
  const write = (part: string) =>
    known.get(part) ?? writeLatin(writers.reduce((text, writer) => writer(text), withoutForeignMarks(part)));
  const written = new Map<string, string>();
  return (word) => {
    const text = written.get(word) ?? word.split('-').map(write).join('-');
    written.set(word, text);
    return text;
  };
}

/** Returns a Latin text in ASCII, with the plain spelling of each letter, or undefined if a letter has none. */
export function asciiOf(text: string): string | undefined {
  const ascii = writeLatin(text);
  return /^[a-z0-9-]*$/.test(ascii) ? ascii : undefined;
}

function writeLatin(word: string): string {
  if (/^[a-z0-9-]*$/.test(word)) return word;
  const write = writerOf(latinLetters);
  return write(withoutMarks(write(word)));
}

/** Removes marks from Greek vowels, as its tables expect, and writes Arabic letters as the lists have them. Cyrillic й, ё and ї are letters. */
function withoutForeignMarks(part: string): string {
  if (/\p{Script=Arabic}/u.test(part)) return withSameArabicLetters(part);
  return /\p{Script=Greek}/u.test(part) ? withoutMarks(part) : part;
}

const isAscii = /^[\0-\x7F]*$/;

/** Returns a text without accents and other marks. */
export function withoutMarks(text: string): string {
  if (isAscii.test(text)) return text;
  return text.normalize('NFKD').replace(/\p{M}/gu, '').normalize('NFC');
}
