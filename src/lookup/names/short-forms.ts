import { onFirstUse } from '../../first-use.ts';
import type { Language } from './language.ts';
import { languages } from './languages.ts';
import { readEntries } from './word-lists.ts';

interface OtherForms {
  readonly short: readonly string[];
  readonly full: readonly string[];
}

/** Most forms of one kind that are worth a thought. */
const maxForms = 3;

interface ShortForms {
  readonly byFull: ReadonlyMap<string, readonly string[]>;
  readonly byShort: ReadonlyMap<string, readonly string[]>;
}

const byLanguage = onFirstUse(() => {
  const own = new Map<string, ShortForms>();
  for (const { id, shortForms = '' } of languages) own.set(id, readShortForms(shortForms));
  return own;
});

const ofAnyLanguage = onFirstUse(() =>
  readShortForms(languages.map(({ shortForms = '' }) => shortForms).join(',')),
);

/** Returns the short forms of a full name and the full names of a short form, the most common first. */
export function otherForms(name: string, { id }: Language): OtherForms {
  const own = byLanguage().get(id);
  const known = [own, ofAnyLanguage()].find(
    (forms) => forms !== undefined && (forms.byFull.has(name) || forms.byShort.has(name)),
  );
  return {
    short: known?.byFull.get(name)?.slice(0, maxForms) ?? [],
    full: known?.byShort.get(name)?.slice(0, maxForms) ?? [],
  };
}

/** Full names that have a form as their most common short form come first. */
function readShortForms(text: string): ShortForms {
  const byFull = new Map<string, string[]>();
  for (const entry of text.split(',')) {
    for (const [full, short] of readEntries(entry)) {
      const known = byFull.get(full) ?? [];
      byFull.set(full, [...known, ...short.filter((form) => !known.includes(form))]);
    }
  }
  const ranked = [...byFull].flatMap(([full, short]) => short.map((form, rank) => ({ form, full, rank })));
  const byShort = new Map<string, string[]>();
  for (const { form, full } of ranked.toSorted((one, other) => one.rank - other.rank))
    byShort.set(form, [...(byShort.get(form) ?? []), full]);
  return { byFull, byShort };
}
