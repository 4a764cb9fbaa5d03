import { onFirstUse } from '../../first-use.ts';
import type { Language } from './language.ts';
import { allLanguages } from './languages.ts';
import { withoutMarks } from './transliteration.ts';
import { readWords } from './word-lists.ts';
import { WordTable } from './word-table.ts';

/** The languages in which a word is a frequent given or family name. */
interface KnownName {
  readonly given: readonly Language[];
  readonly family: readonly Language[];
}

interface Found {
  readonly given: Language[];
  readonly family: Language[];
}

const nothing: KnownName = { given: [], family: [] };

/** Scripts whose letters with marks may be typed without them. In others, marks are vowels, or letters of their own. */
const hasMarks = /^[\p{Script=Latin}\p{Script=Greek}-]+$/u;

const index = onFirstUse(() => {
  const names = new Map<string, Found>();
  for (const language of allLanguages()) {
    for (const kind of ['given', 'family'] as const) {
      for (const word of readWords(language[kind] ?? '')) {
        const key = hasMarks.test(word) ? bareName(word) : word;
        const found = names.get(key) ?? { given: [], family: [] };
        if (!found[kind].includes(language)) found[kind].push(language);
        names.set(key, found);
      }
    }
  }
  // Thousands of words are names of few sets of languages: those of the same languages share one object.
  const shared = new Map<string, KnownName>();
  const lists = new Map<string, readonly Language[]>();
  return new WordTable(new Map([...names].map(([word, found]) => [word, sharedName(found, shared, lists)])));
});

function sharedName(
  { given, family }: Found,
  shared: Map<string, KnownName>,
  lists: Map<string, readonly Language[]>,
): KnownName {
  const keys = [given, family].map((list) => list.map(({ id }) => id).join(' '));
  const key = keys.join(',');
  const [givenKey = '', familyKey = ''] = keys;
  const known = shared.get(key) ?? {
    given: sharedList(given, givenKey, lists),
    family: sharedList(family, familyKey, lists),
  };
  shared.set(key, known);
  return known;
}

function sharedList(
  list: readonly Language[],
  key: string,
  lists: Map<string, readonly Language[]>,
): readonly Language[] {
  const known = lists.get(key) ?? list.slice();
  lists.set(key, known);
  return known;
}

/** Returns where a word is a frequent name. Marks do not matter. */
export function knownName(word: string): KnownName {
  return index().get(bareName(word)) ?? index().get(word) ?? nothing;
}

const special: Readonly<Record<string, string>> = {
  ...{ ł: 'l', đ: 'd', ø: 'o', æ: 'ae', ß: 'ss', ı: 'i', ð: 'd', þ: 'th', œ: 'oe', ə: 'a' },
};

/** Returns a word as the lists of names have it. */
function bareName(word: string): string {
  return withoutMarks(word).replace(/[łđøæßıðþœə]/gu, (letter) => special[letter] ?? letter);
}

/**
 * Returns whether a word is a frequent given name, and no frequent family name: of the language, or of any other if it is
 * no name of the language.
 */
export function isGivenOnly(word: string, language: Language): boolean {
  const { given, family } = namesFor(word, language);
  return given && !family;
}

/** The same for a frequent family name that is no frequent given name. */
export function isFamilyOnly(word: string, language: Language): boolean {
  const { given, family } = namesFor(word, language);
  return family && !given;
}

function namesFor(word: string, language: Language): { readonly given: boolean; readonly family: boolean } {
  if (isPairOfGivenNames(word)) return { given: true, family: false };
  const { given, family } = knownName(word);
  const own = { given: given.includes(language), family: isFamilyIn(word, language) };
  return own.given || own.family ? own : { given: given.length > 0, family: family.length > 0 };
}

/** "jukka-pekka": a hyphen between two given names, of which the first is no family name. */
function isPairOfGivenNames(word: string): boolean {
  const [one, other, ...more] = word.split('-').map(knownName);
  if (one === undefined || other === undefined || more.length > 0 || knownName(word) !== nothing)
    return false;
  return one.given.length > 0 && one.family.length === 0 && other.given.length > 0;
}

/** Returns whether a word is a frequent given name of the language, or of any if the language is not known. */
export function isGivenIn(word: string, language: Language): boolean {
  const { given } = knownName(word);
  return language.id === 'unknown' ? given.length > 0 : given.includes(language);
}

/** Returns whether a word is a frequent family name of the language, or ends as only those do, or of any if the language is not known. */
export function isFamilyIn(word: string, language: Language): boolean {
  const { given, family } = knownName(word);
  if (language.id === 'unknown') return family.length > 0;
  const hasEnding = language.familyEndings?.test(word) === true;
  return family.includes(language) || (hasEnding && given.length === 0);
}
