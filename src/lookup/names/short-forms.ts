import { onFirstUse } from '../../first-use.ts';
import type { Language } from './language.ts';
import { allLanguages } from './languages.ts';
import { isGivenIn } from './name-index.ts';
import { readEntries } from './word-lists.ts';

/** Of a person, as far as the ending of the family name tells. */
export type Gender = 'feminine' | 'masculine';

interface OtherForms {
  readonly short: readonly string[];
  readonly full: readonly string[];
  /** Whether they are those of other languages, of which it is not known whether the name is of them. */
  readonly areForeign: boolean;
  /** Whether the first short form is about as common as the full name. */
  readonly isUsual: boolean;
  /** Whether the name is a full name as well, as far as is known. */
  readonly isOwnName: boolean;
}

/** Abbreviations that people write for a name, and hardly have in addresses. */
const abbreviations = onFirstUse(() =>
  readEntries(
    `abr abraham, benj benjamin, chas charles, danl daniel, edw edward, fco francisco, fdo fernando, fredk frederick,
    gpe guadalupe, jno john, nathl nathaniel, patk patrick, richd richard, robt robert,
    saml samuel, thos thomas, wm william`,
  ),
);

/** Abbreviations that are names as well: who is called so is asked for by that name first. */
const abbreviationsInUse = 'geo george, jas james';

/** Returns the name that an abbreviation stands for; other names as they are. */
export function unabbreviated(name: string): string {
  return abbreviations().get(name)?.[0] ?? name;
}

/** A full name and its short forms in a language, the most common first. */
interface Entry {
  readonly languageId: string;
  readonly full: string;
  readonly short: readonly string[];
  readonly isUsual: boolean;
}

/** Most forms of one kind that are worth a thought. */
const maxForms = 3;

const entries = onFirstUse(() => {
  // `concat` makes arrays without spare room, and there are thousands of them.
  const byFull = new Map<string, Entry[]>();
  const byShort = new Map<string, Entry[]>();
  for (const { id: languageId, shortForms = '', usualShortForms = '' } of allLanguages()) {
    for (const text of [usualShortForms, shortForms]) {
      const isUsual = text === usualShortForms;
      for (const one of text.split(',')) {
        for (const [full, short] of readEntries(one)) {
          const entry = { languageId, full, short, isUsual };
          byFull.set(full, (byFull.get(full) ?? []).concat(entry));
          for (const form of short) byShort.set(form, (byShort.get(form) ?? []).concat(entry));
        }
      }
    }
  }
  for (const [form, [full = '']] of readEntries(abbreviationsInUse))
    byShort.set(form, [
      ...(byShort.get(form) ?? []),
      { languageId: 'english', full, short: [], isUsual: false },
    ]);
  return { byFull, byShort };
});

/**
 * Returns the short forms of a full name and the full names of a short form, the most common first: those of the
 * language, for people of the gender if it is given, else of English, which are in use everywhere, else of all languages.
 */
export function otherForms(name: string, language: Language, gender?: Gender): OtherForms {
  const ownIds = [language.id, language.id.replace(/-latin$/u, '')];
  for (const languageId of hasOwnNames(language) ? ownIds : [...ownIds, 'english']) {
    const forms = formsIn(name, (entry) => entry.languageId === languageId && mayBe(gender, entry.full));
    if (forms.short.length + forms.full.length > 0)
      return { ...forms, areForeign: false, isOwnName: forms.isOwnName && isGivenIn(name, language) };
  }
  if (hasOwnNames(language))
    return { short: [], full: [], areForeign: false, isUsual: false, isOwnName: true };
  const { short, full, isUsual } = formsIn(name, () => true);
  // Julia is a full name, even if Yulia is called so.
  return { short, full: isGivenIn(name, language) ? [] : full, areForeign: true, isUsual, isOwnName: false };
}

/** Whether names are written in characters or syllables of East Asia: Ken is no short form there. */
function hasOwnNames({ familyFirst, romanize }: Language): boolean {
  return familyFirst === true && romanize !== undefined;
}

const menInA = /^(?:ilya|illia|nikita|mykyta|luka|kuzma|foma|savva)$/u;

/** Whether a full name, in a language whose family names have genders, may be one of the gender. */
function mayBe(gender: Gender | undefined, full: string): boolean {
  if (gender === undefined) return true;
  const isFeminine = full.endsWith('a') && !menInA.test(full);
  return isFeminine === (gender === 'feminine');
}

function formsIn(name: string, counts: (entry: Entry) => boolean): Omit<OtherForms, 'areForeign'> {
  const { byFull, byShort } = entries();
  const shortOf = (full: string) => [
    ...new Set((byFull.get(full) ?? []).filter(counts).flatMap(({ short }) => short)),
  ];
  const rank = (full: string) => shortOf(full).indexOf(name);
  const known = (byShort.get(name) ?? []).filter(counts);
  const full = new Set(known.map((entry) => entry.full));
  return {
    isUsual: (byFull.get(name) ?? []).some((entry) => counts(entry) && entry.isUsual),
    isOwnName: !known.some(({ isUsual }) => isUsual),
    short: shortOf(name).slice(0, maxForms),
    // Names that have this as their most common short form come first.
    full: [...full].toSorted((one, other) => rank(one) - rank(other)).slice(0, maxForms),
  };
}
