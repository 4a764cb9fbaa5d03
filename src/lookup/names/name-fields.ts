import { particles } from './affixes/particles.ts';
import {
  isAmbiguousSuffix,
  isAmbiguousTitle,
  isSuffix,
  isTitle,
  isTitleTail,
  withoutJoinedTitle,
} from './affixes/titles.ts';
import { knownName } from './name-index.ts';
import { asciiOf } from './transliteration.ts';

/** A word of a name, in lower case and NFC: letters, marks, digits and hyphens. */
export interface Word {
  readonly text: string;
  /** Whether it was written in capitals only. Never true of single letters. */
  readonly isCapital: boolean;
  /** Whether it was written with a small letter, in a script that has capitals. */
  readonly hasSmall: boolean;
}

/** The words of the two fields of a row, without titles, degrees and asides. */
export interface NameFields {
  readonly first: readonly Word[];
  readonly last: readonly Word[];
  /**
   * Whether the fields tell given and family names apart. If not, all words are in `first`, in the order in which they
   * were written.
   */
  readonly areSeparate: boolean;
  /** Whether a comma behind the family name tells them apart. */
  readonly isCertain: boolean;
  readonly aside: string | undefined;
}

/** Apostrophes, and other characters that people type for them. */
const apostrophes = /['’‘‛`´ʹʻʼʽʾʿ′‵＇ˈ]/gu;

/** An apostrophe behind an elided word, which belongs to the next word: O' Brien, Dell' Acqua. Not Dato' Hassan. */
const elisions = /(?<=(?:^|\s)(?:\p{L}|[dns]ell|dall|sant))['’‘‛`´ʹʻʼʽʾʿ′‵＇ˈ]\s+/giu;
/** In 't Veld: two words that are one particle. */
const contractedArticles = /(?<=(?:^|\s)(?:in|op|aan))\s+['’‘‛`´](?=t\s)/giu;
const hyphens = /\s*[\p{Pd}\u2212]+\s*/gu;

/** A short form or a former name given beside the name: Robert (Bob), William "Bill". */
const asides = /[([]([^()[\]]*)[)\]]|["“„”«]([^"“”„«»]*)["“”»]/gu;

/** A word before a former name: what follows it is no part of the name in use. */
const formerName = /(?<=\s)(?:née|né|nee|geb\.?|roz\.?|os\.|ur\.|z domu|dite?|dite)\s.*$/iu;

/** Further words are ignored: each multiplies the number of spellings. */
const maxWords = 8;

/** Ranks of German nobles, of which some are family names where no "von" or "zu" follows. */
const nobility =
  /^(?:frhr|freiherr|freifrau|freiin|graf|gr(?:ä|ae?)fin|ritter|edler|edle|f(?:ü|ue?)rst(?:in)?|herzog(?:in)?|prinz|prinzessin|baron|baronin)$/u;

/** Longer fields are cut off, in characters. */
export const maxFieldLength = 255;

/** Splits the fields of a row into words. */
export function readFields(firstField: string, lastField: string): NameFields {
  const first = readField(firstField, hasLetters(lastField));
  const last = readField(lastField, false);
  // "Chan" and "Tai Man, Peter"
  const [behind, ...more] = last.after;
  const isName = behind !== undefined && more.length === 0 && knownName(behind.text).given.length > 0;
  if (isName && first.before.length > 0 && first.after.length === 0)
    return readFields(`${firstField} ${lastField}`, '');
  const aside = first.aside ?? last.aside;
  const whole = (words: readonly Word[]): NameFields => ({
    first: words.slice(0, maxWords),
    last: [],
    areSeparate: false,
    isCertain: false,
    aside,
  });
  const separate = (given: readonly Word[], family: readonly Word[], isCertain: boolean): NameFields => ({
    first: given.slice(0, maxWords),
    last: family.slice(0, maxWords),
    areSeparate: true,
    isCertain,
    aside,
  });
  const [one, other] = [first, last].filter(({ before }) => before.length > 0);
  if (one === undefined) return whole([]);
  if (other === undefined) {
    // "Smith, John"
    if (one.after.length > 0)
      return separate(withoutTitles(one.after, 1, 1), withoutTitles(one.before, 1, 1), true);
    return whole(withoutTitles(one.before, 1, 0));
  }
  const given = firstNamesOf(first);
  const family = last.before;
  // The whole name in the first field, and the family name again in the last one.
  const isRepeated = given.length > family.length && textOf(given).endsWith(` ${textOf(family)}`);
  const own = isRepeated ? given.slice(0, given.length - family.length) : given;
  if (textOf(own) === textOf(family)) return whole(own);
  return separate(
    withoutTitles(own, 1, family.length),
    withoutTitles(family, 1, Number.NEGATIVE_INFINITY),
    false,
  );
}

/** In a first field such as "Smith, John", what follows the comma. */
function firstNamesOf({ before, after }: Field): readonly Word[] {
  return after.length > 0 ? after : before;
}

interface Field {
  readonly before: readonly Word[];
  /** Words behind a comma that are neither titles nor particles. */
  readonly after: readonly Word[];
  readonly aside: string | undefined;
}

/** `hasFamily`: whether the family name stands in another field. */
function readField(field: string, hasFamily: boolean): Field {
  const text = field
    .normalize('NFC')
    .replace(elisions, '')
    .replace(contractedArticles, '')
    .replace(apostrophes, '')
    .normalize('NFKC')
    // NFKC makes several letters of some: 株式会社 of ㍿.
    .slice(0, maxFieldLength)
    // Signs of Thai and Lao that NFKC takes apart.
    .replaceAll('\u0E4D\u0E32', '\u0E33')
    .replaceAll('\u0ECD\u0EB2', '\u0EB3')
    .replace(formerName, '');
  const withoutAsides = text.replace(asides, ' ');
  const bare = hasLetters(withoutAsides) ? withoutAsides : text.replace(/[()[\]"“”„«»]/gu, ' ');
  const parts = bare
    .replace(hyphens, '-')
    .split(/[,;،、]/u)
    .map((part) => wordsOf(part, hasFamily))
    .filter((words) => words.length > 0);
  const [before = [], ...others] = parts;
  const behind = others.map((words) => withoutTitles(words, 0, 2)).filter((words) => words.length > 0);
  const aside = hasLetters(withoutAsides) ? asideOf(text, hasFamily) : undefined;
  const [next = [], ...rest] = behind;
  // "Bosch, van den" and "Bosch, van den, Pieter"
  if (next.length > 0 && next.every(({ text: word }) => Object.hasOwn(particles, asciiOf(word) ?? '')))
    return { before: [...next, ...before], after: rest.flat(), aside };
  return { before, after: behind.flat(), aside };
}

/** How people want to be spoken of. */
const pronouns = /^(?:she|he|they|her|him|them|hers|his|ella|elle|sie|er)$/u;

/** Returns the first aside that may be a name. Those behind the whole name mostly say something else: (Sales). */
function asideOf(text: string, hasFamily: boolean): string | undefined {
  for (const found of text.matchAll(asides)) {
    const word = lower((found[1] ?? found[2] ?? '').trim());
    const behind = text.slice(found.index + found[0].length);
    if (!/^\p{L}{2,}$/u.test(word) || isTitle(word) || isSuffix(word) || pronouns.test(word)) continue;
    if (hasFamily || hasLetters(behind) || knownName(word).given.length > 0) return word;
  }
  return undefined;
}

/**
 * Splits text at white space, and at dots between letters: "Dr.Ann" is two words, "Ph.D." is one, "J.R." two initials.
 */
function wordsOf(text: string, hasFamily: boolean): readonly Word[] {
  return withoutJoinedTitle(text.trim())
    .split(/\s+/u)
    .flatMap((token, index, tokens) => {
      // "K.C. Sharma": no degree comes first.
      const isName = index === 0 && (hasFamily || tokens.length > 1) && initials.test(token);
      return isAffix(token) && (!isName || isTitle(withoutDots(token)))
        ? [token]
        : token.split(/(?<=\.)(?=[^.])/u);
    })
    .flatMap((token) => (isAffix(token) || isContracted(token) ? [token] : token.split(/[/&_+]/u)))
    .filter(hasLetters)
    .map(wordOf)
    .filter(({ text: word }) => word !== '');
}

/** W/Mariam for Woldemariam, W/ro for Weyzero (Mrs). Not A/L (son of). */
function isContracted(token: string): boolean {
  return /^(?:\p{L}\/\p{L}{3,}|w\/r[ot]|\p{Script=Ethiopic}\/\p{Script=Ethiopic}{1,2})$/iu.test(token);
}

/** "K.C." */
const initials = /^(?:\p{L}\.){2,}$/u;

function withoutDots(token: string): string {
  return lower(token).replaceAll('.', '');
}

function isAffix(token: string): boolean {
  const letters = lower(token).replace(/[.-]/gu, '');
  return isTitle(letters) || isSuffix(letters) || (isTitleTail(letters) && token.includes('.'));
}

function wordOf(token: string): Word {
  const text = isAffix(token)
    ? lower(token).replace(/[.-]/gu, '')
    : lower(token)
        .replace(/[^\p{L}\p{M}\p{N}-]/gu, '')
        .replace(/^[\p{M}-]+|-+$/gu, '');
  const letters = token.replace(/[^\p{L}]/gu, '');
  const isCapital =
    letters.length > 1 &&
    !token.includes('.') &&
    letters === letters.toUpperCase() &&
    letters !== letters.toLowerCase();
  return { text, isCapital, hasSmall: letters !== letters.toUpperCase() };
}

/**
 * Removes titles and degrees at either end, and keeps at least `least` words. `others` is how many words of the name are
 * elsewhere.
 */
function withoutTitles(words: readonly Word[], least: number, others: number): readonly Word[] {
  let from = 0;
  let to = words.length;
  const textAt = (index: number) => words[index]?.text ?? '';
  const isTitleAt = (index: number): boolean => {
    const text = textAt(index);
    if (index > 0 && index === from && isTitleTail(text)) return true;
    if (text === 'tan' && textAt(index + 1) === 'sri') return true;
    // "Di Pietro Anna"; Austrian engineers write DI.
    if (text === 'di' && words[index]?.hasSmall === true) return false;
    // "Hafiz bin Osman"
    if (isAmbiguousTitle(text) && /^(?:bin|binti|bte|ibn)$/u.test(textAt(index + 1))) return false;
    return isTitle(text) && (!isAmbiguousTitle(text) || to - from + others > 2);
  };
  while (to - from > least && isTitleAt(from)) from += 1;
  const isSuffixAt = (index: number): boolean =>
    isSuffix(textAt(index)) && (!isAmbiguousSuffix(textAt(index)) || to - from + others > 2);
  while (to - from > least && isSuffixAt(to - 1)) to -= 1;
  return withoutFathersTitle(withoutNobility(words.slice(from, to)));
}

/** "Anna Freifrau von Stetten" without her rank. */
function withoutNobility(words: readonly Word[]): readonly Word[] {
  return words.filter(
    ({ text }, index) =>
      !nobility.test(text) || !/^(?:von|vom|zu|zur|zum)$/u.test(words[index + 1]?.text ?? ''),
  );
}

/** "Zulkifli bin Hj. Yusof" without the title of his father. */
function withoutFathersTitle(words: readonly Word[]): readonly Word[] {
  return words.filter(
    ({ text }, index) =>
      index === words.length - 1 ||
      !/^(?:hj|hjh|haji|hajah|dato|datuk|tuan)$/u.test(text) ||
      !/^(?:bin|binti|bte|bt)$/u.test(words[index - 1]?.text ?? ''),
  );
}

function lower(text: string): string {
  return text.toLowerCase().normalize('NFC');
}

function hasLetters(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function textOf(words: readonly Word[]): string {
  return words.map(({ text }) => text).join(' ');
}
