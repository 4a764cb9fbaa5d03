import { particles } from './affixes/particles.ts';
import type { Language, NamesCustom } from './language.ts';
import { leadKind } from './lead-names.ts';
import { type Gender, otherForms, unabbreviated } from './short-forms.ts';
import {
  asideShare,
  droppedInitialsWeights,
  foreignFormFactor,
  fullFormShare,
  givenHyphenWeights,
  givenInitialsShare,
  givenNamesWeights,
  initialsAloneWeights,
  initialsWeights,
  joinedInitialsWeights,
  leadWeights,
  middleInitialWeights,
  ownNameFullFormShare,
  shortFormShare,
  usualShortFormShare,
} from './spelling-weights.ts';
import type { Transliterate } from './transliteration.ts';
import { unknownLatin } from './unknown-latin.ts';
import { certain, chooseByName, combine, type Weighted } from './weighted.ts';

/** One way to write a given name, and the initials that go with it. */
export interface GivenForm {
  readonly text: string;
  readonly initials: string;
}

interface GivenName {
  /** At least one word, in the order in which they were written. */
  readonly words: readonly string[];
  readonly language: Language;
  readonly aside: string | undefined;
  readonly gender: Gender | undefined;
}

/** Returns the ways to write a given name, with or without hyphens and further names, and its short forms. */
export function givenForms(
  { words, language, aside, gender }: GivenName,
  transliterate: Transliterate,
): readonly Weighted<GivenForm>[] {
  const written = words.map(transliterate).filter(hasAsciiText).map(unabbreviated);
  const forms = withOtherForms(exactForms(written, language), language, gender);
  const other = aside === undefined ? '' : transliterate(aside);
  const [full] = forms;
  if (!/^[a-z-]{2,}$/.test(other) || full?.value.text === other) return forms;
  const share = language.asideShare ?? asideShare;
  const others = forms.filter(({ value }) => value.text !== other);
  const left = (1 - share) / others.reduce((sum, { weight }) => sum + weight, 0);
  return [
    ...others.map((form) => ({ ...form, weight: form.weight * left })),
    { value: { text: other, initials: initialOf(other) }, weight: share, choices: [] },
  ];
}

function exactForms(words: readonly string[], language: Language): readonly Weighted<GivenForm>[] {
  const full = inUse(
    words.filter((word) => !isInitial(word, language)),
    language,
  );
  const [first = '', ...others] = full;
  if (full.length === 0) return initialsAlone(words);
  if (words.some((word) => isInitial(word, language))) return withInitials(words, exactForms(full, language));
  if (others.length === 0) return oneName(first, language);
  const lead = leadKind(first, others[0] ?? '', language);
  if (lead === undefined) return severalNames(full, language.givenNames ?? givenNamesWeights, language);
  const names = severalNames(full, leadWeights[lead], unknownLatin);
  if (others.length === 1) return names;
  // "Syed Ali Hassan": the name in use is one of the others, by the rules for these.
  const { last, ...weights } = leadWeights[lead];
  const own = exactForms(withoutParticles(others), language).map((form) => ({
    ...form,
    weight: form.weight * last,
  }));
  return [...severalNames(full, { ...weights, last: 0 }, unknownLatin), ...own];
}

/** Minh Duc for Hoang Minh Duc. */
function inUse(words: readonly string[], { givenNameCount }: Language): readonly string[] {
  return givenNameCount === undefined ? words : words.slice(-givenNameCount);
}

/** "J.R.": many are called by their initials, which are all of their given name then. */
function initialsAlone(words: readonly string[]): readonly Weighted<GivenForm>[] {
  const all = words.join('');
  if (all.length < 2) return [certain({ text: all, initials: all })];
  const texts = chooseByName('given-names', initialsAloneWeights, {
    joined: all,
    separated: words.map((word) => [...word].join(' ')).join(' '),
  });
  const initials = chooseByName('initials', initialsWeights, { first: initialOf(all), all });
  return combine(texts, initials, (text, letters) => ({ text, initials: letters }));
}

/** A name with initials before or after it: "J. Robert", "John Q." */
function withInitials(
  words: readonly string[],
  forms: readonly Weighted<GivenForm>[],
): readonly Weighted<GivenForm>[] {
  const letters = chooseByName('initials', droppedInitialsWeights, {
    first: undefined,
    all: words.map(initialOf).join(''),
  });
  const texts = chooseByName('middle-initial', middleInitialWeights, {
    dropped: undefined,
    separated: words,
  });
  return combine(combine(forms, texts, withAllWords), letters, (form, initials) =>
    initials === undefined ? form : { ...form, initials },
  );
}

/** Puts the initials that were written behind the name there again. */
function withAllWords(form: GivenForm, words: readonly string[] | undefined): GivenForm {
  const behind = words?.slice(1).filter((word) => word.length === 1) ?? [];
  return behind.length === 0 ? form : { ...form, text: [form.text, ...behind].join(' ') };
}

function severalNames(
  words: readonly string[],
  custom: NamesCustom,
  language: Language,
): readonly Weighted<GivenForm>[] {
  const [first = ''] = words;
  const last = words.at(-1) ?? '';
  const all = words.map(initialOf).join('');
  const initials = chooseByName('initials', language.initials ?? initialsWeights, {
    first: initialOf(first),
    all,
  });
  const group = 'given-names';
  const shares = {
    ...custom,
    first: custom.first * (1 - givenInitialsShare),
    initials: custom.first * givenInitialsShare,
  };
  const part = (option: keyof typeof shares, text: string): readonly Weighted<string>[] =>
    shares[option] === 0
      ? []
      : [{ value: text, weight: shares[option], choices: [{ group, option, share: shares[option] }] }];
  const pair = (text: string, letters: string): GivenForm => ({ text, initials: letters });
  // The initial of a name that is left out is left out as well, mostly.
  const kept = chooseByName('initials', { first: 0.8, all: 0.2 }, { first: initialOf(first), all });
  return [
    ...combine(
      combine(part('first', first), hyphenForms(first, language), (_, form) => form),
      kept,
      (form, letters) => pair(form.text, letters),
    ),
    ...combine(part('last', last), hyphenForms(last, language), (_, form) => form),
    ...combine(
      [
        ...part('joined', words.join('')),
        ...part('separated', words.join(' ')),
        ...part('hyphenated', words.join('-')),
        ...part('initials', all),
      ],
      initials,
      pair,
    ),
  ];
}

function oneName(name: string, language: Language): readonly Weighted<GivenForm>[] {
  const syllables = language.syllable === undefined ? [] : syllablesOf(name, language.syllable);
  if (syllables.length < 2) return hyphenForms(name, language);
  const initials = chooseByName('initials', joinedInitialsWeights, {
    first: initialOf(name),
    all: syllables.map(initialOf).join(''),
  });
  return initials.map((one) => ({ ...one, value: { text: name, initials: one.value } }));
}

/** Returns the syllables of a name of two: zhiqiang. None of any other name. */
function syllablesOf(name: string, { source }: RegExp): readonly string[] {
  return new RegExp(`^(${source})(?=[^aeiouv])(${source})$`, 'u').exec(name)?.slice(1) ?? [];
}

function hyphenForms(word: string, language: Language): readonly Weighted<GivenForm>[] {
  const parts = word.split('-').filter((part) => part !== '');
  const [first = ''] = parts;
  if (parts.length < 2) return [certain({ text: first, initials: initialOf(first) })];
  const texts = chooseByName('given-hyphen', language.givenHyphens ?? givenHyphenWeights, {
    kept: parts.join('-'),
    joined: parts.join(''),
    first,
    last: parts.at(-1) ?? '',
    initials: parts.map(initialOf).join(''),
  });
  const initials = chooseByName('initials', language.initials ?? initialsWeights, {
    first: initialOf(first),
    all: parts.map(initialOf).join(''),
  });
  return combine(texts, initials, (text, letters) => ({ text, initials: letters }));
}

/** Adds short forms of full names and full forms of short names, which together weigh less than the exact form. */
function withOtherForms(
  forms: readonly Weighted<GivenForm>[],
  language: Language,
  gender: Gender | undefined,
): readonly Weighted<GivenForm>[] {
  return forms.flatMap((form) => {
    const { short, full, areForeign, isUsual, isOwnName } = otherForms(form.value.text, language, gender);
    const factor = areForeign ? foreignFormFactor : 1;
    const others = [
      ...shared(isUsual ? short.slice(0, 1) : [], factor * usualShortFormShare),
      ...shared(isUsual ? short.slice(1) : short, factor * shortFormShare),
      ...shared(full, factor * (isOwnName ? ownNameFullFormShare : fullFormShare)),
    ];
    if (others.length === 0) return [form];
    const left = 1 - others.reduce((sum, { share }) => sum + share, 0);
    const choices = (option: string, share: number) => [
      ...form.choices,
      { group: 'short-form', option, share },
    ];
    return [
      { ...form, weight: form.weight * left, choices: choices('as-given', left) },
      ...others.map(({ text, share }) => ({
        value: { text, initials: initialOf(text) },
        weight: form.weight * share,
        choices: choices('other', 1 - left),
      })),
    ];
  });
}

/** Each is half as common as the one before it. */
function shared(texts: readonly string[], share: number): readonly { text: string; share: number }[] {
  const total = 2 - 2 ** (1 - texts.length);
  return texts.map((text, index) => ({ text, share: (share * 0.5 ** index) / total }));
}

/** "del Carmen" without "del". */
function withoutParticles(words: readonly string[]): readonly string[] {
  const kept = words.filter((word) => !Object.hasOwn(particles, word));
  return kept.length > 0 ? kept : words;
}

function isInitial(word: string, { letterName }: Language): boolean {
  return word.length === 1 && word !== letterName;
}

function initialOf(word: string): string {
  return word.slice(0, 1);
}

/** A word of signs without a Latin counterpart becomes empty. */
function hasAsciiText(word: string): boolean {
  return /[a-z0-9]/.test(word);
}
