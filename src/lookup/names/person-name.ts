import { toAscii } from '../../address/domain.ts';
import type { LookupRow } from '../../resources.ts';
import { particles } from './particles.ts';
import { suffixes, titles } from './titles.ts';
import { asciiOf, scriptOf, type WrittenName } from './transliteration.ts';

/** A family name and the particles before it: van der | Berg. */
export interface FamilyName {
  readonly particles: readonly string[];
  readonly core: string;
}

/** The parts of a person's name. Words are in lower case and NFC, and hold letters, marks, digits and hyphens. */
export interface PersonName extends WrittenName {
  /** At least one word. */
  readonly given: readonly string[];
  /** At least one name. */
  readonly family: readonly FamilyName[];
  /** True if the person has a single name, which is then both given and family name. */
  readonly single: boolean;
}

/** Apostrophes, and other characters that people type for them. */
const apostrophes = /['’‘‛`´ʹʻʼʽʾʿ′‵＇ˈ]\s*/gu;
const hyphens = /\s*[\p{Pd}\u2212]+\s*/gu;

/** A short form or a former name given beside the name: Robert (Bob), William "Bill". */
const asides = /\([^()]*\)|\[[^[\]]*\]|"[^"]*"|“[^“”„]*[”“]|„[^“”„]*[”“]|«[^«»]*»/gu;

/** Further words are ignored: each multiplies the number of spellings. */
const maxWords = 8;

/** Longer fields are cut off, in characters. */
const maxFieldLength = 255;

/**
 * Splits a name into its parts. Removes titles, degrees and asides, and separates particles from the names that
 * follow. Returns undefined for a name without letters, of several scripts, or of a script without a rule.
 */
export function readName(row: LookupRow): PersonName | undefined {
  const first = wordsOf(row.first_name);
  const last = wordsOf(row.last_name);
  const given = first.length > 0 ? first : last;
  const family = last.length > 0 ? last : first;
  const text = [...given, ...family].join(' ');
  const script = scriptOf(text);
  if (given.length === 0 || script === undefined) return undefined;
  return {
    script,
    text,
    country: countryOf(row.domain),
    given,
    family: familyNames(family),
    single: given.join(' ') === family.join(' '),
  };
}

function wordsOf(field: string): string[] {
  const short = field.slice(0, maxFieldLength);
  const text = short.replace(apostrophes, '').normalize('NFKC').toLowerCase().normalize('NFC');
  const withoutAsides = text.replace(asides, ' ');
  const bare = hasLetters(withoutAsides) ? withoutAsides : text;
  const [beforeComma = '', ...rest] = bare.split(/[,;]/u);
  const tokens = (hasLetters(beforeComma) ? beforeComma : rest.join(' ')).replace(hyphens, '-').split(/\s+/u);
  return withoutTitles(tokens)
    .flatMap((token) => token.split(/[./&_+]/u))
    .map(bareWord)
    .filter((word) => word !== '')
    .slice(0, maxWords);
}

/** Never removes the only word left: it is the name, even if it looks like a title. */
function withoutTitles(tokens: readonly string[]): string[] {
  // "Dr.Ann" is two words, "Ph.D." is one.
  const words = tokens
    .flatMap((token) => (isAffix(token) ? [token] : token.split(/(?<=\.)(?=[^.]{2,})/u)))
    .filter(hasLetters);
  while (words.length > 1 && titles.has(lettersOf(words[0] ?? ''))) words.shift();
  while (words.length > 1 && suffixes.has(lettersOf(words.at(-1) ?? ''))) words.pop();
  return words;
}

function isAffix(token: string): boolean {
  const letters = lettersOf(token);
  return titles.has(letters) || suffixes.has(letters);
}

function lettersOf(token: string): string {
  return asciiOf(token.replace(/[.-]/gu, '')) ?? '';
}

function hasLetters(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

function bareWord(word: string): string {
  return word.replace(/[^\p{L}\p{M}\p{N}-]/gu, '').replace(/^[\p{M}-]+|-+$/gu, '');
}

/** Treats a particle with a hyphen ("al-rashid") like one with a space. */
function familyNames(words: readonly string[]): FamilyName[] {
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

function countryOf(domain: string): string {
  return toAscii(domain.trim().slice(0, maxFieldLength))?.split('.').at(-1) ?? '';
}
