import { hyphenForms } from './hyphen-forms.ts';
import { vietnameseFamilyNames } from './name-hints.ts';
import { nicknameShare, nicknames } from './nicknames.ts';
import type { PersonName } from './person-name.ts';
import {
  initialsWeights,
  middleInitialsWeights,
  middleInitialWeights,
  middleNameWeights,
} from './spelling-weights.ts';
import type { Transliterate } from './transliteration.ts';
import { certain, chooseByName, combine, type Weighted } from './weighted.ts';

/** One way to write a given name, and the initials that go with it. */
export interface GivenForm {
  readonly text: string;
  readonly initials: string;
}

/** Returns the ways to write a given name, with or without hyphens and further names, and its short forms. */
export function givenForms(name: PersonName, transliterate: Transliterate): readonly Weighted<GivenForm>[] {
  return withNicknames(exactForms(name, transliterate));
}

function exactForms(name: PersonName, transliterate: Transliterate): readonly Weighted<GivenForm>[] {
  const [main = '', ...others] = inOrderOfUse(name, name.given.map(transliterate).filter(hasAsciiText));
  const forms = givenNameForms(main);
  if (others.length === 0) return forms;
  if (main.length === 1) return [certain({ text: [main, ...others].join(''), initials: main })];
  const initialsOnly = others.every((word) => word.length === 1);
  const texts = initialsOnly
    ? chooseByName('middle-initial', middleInitialWeights, {
        dropped: undefined,
        separated: [main, ...others].join(' '),
      })
    : chooseByName('middle-name', middleNameWeights, {
        dropped: undefined,
        joined: [main, ...others].join(''),
        hyphenated: [main, ...others].join('-'),
        separated: [main, ...others].join(' '),
      });
  const initials = chooseByName(
    initialsOnly ? 'middle-initial-initials' : 'initials',
    initialsOnly ? middleInitialsWeights : initialsWeights,
    { first: undefined, all: [main, ...others].map(initialOf).join('') },
  );
  return combine(combine(forms, texts, replaceText), initials, replaceInitials);
}

/** Puts the name in use first. In Vietnamese that is the last one; elsewhere the first that is not just an initial. */
function inOrderOfUse(name: PersonName, words: readonly string[]): readonly string[] {
  const main = isVietnamese(name) ? words.length - 1 : words.findIndex((word) => word.length > 1);
  return main <= 0 ? words : [words[main] ?? '', ...words.slice(0, main), ...words.slice(main + 1)];
}

function isVietnamese({ script, family }: PersonName): boolean {
  const core = family[0]?.core.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('đ', 'd') ?? '';
  return script === 'latin' && vietnameseFamilyNames.has(core);
}

function givenNameForms(main: string): readonly Weighted<GivenForm>[] {
  const parts = main.split('-');
  const initials =
    parts.length === 1
      ? [certain(initialOf(main))]
      : chooseByName('initials', initialsWeights, {
          first: initialOf(main),
          all: parts.map(initialOf).join(''),
        });
  return combine(hyphenForms('given-hyphen', main), initials, (text, letters) => ({
    text,
    initials: letters,
  }));
}

/** Adds nicknames, which together weigh less than the exact form. */
function withNicknames(forms: readonly Weighted<GivenForm>[]): readonly Weighted<GivenForm>[] {
  return forms.flatMap((form) => {
    const others = otherNames(form.value.text);
    if (others.length === 0) return [form];
    // Each is half as common as the one before it.
    const total = 2 - 2 ** (1 - others.length);
    const shortened = others.map((text, index) => ({
      value: { text, initials: initialOf(text) },
      weight: (form.weight * nicknameShare * 0.5 ** index) / total,
      choices: form.choices,
    }));
    return [{ ...form, weight: form.weight * (1 - nicknameShare) }, ...shortened];
  });
}

let fullNames: ReadonlyMap<string, readonly string[]> | undefined;

/** Returns the short forms of a full name and the full names of a short form, the most common first. */
function otherNames(name: string): readonly string[] {
  fullNames ??= invert(nicknames);
  const short = Object.hasOwn(nicknames, name) ? (nicknames[name] ?? []) : [];
  return [...short, ...(fullNames.get(name) ?? [])].slice(0, 4);
}

/** Lists the full names of each short form. Those that have it as their most common short form come first. */
function invert(
  shortNames: Readonly<Record<string, readonly string[]>>,
): ReadonlyMap<string, readonly string[]> {
  const ranked = Object.entries(shortNames).flatMap(([full, short]) =>
    short.map((name, rank) => ({ name, full, rank })),
  );
  const inverted = new Map<string, string[]>();
  for (const { name, full } of ranked.sort((one, other) => one.rank - other.rank)) {
    inverted.set(name, [...(inverted.get(name) ?? []), full]);
  }
  return inverted;
}

function replaceText(form: GivenForm, text: string | undefined): GivenForm {
  return text === undefined ? form : { ...form, text };
}

function replaceInitials(form: GivenForm, initials: string | undefined): GivenForm {
  return initials === undefined ? form : { ...form, initials };
}

function initialOf(word: string): string {
  return word.slice(0, 1);
}

/** A word of signs without a Latin counterpart becomes empty. */
function hasAsciiText(word: string): boolean {
  return /[a-z0-9]/.test(word);
}
