import { toAscii } from '../../address/domain.ts';
import type { LookupRow } from '../../resources.ts';
import { generationOf } from './affixes/suffixes.ts';
import type { Language } from './language.ts';
import { languagesIn, type Script } from './languages.ts';
import { maxFieldLength, type NameFields, readFields, type Word } from './name-fields.ts';
import { languageOf, otherLanguageOf } from './name-language.ts';
import { type NameReading, readingsOf } from './name-readings.ts';
import { areOneArabicName } from './scripts/arabic-words.ts';
import { areOneEthiopicName } from './scripts/ethiopic.ts';
import { unknownLatin } from './unknown-latin.ts';
import type { Weighted } from './weighted.ts';
import { scriptOf, withoutLookalikes } from './word-scripts.ts';

/** The name of a person, and the ways to read it. Words are in lower case and NFC. */
export interface PersonName {
  /** All words, in the order of the fields: equal for equal names. */
  readonly text: string;
  /** Top-level domain of the company, or an empty string. */
  readonly country: string;
  /** The languages by whose rules the name is written: one for each script. */
  readonly languages: readonly Language[];
  /** At least one. Their weights add up to one. */
  readonly readings: readonly Weighted<NameReading>[];
  /** A form of the given name that stands in brackets or quotation marks beside it. */
  readonly aside: string | undefined;
  /** Words in which an elision was joined to the next word, and how they are written with the apostrophe: o'malley. */
  readonly elided: ReadonlyMap<string, string>;
  /** Whether a family name of one letter was written without a dot, so that it may be whole: Xi E. */
  readonly hasLetterName: boolean;
  /** Which of several people of the name it is: "Jr." */
  readonly generation: string | undefined;
  /** The same name by the rules of another language that it may be of, and how likely that is. */
  readonly alternative: { readonly name: PersonName; readonly share: number } | undefined;
}

/**
 * Reads the name of a row. Removes titles, degrees and asides, and tells given names, family names and particles apart.
 * Returns undefined for a name without letters, or of scripts without a rule. A word that cannot be read, or not to its
 * end, leaves the others, and its first letter, to make addresses of.
 */
export function readName(row: LookupRow): PersonName | undefined {
  const fields = ownLetters(
    readFields(row.first_name.slice(0, maxFieldLength), row.last_name.slice(0, maxFieldLength)),
  );
  const words = [...fields.first, ...fields.last].map(({ text }) => text);
  const country = countryOf(row.domain);
  const languages = languagesOf(words, country);
  if (words.length === 0 || languages === undefined) return undefined;
  const readings = readingsOf(fields, languages);
  if (readings.length === 0) return undefined;
  const generation = generationOf(row.first_name, row.last_name);
  const { aside } = fields;
  const name = {
    text: words.join(' '),
    country,
    languages,
    readings,
    aside,
    elided: elidedIn(row.last_name),
    hasLetterName: /^\s*\p{L}\p{M}*\s*$/u.test(row.last_name.normalize('NFKC')),
    generation,
    alternative: undefined,
  };
  const other = otherLanguage(words, languages, country);
  if (other === undefined) return name;
  const { language, share } = other;
  const alternative = { ...name, languages: [language], readings: readingsOf(fields, [language]) };
  return { ...name, alternative: { name: alternative, share } };
}

const elision = /(?<!\p{L})(o|[dlm]|[dns]ell|dall|sant)['’‘‛`´ʼ]\s*([a-z]{2,})/giu;

function elidedIn(field: string): ReadonlyMap<string, string> {
  const found = field.slice(0, maxFieldLength).normalize('NFKC').toLowerCase().matchAll(elision);
  return new Map(
    Array.from(found, ([, particle = '', name = '']) => [particle + name, `${particle}'${name}`]),
  );
}

/** Returns another language that all words may be of. */
function otherLanguage(words: readonly string[], languages: readonly Language[], country: string) {
  const [language, ...others] = languages;
  if (language === undefined || others.length > 0 || !languagesIn('han').includes(language)) return undefined;
  return otherLanguageOf(words, language, country);
}

/** Replaces letters of other scripts that look like those of their word, and joins Arabic and Ethiopic words that are one name. */
function ownLetters(fields: NameFields): NameFields {
  const [first, last] = [fields.first, fields.last].map((words) =>
    joined(words.map((word) => ({ ...word, text: withoutLookalikes(word.text) }))),
  );
  return { ...fields, first: first ?? [], last: last ?? [] };
}

function joined(words: readonly Word[]): readonly Word[] {
  const names: Word[] = [];
  for (const word of words) {
    const previous = names.at(-1);
    if (previous !== undefined && areOneName(previous.text, word.text))
      names[names.length - 1] = { ...previous, text: previous.text + word.text };
    else names.push(word);
  }
  return names;
}

function areOneName(word: string, next: string): boolean {
  return areOneArabicName(word, next) || areOneEthiopicName(word, next);
}

/** Returns the language of each script of the words, or undefined if no word can be read. */
function languagesOf(words: readonly string[], country: string): readonly Language[] | undefined {
  const byScript = new Map<Script, string[]>();
  for (const word of words) {
    const script = scriptOf(word);
    if (script !== undefined) byScript.set(script, [...(byScript.get(script) ?? []), word]);
  }
  if (byScript.size === 0 || !words.some((word) => /\p{L}/u.test(word))) return undefined;
  return [...byScript].map(([script, own]) => {
    return languageOf(script, own, country) ?? unknownLatin;
  });
}

function countryOf(domain: string): string {
  return toAscii(domain.trim().slice(0, maxFieldLength))?.split('.').at(-1) ?? '';
}
