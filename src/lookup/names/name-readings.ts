import type { Language } from './language.ts';
import type { NameFields, Word } from './name-fields.ts';
import { isFamilyIn, isFamilyOnly, isGivenIn, isGivenOnly, knownName } from './name-index.ts';
import { particles } from './particles.ts';
import { asciiOf } from './transliteration.ts';
import type { Weighted } from './weighted.ts';

/** A family name and the particles before it: van der | Berg. */
export interface FamilyName {
  readonly particles: readonly string[];
  readonly core: string;
}

/** One way to read a name. */
export interface NameReading {
  /** At least one word. */
  readonly given: readonly string[];
  /** At least one name. */
  readonly family: readonly FamilyName[];
  /** True if the person has a single name, which is then both given and family name. */
  readonly single: boolean;
}

/** Readings less likely than this are left out. */
const leastShare = 0.04;

/** Odds that the fields, or the words of a field, are in the other order, before anything speaks for it. */
const swapOdds = { separate: 0.008, whole: 0.03, familyFirst: 4 } as const;

/** How much a frequent name in an unusual place changes these odds. */
const nameFactor = 15;
const capitalFactor = 60;

/** Returns the ways to read the words of a name, the most likely first. None if there are no words. */
export function readingsOf(
  fields: NameFields,
  languages: readonly Language[],
): readonly Weighted<NameReading>[] {
  const [language] = languages;
  const first = withoutPatronymics(fields.areSeparate ? fields.first : apart(fields.first), languages);
  const { last } = fields;
  const all = [...first, ...last];
  if (language === undefined || all.length === 0) return [];
  if (all.length === 1 || last.length + first.length === 1) return [only(singleName(all))];
  if (!fields.areSeparate) return normalized(wholeReadings(all, language));
  if (fields.isCertain) return [only(reading(first, last))];
  const odds = swapOdds.separate * swapFactor(first, last, language);
  const share = odds / (1 + odds);
  return normalized([
    { value: reading(first, last), weight: 1 - share },
    { value: reading(last, first), weight: share },
  ]);
}

/** How much more likely it is that `one` is the family name and `other` the given name than the other way round. */
function swapFactor(one: readonly Word[], other: readonly Word[], language: Language): number {
  const kinds = (words: readonly Word[]) => ({
    given: words.some(({ text }) => isGivenOnly(text, language)),
    family: words.some(({ text }) => isFamilyOnly(text, language)),
    isCapital: words.every(({ isCapital }) => isCapital),
    hasSmall: words.some(({ hasSmall }) => hasSmall),
  });
  const [left, right] = [kinds(one), kinds(other)];
  let factor = language.familyFirst ? swapOdds.familyFirst : 1;
  if (left.family) factor *= nameFactor;
  if (right.given) factor *= nameFactor;
  if (left.given) factor /= nameFactor;
  if (right.family) factor /= nameFactor;
  if (left.isCapital && right.hasSmall) factor *= capitalFactor;
  if (right.isCapital && left.hasSmall) factor /= capitalFactor;
  return factor;
}

/** Returns the readings of words in one field, in either order. */
function wholeReadings(words: readonly Word[], language: Language): readonly Reading[] {
  const capital = words.filter(({ isCapital }) => isCapital);
  if (capital.length > 0 && capital.length < words.length)
    return [
      {
        value: reading(
          words.filter(({ isCapital }) => !isCapital),
          capital,
        ),
        weight: 1,
      },
    ];
  const head = words.slice(0, 1);
  const tail = words.slice(1);
  const lastWord = words.slice(-1);
  const odds = swapOdds.whole * swapFactor(head, lastWord, language) * (language.familyFirst ? 8 : 1);
  const share = odds / (1 + odds);
  return [
    ...givenFirst(words, language).map(({ value, weight }) => ({ value, weight: weight * (1 - share) })),
    { value: reading(tail, head), weight: share },
  ];
}

interface Reading {
  readonly value: NameReading;
  readonly weight: number;
}

/** Returns the readings in which the given name comes first. */
function givenFirst(words: readonly Word[], language: Language): readonly Reading[] {
  const end = words.length - 1;
  const at = (index: number) => words[index]?.text ?? '';
  const split = (count: number) => reading(words.slice(0, count), words.slice(count));
  // "Carmen Cheung Sze Wing": a family name before given names that follow it.
  if (language.familyFirst && end > 1 && isFamilyIn(at(1), language) && !isFamilyIn(at(end), language))
    return [{ value: reading(words.slice(0, 1), words.slice(1, 2)), weight: 1 }];
  const particle = words.findIndex(({ text }, index) => index > 0 && index < end && isParticle(text));
  let count = 1;
  const limit = particle === -1 ? end : particle;
  while (count < limit && (isInitial(at(count)) || isGivenIn(at(count), language))) count += 1;
  const others = (particle === -1 ? end : particle) - count;
  const maxFamily = language.familyNameCount ?? 1;
  if (others <= 0) return [{ value: split(Math.min(count, end)), weight: 1 }];
  if (maxFamily > 1) return [{ value: split(count), weight: 1 }];
  // Words in the middle are further given names, or the first of two family names.
  const middle = particle === -1 ? end : particle;
  const share = words.slice(count, middle).some(({ text }) => isFamilyOnly(text, language)) ? 0.75 : 0.22;
  return [
    { value: split(middle), weight: 1 - share },
    { value: split(count), weight: share },
  ];
}

/** Splits a Chinese, Japanese or Korean name that is written without a space: the family name comes first. */
function apart(words: readonly Word[]): readonly Word[] {
  const [word, ...others] = words;
  if (word === undefined || others.length > 0) return words;
  if (!/^(?:\p{Script=Han}{2,5}|\p{Script=Hangul}{2,4})$/u.test(word.text)) return words;
  const letters = Array.from(word.text);
  const length = [3, 2, 1].find(
    (count) => count < letters.length && knownName(letters.slice(0, count).join('')).family.length > 0,
  );
  const part = (from: number, to?: number): Word => ({
    text: letters.slice(from, to).join(''),
    isCapital: false,
    hasSmall: false,
  });
  return [part(0, length ?? 1), part(length ?? 1)];
}

function withoutPatronymics(words: readonly Word[], languages: readonly Language[]): readonly Word[] {
  const kept = words.filter(
    ({ text }) => !languages.some(({ patronymics }) => patronymics?.test(text) === true),
  );
  return kept.length > 0 && words.length > 1 ? kept : words;
}

function only(value: NameReading): Weighted<NameReading> {
  return { value, weight: 1, choices: [] };
}

function normalized(readings: readonly Reading[]): readonly Weighted<NameReading>[] {
  const kept = readings.filter(({ weight }) => weight >= leastShare);
  const total = kept.reduce((sum, { weight }) => sum + weight, 0);
  return kept
    .map((one) => ({ value: one.value, weight: one.weight / total, choices: [] }))
    .toSorted((one, other) => other.weight - one.weight);
}

function singleName(words: readonly Word[]): NameReading {
  return { ...reading(words, words), single: true };
}

function reading(given: readonly Word[], family: readonly Word[]): NameReading {
  return {
    given: given.map(({ text }) => text),
    family: familyNames(family.map(({ text }) => text)),
    single: false,
  };
}

/** Treats a particle with a hyphen ("al-rashid") like one with a space. */
function familyNames(words: readonly string[]): readonly FamilyName[] {
  const names: FamilyName[] = [];
  let leading: string[] = [];
  const last = words.length - 1;
  for (const [index, word] of words.entries()) {
    const pieces = word.split('-');
    while (pieces.length > 1 && isParticle(pieces[0] ?? '')) leading.push(pieces.shift() ?? '');
    const core = pieces.join('-');
    if (index < last && isParticle(core)) leading.push(core);
    else {
      names.push({ particles: leading, core });
      leading = [];
    }
  }
  return names;
}

function isParticle(word: string): boolean {
  return Object.hasOwn(particles, asciiOf(word) ?? '');
}

function isInitial(word: string): boolean {
  return word.length === 1;
}
