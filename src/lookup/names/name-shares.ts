import type { Language } from './language.ts';
import { knownName } from './name-index.ts';
import { readEntries } from './word-lists.ts';

/** How frequent names are among the people of a language, as shares. Names are as in addresses. */
export interface NameShares {
  given(name: string): number;
  family(name: string): number;
}

/** Shares of the names that a language does not say more about. Estimates. */
const estimates = {
  given: { frequent: 0.01, rare: 0.0015 },
  family: { frequent: 0.003, rare: 0.0003 },
} as const;

const countedNames = new WeakMap<Language, ReadonlyMap<string, readonly string[]>>();

/** Returns how frequent names are among the people of a language. */
export function nameShares(language: Language): NameShares {
  const counted = countedNames.get(language) ?? readEntries(language.familyPerMille ?? '');
  countedNames.set(language, counted);
  return {
    given: (name) => estimates.given[knownName(name).given.length > 0 ? 'frequent' : 'rare'],
    family(name) {
      const perMille = Number(counted.get(name)?.[0]);
      if (perMille > 0) return perMille / 1_000;
      return estimates.family[knownName(name).family.length > 0 ? 'frequent' : 'rare'];
    },
  };
}
