import { type DomainPatterns, nothingKnown, patternChances } from './domain-patterns.ts';
import type { PersonName } from './names/person-name.ts';
import { type Pattern, priorsIn } from './patterns.ts';
import { renderingsOf } from './renderings.ts';

/** A local part that a person may have at a domain. */
export interface Candidate {
  readonly localPart: string;
  /** The most likely of the patterns that produce it. */
  readonly pattern: Pattern;
  /** Probability that it is the person's, provided that the person has an address at the domain. */
  readonly probability: number;
}

/**
 * Returns candidates by descending probability, at most `limit` (default 10): for each local part, the sum over patterns
 * of how likely the pattern is at the domain times how likely the pattern spells the name in this way. The
 * probabilities add up to at most one; the rest is the probability that the person has a different address. All are
 * distinct, valid local parts in lower-case ASCII. Role accounts are left out, unless the person has such a name.
 */
export function candidates(
  name: PersonName,
  known: DomainPatterns = nothingKnown,
  { limit = 10 }: { limit?: number } = {},
): readonly Candidate[] {
  const chances = patternChances(known, priorsIn(name.country));
  const byLocalPart = new Map<string, { localPart: string; total: number; best: number; pattern: Pattern }>();
  for (const { localPart, pattern, weight } of renderingsOf(name, known)) {
    const chance = (chances.get(pattern) ?? 0) * weight;
    const entry = byLocalPart.get(localPart);
    if (entry === undefined) {
      byLocalPart.set(localPart, { localPart, total: chance, best: chance, pattern });
      continue;
    }
    entry.total += chance;
    if (chance > entry.best) {
      entry.best = chance;
      entry.pattern = pattern;
    }
  }
  return [...byLocalPart.values()]
    .sort((one, other) => other.total - one.total)
    .slice(0, limit)
    .map(({ localPart, total, pattern }) => ({ localPart, pattern, probability: total }));
}
