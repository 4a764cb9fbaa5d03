import { foldCase } from '../address/fold-case.ts';
import { type DomainPatterns, type PatternShare, withFound, withMissed } from './domain-patterns.ts';
import type { PersonName } from './names/person-name.ts';
import { patterns, priorsIn } from './patterns.ts';
import { readFoundAddress, renderingsOf } from './renderings.ts';

/** How the exchange answered for the candidates of one person. */
export interface SearchOutcome {
  /** The local part that it accepted, if any. */
  readonly accepted?: string;
  /** The local parts that it refused. */
  readonly refused: readonly string[];
}

/**
 * Returns what is known of a domain's addresses after one more search. Must be used only for a domain that refuses
 * unknown recipients: at a catch-all domain, acceptance proves nothing.
 */
export function patternsAfterSearch(
  known: DomainPatterns,
  name: PersonName,
  { accepted, refused }: SearchOutcome,
): DomainPatterns {
  return accepted === undefined
    ? withMissed(known, refusedShares(known, name, refused))
    : withFound(known, readFoundAddress(name, accepted, known), priorsIn(name.country));
}

/** Returns, for each pattern, the share of its spellings that were refused. */
function refusedShares(
  known: DomainPatterns,
  name: PersonName,
  refused: readonly string[],
): readonly PatternShare[] {
  const folded = new Set(refused.map(foldCase));
  const asked = renderingsOf(name, known).filter(({ localPart }) => folded.has(localPart));
  return patterns.map((pattern) => ({
    pattern,
    share: asked.reduce((sum, rendering) => sum + (rendering.pattern === pattern ? rendering.weight : 0), 0),
  }));
}
