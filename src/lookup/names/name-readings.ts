import { devotionChance, devotionEnd } from './affixes/devotions.ts';
import { type FamilyName, familyNames } from './affixes/family-names.ts';
import { isParticle } from './affixes/particles.ts';
import type { Language } from './language.ts';
import { isCompound, isCompoundFirst } from './lead-names.ts';
import type { NameFields, Word } from './name-fields.ts';
import { isFamilyIn, isFamilyOnly, isGivenIn, isGivenOnly, knownName } from './name-index.ts';
import { asciiOf } from './transliteration.ts';
import type { Weighted } from './weighted.ts';

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
const swapOdds = { separate: 0.008, whole: 0.03, listedFamilyFirst: 0.15, familyFirst: 4 } as const;

/** How much a frequent name in an unusual place changes these odds. */
const nameFactor = 15;
/** The same for a frequent name of another language, or of one whose family names are other people's given names. */
const weakNameFactor = 3;
/** The same for an ending that only family names have: Иванова Мария. */
const endingFactor = 60;
const genitiveFactor = 400;
const capitalFactor = 60;

/** Returns the ways to read the words of a name, the most likely first. None if there are no words. */
export function readingsOf(
  fields: NameFields,
  languages: readonly Language[],
): readonly Weighted<NameReading>[] {
  const readings = readingsWithFather(fields, languages);
  const givenAlone = readingOfGivenAlone([...fields.first, ...fields.last], languages[0]);
  if (givenAlone === undefined) return readings;
  return normalized([
    ...scaled(readings, 1 - givenAloneShare),
    { value: givenAlone, weight: givenAloneShare },
  ]);
}

function readingsWithFather(
  fields: NameFields,
  languages: readonly Language[],
): readonly Weighted<NameReading>[] {
  const [language] = languages;
  const { last, areSeparate } = fields;
  const words = withoutFather(
    areSeparate ? fields.first : apart(fields.first, language),
    areSeparate ? 1 : 2,
  );
  const first = withoutPatronymics(words, languages, areSeparate ? 2 : 3);
  const all = [...first, ...last];
  if (language === undefined || all.length === 0) return [];
  if (all.length === 1 || last.length + first.length === 1) return [only(singleName(all))];
  if (!fields.areSeparate) return normalized(wholeReadings(all, language));
  if (fields.isCertain) return certainReadings(first, last, language);
  const odds = swapOdds.separate * swapFactor(first, last, language);
  const share = odds / (1 + odds);
  return normalized([
    { value: reading(first, last), weight: 1 - share },
    { value: reading(last, first), weight: share },
  ]);
}

/** The share of people with two given names and a father's name whose address has the given names alone. */
const givenAloneShare = 0.16;

/** Returns the reading of "Nurul Izzah binti Anwar" without the father's name. Undefined for other names. */
function readingOfGivenAlone(
  words: readonly Word[],
  language: Language | undefined,
): NameReading | undefined {
  const at = words.findIndex(({ text }) => language?.fatherWords?.test(text) === true);
  return at === 2 ? reading(words.slice(0, 1), words.slice(1, 2)) : undefined;
}

/** "Cheung Man Yuk, Maggie" has a name for each language. */
function certainReadings(
  first: readonly Word[],
  last: readonly Word[],
  language: Language,
): readonly Weighted<NameReading>[] {
  const [head, ...tail] = last;
  if (language.familyFirst !== true || head === undefined || tail.length === 0)
    return [only(reading(first, last))];
  return normalized([
    { value: reading(first, [head]), weight: 0.6 },
    { value: reading(tail, [head]), weight: 0.4 },
  ]);
}

/** How much more likely it is that `one` is the family name and `other` the given name than the other way round. */
function swapFactor(one: readonly Word[], other: readonly Word[], language: Language): number {
  const kinds = (words: readonly Word[]) => ({
    given: Math.max(...words.map(({ text }) => factorOf(isGivenOnly(text, language), text, language))),
    family: Math.max(...words.map(({ text }) => factorOf(isFamilyOnly(text, language), text, language))),
    isCapital: words.every(({ isCapital }) => isCapital),
    hasSmall: words.some(({ hasSmall }) => hasSmall),
  });
  const [left, right] = [kinds(one), kinds(other)];
  let factor = language.familyFirst ? swapOdds.familyFirst : 1;
  factor *= (left.family * right.given) / (left.given * right.family);
  if (left.isCapital && right.hasSmall) factor *= capitalFactor;
  if (right.isCapital && left.hasSmall) factor /= capitalFactor;
  return factor;
}

function factorOf(isOne: boolean, word: string, language: Language): number {
  if (!isOne) return 1;
  // Where fathers' names are family names, their ending is the only sign, but a certain one.
  if (language.sharesNames === true && language.familyEndings?.test(word) === true) return genitiveFactor;
  if (language.familyEndings?.test(word) === true && knownName(word).given.length === 0) return endingFactor;
  const isOwn = isGivenIn(word, language) || isFamilyIn(word, language);
  return isOwn && language.sharesNames !== true ? nameFactor : weakNameFactor;
}

/** Returns the readings of words in one field, in either order. */
function wholeReadings(words: readonly Word[], language: Language): readonly Reading[] {
  const capital = words.filter(({ isCapital }) => isCapital);
  const twoNamed = readingsOfTwoNames(words, language) ?? readingsOfWesternNameLast(words, language);
  if (twoNamed !== undefined) return twoNamed;
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
  const particleFirst = readingsWithParticleFirst(words, language);
  if (particleFirst !== undefined) return particleFirst;
  const final = words.length - 1 - words.findLastIndex(({ text }) => !isInitialIn(text, language));
  if (final > 0 && final < words.length) {
    const readings = withFinalInitials(words.slice(0, -final), words.slice(-final), language);
    if (readings.length > 0) return readings;
  }
  const head = words.slice(0, 1);
  const tail = words.slice(1);
  const lastWord = words.slice(-1);
  const base = language.listedFamilyFirst ? swapOdds.listedFamilyFirst : swapOdds.whole;
  const odds =
    base *
    swapFactor(head, lastWord, language) *
    (language.familyFirst ? (language.wholeOrderOdds ?? 8) * edgeFactor(words, language) : 1);
  const isInOrder =
    head.every(({ text }) => isInitial(text)) || (tail.length > 1 && beginsFamily(tail, language));
  const share = isInOrder ? 0 : odds / (1 + odds);
  return [
    ...scaled(givenFirst(words, language), 1 - share),
    {
      value: hasTwoFamilyNames(words, language)
        ? reading(words.slice(2), words.slice(0, 2))
        : reading(tail, head),
      weight: share,
    },
  ];
}

/**
 * Returns the readings of a name with a Western and an own given name, and the family name in capitals: "Peter LAU Siu-wai",
 * "LAU Siu-wai Peter". Undefined for other names.
 */
function readingsOfTwoNames(words: readonly Word[], language: Language): readonly Reading[] | undefined {
  if (language.familyFirst !== true) return undefined;
  const at = words.findIndex(({ isCapital }) => isCapital);
  const family = words.filter(({ isCapital }) => isCapital);
  if (family.length !== 1 || words.length < 3) return undefined;
  const isWestern = ({ text }: Word) => !isGivenIn(text, language) && knownName(text).given.length > 0;
  const westernAt = at === 0 ? words.length - 1 : at - 1;
  const western = words[westernAt];
  if (western === undefined || !isWestern(western) || (at !== 0 && at === words.length - 1)) return undefined;
  const own = words.filter((_, index) => index !== at && index !== westernAt);
  return family[0] && withWesternName(western, own, family[0]);
}

/** Languages whose speakers often have an English name beside their own. */
const hasEnglishNames = /^(?:chinese|cantonese|taiwanese|korean-latin)$/u;

/** Returns the readings of "Cheung Wai Yan Vivian". Undefined for other names. */
function readingsOfWesternNameLast(
  words: readonly Word[],
  language: Language,
): readonly Reading[] | undefined {
  const [family, ...given] = words;
  const western = given.at(-1);
  if (!hasEnglishNames.test(language.id) || family === undefined || western === undefined) return undefined;
  if (given.length < 3 || !isFamilyIn(family.text, language) || isFamilyIn(western.text, language))
    return undefined;
  const isEnglish = knownName(western.text).given.some(({ id }) => id === 'english');
  return isEnglish ? withWesternName(western, given.slice(0, -1), family) : undefined;
}

function withWesternName(western: Word, own: readonly Word[], family: Word): readonly Reading[] {
  return [
    { value: reading([western], [family]), weight: 0.68 },
    { value: reading(own, [family]), weight: 0.32 },
  ];
}

/** Particles that hardly begin a given name. */
const familyParticle =
  /^(?:de|di|del|della|dello|dei|degli|dal|dalla|da|dos|do|du|van|von|vom|zu|zum|zur|vander|vanden|ter|ten|le|la|lo)$/u;

/** Returns whether words begin with a particle that begins family names in the language. */
function beginsFamily([first]: readonly Word[], language: Language): boolean {
  return (
    language.familyFirst !== true &&
    first !== undefined &&
    familyParticle.test(first.text) &&
    !isGivenIn(first.text, language)
  );
}

/** The odds that such a particle begins the family name, before anything speaks for it. */
const particleFirstOdds = 6;

/** Returns the readings of "De Angelis Niccolò", and of "La Toya Jackson". Undefined for other names. */
function readingsWithParticleFirst(
  words: readonly Word[],
  language: Language,
): readonly Reading[] | undefined {
  const core = words.findIndex(({ text }, index) => index > 0 && !isParticle(text));
  if (core < 1 || core > words.length - 2 || !beginsFamily(words, language)) return undefined;
  const end = core + (hasSecondFamilyName(words.slice(core + 1), language) ? 2 : 1);
  const [begin, rest] = [words.slice(0, end), words.slice(end)];
  const odds = particleFirstOdds * swapFactor(begin.slice(-1), rest, language);
  const share = odds / (1 + odds);
  const given = { ...reading(begin, rest), given: [begin.map(({ text }) => text).join('')] };
  return [
    { value: reading(rest, begin), weight: share },
    { value: given, weight: 1 - share },
  ];
}

/** Returns whether the words behind a family name begin with one more: "De la Cruz Pérez Juan". */
function hasSecondFamilyName([next, ...others]: readonly Word[], language: Language): boolean {
  const isFamily = next !== undefined && isFamilyIn(next.text, language) && !isGivenIn(next.text, language);
  return isFamily && others.length > 0 && (language.familyNameCount ?? 1) > 1;
}

/** Where few family names are in use, only one end of a name is among them: Hoàng Ngọc Châu. */
function edgeFactor(words: readonly Word[], language: Language): number {
  const isFamilyAt = (index: number) => isFamilyIn(words.at(index)?.text ?? '', language);
  if (isFamilyAt(0) === isFamilyAt(-1)) return 1;
  return isFamilyAt(0) ? 6 : 1 / 6;
}

/** "Kovácsné Tóth Éva" */
function hasTwoFamilyNames(words: readonly Word[], language: Language): boolean {
  const at = (index: number) => words[index]?.text ?? '';
  return (
    language.familyNameCount !== undefined &&
    words.length > 2 &&
    isFamilyIn(at(1), language) &&
    isGivenIn(at(2), language)
  );
}

/** The share of names such as "Thomas Kurian K." in which the initial is no part of addresses. */
const droppedInitialShare = 0.65;

/**
 * Returns the readings of names with initials behind them, of the father's or the family's name: "Shivakumar H R",
 * "Kshitij K.C.". None for a name such as "Ann B.".
 */
function withFinalInitials(
  names: readonly Word[],
  initials: readonly Word[],
  language: Language,
): readonly Reading[] {
  const own: Reading = { value: reading(names, initials), weight: 1 };
  if (names.filter(({ text }) => !isInitial(text)).length > 1)
    return [
      ...scaled(wholeReadings(names, language), droppedInitialShare),
      ...scaled([own], 1 - droppedInitialShare),
    ];
  return language.fatherInitials === true || initials.length > 1 ? [own] : [];
}

function scaled(readings: readonly Reading[], factor: number): readonly Reading[] {
  return readings.map(({ value, weight }) => ({ value, weight: weight * factor }));
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
  const isWestern =
    language.familyFirst === true && !isFamilyIn(at(0), language) && knownName(at(0)).given.length > 0;
  if (isWestern && end > 1 && isFamilyIn(at(1), language) && !isFamilyIn(at(end), language))
    return [{ value: reading(words.slice(0, 1), words.slice(1, 2)), weight: 1 }];
  const least = Math.max(devotionEnd(words), isCompound(at(0), at(1)) && end > 1 ? 2 : 1);
  const devout = least > 1 ? devotionChance(words, least) : 1;
  const particle = words.findIndex((word, index) => index >= least && index < end && isSmallParticle(word));
  const limit = particle === -1 ? end : particle;
  // Words in the middle are further given names, or the first of several family names.
  const readings: Reading[] = devout < 1 ? [{ value: split(1), weight: 1 - devout }] : [];
  let rest = devout;
  for (let count = least; count < limit; count += 1) {
    const chance = isCompoundFirst(at(count - 1))
      ? 1
      : furtherGivenChance(at(count), language, limit - count);
    readings.push({ value: split(count), weight: rest * (1 - chance) });
    rest *= chance;
  }
  return [...readings, { value: split(Math.min(Math.max(limit, least), end)), weight: rest }];
}

/** Returns how likely a word behind a given name is one more. `others`: how many words there are before the last one. */
function furtherGivenChance(word: string, language: Language, others: number): number {
  if (isInitialIn(word, language)) return 1;
  const hasTwoFamilies = (language.familyNameCount ?? 1) > 1;
  const isGiven = isGivenIn(word, language);
  const isFamily = isFamilyIn(word, language);
  if (isGiven && hasTwoFamilies && language.sharesNames) return isFamily ? 0.15 : 0.4;
  if (isGiven) return isFamily && hasTwoFamilies ? 0.6 : 1;
  if (isFamily) return hasTwoFamilies ? 0 : 0.25;
  if (!hasTwoFamilies) return isFamilyOnly(word, language) ? 0.25 : 0.78;
  if (isGivenOnly(word, language)) return 0.6;
  return others > 1 ? 0.4 : 0.12;
}

/** Splits a Chinese, Japanese or Korean name that is written without a space: the family name comes first. */
function apart(words: readonly Word[], language: Language | undefined): readonly Word[] {
  const [word, ...others] = words;
  if (word === undefined || others.length > 0) return words;
  const known = language?.wordsOf?.(word.text);
  if (known !== undefined) return known.map((text) => ({ text, isCapital: false, hasSmall: false }));
  if (!/^(?:\p{Script=Han}{2,5}|\p{Script=Hangul}{2,4})$/u.test(word.text)) return words;
  const letters = Array.from(word.text);
  const isFamily = (name: string) => language !== undefined && knownName(name).family.includes(language);
  const length = [3, 2, 1].find(
    (count) => count < letters.length && isFamily(letters.slice(0, count).join('')),
  );
  const part = (from: number, to?: number): Word => ({
    text: letters.slice(from, to).join(''),
    isCapital: false,
    hasSmall: false,
  });
  return [part(0, length ?? 1), part(length ?? 1)];
}

/** "Son of" and "daughter of", behind the father's name, in Turkic languages. */
const childWord =
  /^(?:o[gğ]lu|ogl[iy]|o[gʻ]{1,3}li|q[iı]z[iı]|gizi|kizi|kyzy|uulu|о[гғ]л[иыу]|ў[гғ]ли|угли|[кқ][иыі]з[иыі]|уулу)$/u;

/** Returns "Quliyev Rəşad" for "Quliyev Rəşad Tofiq oğlu". Keeps at least `least` words. */
function withoutFather(words: readonly Word[], least: number): readonly Word[] {
  const hasFather = words.length > least + 1 && childWord.test(words.at(-1)?.text ?? '');
  return hasFather ? words.slice(0, -2) : words;
}

/**
 * Removes the father's name behind a given name. It may be the family name instead: Roman Abramovich. `least`: how many words
 * the name has at least with it.
 */
function withoutPatronymics(
  words: readonly Word[],
  languages: readonly Language[],
  least: number,
): readonly Word[] {
  if (words.length < least) return words;
  const isGiven = (index: number) => languages.some((one) => isGivenIn(words[index]?.text ?? '', one));
  const found = words.flatMap(({ text }, index) =>
    index > 0 && languages.some(({ patronymics }) => patronymics?.test(text) === true) ? [index] : [],
  );
  const father = found.find((index) => isGiven(index - 1)) ?? found[0];
  return words.filter((_, index) => index !== father);
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
    family: familyNames(joinedInitials(family.map(({ text }) => text))),
    single: false,
  };
}

function isInitialIn(word: string, { letterName }: Language): boolean {
  return isInitial(word) && asciiOf(word) !== letterName;
}

/** "K. C." is one name. */
function joinedInitials(words: readonly string[]): readonly string[] {
  return words.length > 1 && words.every(isInitial) ? [words.join('')] : words;
}

/** The D of "H. D. Gowda" is an initial, and so is that of "A. D. Silva". */
function isSmallParticle({ text, hasSmall }: Word): boolean {
  return isParticle(text) && (hasSmall || !/^[a-np-z]$/u.test(text));
}

function isInitial(word: string): boolean {
  return word.length === 1 && !/[\p{Script=Han}\p{Script=Hangul}]/u.test(word);
}
