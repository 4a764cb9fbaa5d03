import { onFirstUse } from '../../first-use.ts';
import type { Language } from './language.ts';
import { allLanguages } from './languages.ts';
import { isGivenIn } from './name-index.ts';
import { readEntries } from './word-lists.ts';

interface OtherForms {
  readonly short: readonly string[];
  readonly full: readonly string[];
  /** Whether they are those of other languages, of which it is not known whether the name is of them. */
  readonly areForeign: boolean;
}

/** A full name and its short forms in a language, the most common first. */
interface Entry {
  readonly languageId: string;
  readonly full: string;
  readonly short: readonly string[];
}

/** Most forms of one kind that are worth a thought. */
const maxForms = 3;

const entries = onFirstUse(() => {
  // `concat` makes arrays without spare room, and there are thousands of them.
  const byFull = new Map<string, Entry[]>();
  const byShort = new Map<string, Entry[]>();
  for (const { id: languageId, shortForms = '' } of allLanguages()) {
    for (const text of shortForms.split(',')) {
      for (const [full, short] of readEntries(text)) {
        const entry = { languageId, full, short };
        byFull.set(full, (byFull.get(full) ?? []).concat(entry));
        for (const form of short) byShort.set(form, (byShort.get(form) ?? []).concat(entry));
      }
    }
  }
  return { byFull, byShort };
});

/**
 * Returns the short forms of a full name and the full names of a short form, the most common first: those of the
 * language, else of English, which are in use everywhere, else of all languages.
 */
export function otherForms(name: string, language: Language): OtherForms {
  for (const languageId of [language.id, 'english']) {
    const forms = formsIn(name, (entry) => entry.languageId === languageId);
    if (forms.short.length + forms.full.length > 0) return { ...forms, areForeign: false };
  }
  const { short, full } = formsIn(name, () => true);
  // Julia is a full name, even if Yulia is called so.
  return { short, full: isGivenIn(name, language) ? [] : full, areForeign: true };
}

function formsIn(name: string, counts: (entry: Entry) => boolean): Omit<OtherForms, 'areForeign'> {
  const { byFull, byShort } = entries();
  const shortOf = (full: string) => [
    ...new Set((byFull.get(full) ?? []).filter(counts).flatMap(({ short }) => short)),
  ];
  const rank = (full: string) => shortOf(full).indexOf(name);
  const full = new Set((byShort.get(name) ?? []).filter(counts).map((entry) => entry.full));
  return {
    short: shortOf(name).slice(0, maxForms),
    // Names that have this as their most common short form come first.
    full: [...full].toSorted((one, other) => rank(one) - rank(other)).slice(0, maxForms),
  };
}
