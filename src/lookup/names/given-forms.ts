import { hyphenForms } from './hyphen-forms.ts';
import type { Lettering } from './lettering.ts';
import { vietnameseFamilyNames } from './name-hints.ts';
import { nicknameShare, nicknames } from './nicknames.ts';
import type { PersonName } from './person-name.ts';
import {
  initialsWeights,
  middleInitialsWeights,
  middleInitialWeights,
  middleNameWeights,
} from './spelling-weights.ts';
import { certain, combine, options, type Weighted } from './weighted.ts';

export interface GivenForm {
  readonly text: string;
  readonly initials: string;
}

/** The ways to write a given name: what becomes of hyphens and further names, and its short forms. */
export function givenForms(name: PersonName, lettering: Lettering): readonly Weighted<GivenForm>[] {
  return withNicknames(exactForms(name, lettering));
}

function exactForms(name: PersonName, lettering: Lettering): readonly Weighted<GivenForm>[] {
  const [main = '', ...others] = inOrderOfUse(name, name.given.map(lettering).filter(isSounded));
  const forms = mainForms(main);
  if (others.length === 0) return forms;
  if (main.length === 1) return [certain({ text: [main, ...others].join(''), initials: main })];
  const initialsOnly = others.every((word) => word.length === 1);
  const texts = initialsOnly
    ? options('middle-initial', middleInitialWeights, {
        dropped: undefined,
        separated: [main, ...others].join(' '),
      })
    : options('middle-name', middleNameWeights, {
        dropped: undefined,
        joined: [main, ...others].join(''),
        hyphenated: [main, ...others].join('-'),
        separated: [main, ...others].join(' '),
      });
  const initials = options(
    initialsOnly ? 'middle-initial-initials' : 'initials',
    initialsOnly ? middleInitialsWeights : initialsWeights,
    { first: undefined, all: [main, ...others].map(initialOf).join('') },
  );
  return combine(combine(forms, texts, replaceText), initials, replaceInitials);
}

/** The name in use first. Vietnamese puts it last; an initial before a full name is seldom the one in use. */
function inOrderOfUse(name: PersonName, words: readonly string[]): readonly string[] {
  const main = isVietnamese(name) ? words.length - 1 : words.findIndex((word) => word.length > 1);
  return main <= 0 ? words : [words[main] ?? '', ...words.slice(0, main), ...words.slice(main + 1)];
}

function isVietnamese({ script, family }: PersonName): boolean {
  const core = family[0]?.core.normalize('NFKD').replace(/\p{M}/gu, '').replaceAll('đ', 'd') ?? '';
  return script === 'latin' && vietnameseFamilyNames.has(core);
}

function mainForms(main: string): readonly Weighted<GivenForm>[] {
  const parts = main.split('-');
  const initials =
    parts.length === 1
      ? [certain(initialOf(main))]
      : options('initials', initialsWeights, {
          first: initialOf(main),
          all: parts.map(initialOf).join(''),
        });
  return combine(hyphenForms('given-hyphen', main), initials, (text, letters) => ({
    text,
    initials: letters,
  }));
}

/** Exact forms keep the greater share. The first part of a double name may be shortened as well. */
function withNicknames(forms: readonly Weighted<GivenForm>[]): readonly Weighted<GivenForm>[] {
  return forms.flatMap((form) => {
    const others = otherNames(form.value.text);
    if (others.length === 0) return [form];
    // Each half as common as the one before it.
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

/** Short forms of a full name, full names of a short form, the most common first. */
function otherNames(name: string): readonly string[] {
  fullNames ??= invert(nicknames);
  const short = Object.hasOwn(nicknames, name) ? (nicknames[name] ?? []) : [];
  return [...short, ...(fullNames.get(name) ?? [])].slice(0, 4);
}

/** A full name that puts the short form first is more likely meant than one that only knows it. */
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

/** Nothing is left of a word of signs that no Latin letter stands for. */
function isSounded(word: string): boolean {
  return /[a-z0-9]/.test(word);
}
