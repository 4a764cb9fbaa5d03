import type { NameForm } from '../patterns.ts';
import { familyForms } from './family-forms.ts';
import { givenForms } from './given-forms.ts';
import type { Language } from './language.ts';
import { isFamilyOnly, knownName } from './name-index.ts';
import type { NameReading } from './name-readings.ts';
import type { PersonName } from './person-name.ts';
import type { Gender } from './short-forms.ts';
import {
  apostropheWeights,
  fatherInitialWeights,
  middleInitialsShare,
  singleNameWeights,
} from './spelling-weights.ts';
import { type Transliterate, transliterationsOf } from './transliteration.ts';
import { unknownLatin } from './unknown-latin.ts';
import { chooseByName, combine, likeliest, type Weighted } from './weighted.ts';

/** One way to spell a name. */
export type Spelling = Weighted<NameForm>;

/** Limits the work: names of many parts have thousands of forms, and the rare ones are not worth a question. */
const maxForms = 14;
const maxSpellings = 72;

/**
 * Returns the ways to spell a name in an address. They differ in which word is which name, in transliteration, hyphens,
 * particles, double and middle names, and short forms. The weights add up to at most one; rare ones are left out.
 */
export function spellingsOf(name: PersonName): readonly Spelling[] {
  const own = ownSpellings(name);
  const { alternative } = name;
  if (alternative === undefined) return own;
  const others = ownSpellings(alternative.name);
  // One of the languages may lack a character.
  if (!others.some(isWhole)) return own;
  const share = own.some(isWhole) ? alternative.share : 1;
  return [...own.map((form) => scaled(form, 1 - share)), ...others.map((form) => scaled(form, share))];
}

function isWhole({ value: { given, family } }: Spelling): boolean {
  return /^[\0-\x7F]+$/.test(given) && /^[\0-\x7F]+$/.test(family);
}

function ownSpellings(name: PersonName): readonly Spelling[] {
  const words = [
    ...new Set(
      name.readings.flatMap(({ value: { given, family } }) => [
        ...given,
        ...family.flatMap(({ particles, core }) => [...particles, core]),
      ]),
    ),
  ];
  const letters = transliterationsOf(name.aside === undefined ? words : [...words, name.aside], name);
  const written = name.elided.size === 0 ? letters : combine(letters, apostrophes(name), withApostrophes);
  const all = written.flatMap((transliteration) =>
    name.readings.flatMap((reading) =>
      combine(
        [{ ...transliteration, weight: transliteration.weight * reading.weight }],
        formsOf(reading.value, name, transliteration.value),
        (_, form) => form,
      ),
    ),
  );
  return likeliest(maxSpellings, all);
}

function apostrophes({ elided }: PersonName) {
  return chooseByName('apostrophe', apostropheWeights, { dropped: new Map<string, string>(), kept: elided });
}

function withApostrophes(write: Transliterate, elided: ReadonlyMap<string, string>): Transliterate {
  return (word) => elided.get(word) ?? write(word);
}

function formsOf(reading: NameReading, name: PersonName, transliterate: Transliterate): readonly Spelling[] {
  const language = name.languages[0] ?? unknownLatin;
  const initials = fatherInitialForms(reading, language, transliterate);
  if (initials === undefined) return ownForms(reading, name, transliterate);
  if (language.fatherInitials === true) return initials;
  return [
    ...initials.map((form) => scaled(form, unknownFatherInitialShare)),
    ...ownForms(reading, name, transliterate).map((form) => scaled(form, 1 - unknownFatherInitialShare)),
  ];
}

/** How often an initial stands for the father's name where the language is not known. */
const unknownFatherInitialShare = 0.6;

/** Returns the forms of a name whose initials, if it has any, are those of the person's own names. */
function ownForms(
  reading: NameReading,
  { languages, aside, hasLetterName }: PersonName,
  transliterate: Transliterate,
): readonly Spelling[] {
  const language = languages[0] ?? unknownLatin;
  const given = likeliest(
    maxForms,
    givenForms({ words: reading.given, language, aside, gender: genderOf(reading, language) }, transliterate),
  );
  if (reading.single) return singleForms(given);
  const family = likeliest(maxForms, familyForms(reading.family, language, transliterate));
  const forms = combine(given, family, ({ text, initials: letters }, surname) => ({
    given: text,
    initials: letters,
    family: surname,
    ...(text === language.letterName || (hasLetterName && surname.length === 1)
      ? { initialIsName: true }
      : {}),
  }));
  if (language.middleInitials !== true || reading.given.length === 0) return forms;
  return [
    ...forms.map((form) => scaled(form, 1 - middleInitialsShare)),
    ...withMiddleInitials(reading, transliterate),
  ];
}

/** Returns whose family name it is, by its ending. */
function genderOf({ family }: NameReading, { genders }: Language): Gender | undefined {
  const last = family.at(-1)?.core ?? '';
  if (genders?.feminine.test(last) === true) return 'feminine';
  return genders?.masculine.test(last) === true ? 'masculine' : undefined;
}

/** A single name stands for the whole address, or in both places of the pattern. */
function singleForms(given: readonly Weighted<{ text: string; initials: string }>[]): readonly Spelling[] {
  const once = chooseByName('single-name', singleNameWeights, { once: true, twice: false });
  return combine(given, once, ({ text, initials }, isWhole) => ({
    given: text,
    initials,
    family: text,
    isWhole,
  }));
}

/** Returns the forms of a name of which one side is only initials of the father's name. Undefined for other names. */
function fatherInitialForms(
  { given, family }: NameReading,
  language: Language,
  transliterate: Transliterate,
): readonly Spelling[] | undefined {
  const left = given.map(transliterate);
  const right = family.map(({ particles, core }) => transliterate([...particles, core].join('')));
  const isShort = (words: readonly string[]) => words.every((word) => word.length < 3);
  if (isShort(left) === isShort(right)) return undefined;
  const [initials, names] = isShort(left) ? [left, right] : [right, left];
  const isOne = family.every(({ particles, core }) => particles.length === 0 && !core.includes('-'));
  if (
    language.fatherInitials !== true &&
    !(language === unknownLatin && isOne && areInitialsOfUnknown(initials, names))
  )
    return undefined;
  // "R. Sharma"
  if (isShort(left) && family.every(({ core }) => isFamilyOnly(core, language))) return undefined;
  const [letters, name] = isShort(left) ? [left.join(''), [right.join('')]] : [right.join(''), left];
  const forms = likeliest(
    maxForms,
    givenForms({ words: name, language, aside: undefined, gender: undefined }, (word) => word),
  );
  return combine(
    forms,
    chooseByName('father-initials', fatherInitialWeights[isShort(left) ? 'leading' : 'trailing'], {
      behind: 'behind',
      before: 'before',
      dropped: 'dropped',
    }),
    ({ text, initials: own }, place): NameForm => {
      // The name itself is never shortened beside initials: flast makes viswanathanv or vviswanathan of it.
      if (place === 'behind')
        return {
          given: text,
          initials: text,
          family: letters,
          familyInitials: letters,
          initialIsName: true,
        };
      if (place === 'before') return { given: letters, initials: letters, family: text, initialIsName: true };
      return { given: text, initials: own, family: text, isWhole: true };
    },
  );
}

/** Returns whether a name has one word that is frequent nowhere, and one letter: mostly of southern India or Mongolia. */
function areInitialsOfUnknown(
  initials: readonly string[],
  [name = '', ...others]: readonly string[],
): boolean {
  const { given, family } = knownName(name);
  return initials.join('').length === 1 && others.length + given.length + family.length === 0;
}

/** "annv" for Nguyễn Văn An, in every pattern. */
function withMiddleInitials(
  { given, family }: NameReading,
  transliterate: Transliterate,
): readonly Spelling[] {
  const names = given.map(transliterate);
  const last = names.at(-1) ?? '';
  const own = family.map(({ core }) => transliterate(core).slice(0, 1)).join('');
  const middle = names
    .slice(0, -1)
    .map((word) => word.slice(0, 1))
    .join('');
  const text = last + own + middle;
  return [
    {
      value: { given: text, initials: text, family: text, isWhole: true },
      weight: middleInitialsShare,
      choices: [{ group: 'middle-initials', option: 'behind', share: middleInitialsShare }],
    },
  ];
}

function scaled(form: Spelling, factor: number): Spelling {
  return { ...form, weight: form.weight * factor };
}
