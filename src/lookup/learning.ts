import { foldCase } from '../address/fold-case.ts';
import { patternsOf, renderingsOf } from './candidates.ts';
import {
  type DomainPatterns,
  type PatternShare,
  withChoices,
  withConfirmed,
  withMissed,
  withRefuted,
} from './domain-patterns.ts';
import type { PersonName } from './names/person-name.ts';
import { patterns } from './patterns.ts';

/** How the exchange answered for the candidates of one person. */
export interface SearchOutcome {
  /** The local part that it accepted, if any. */
  readonly accepted?: string;
  /** The local parts that it refused. */
  readonly refused: readonly string[];
}

/** Weight of a refusal if nobody was found: the person may have no address at the domain at all. */
const missWeight = 0.6;

/**
 * Returns what is known of a domain's addresses after one more search. Must be used only for a domain that refuses
 * unknown recipients: at a catch-all domain, acceptance proves nothing.
 */
export function patternsAfterSearch(
  known: DomainPatterns,
  name: PersonName,
  outcome: SearchOutcome,
): DomainPatterns {
  if (outcome.accepted === undefined)
    return withMissed(known, refusedShares(known, name, outcome, missWeight));
  return withRefuted(afterAcceptance(known, name, outcome.accepted), refusedShares(known, name, outcome, 1));
}

function afterAcceptance(known: DomainPatterns, name: PersonName, accepted: string): DomainPatterns {
  const shares = patternsOf(name, accepted);
  const credited = withConfirmed(known, shares.length > 0 ? shares : [{ pattern: 'other', share: 1 }]);
  return withChoices(credited, choicesBehind(name, accepted));
}

/** Returns, for each pattern, the share of its spellings that were refused, times `weight`. */
function refusedShares(
  known: DomainPatterns,
  name: PersonName,
  outcome: SearchOutcome,
  weight: number,
): readonly PatternShare[] {
  const refused = new Set(outcome.refused.map(foldCase));
  const fitting = new Set(
    outcome.accepted === undefined ? [] : patternsOf(name, outcome.accepted).map(({ pattern }) => pattern),
  );
  const renderings = renderingsOf(name, known);
  return patterns
    .filter((pattern) => !fitting.has(pattern))
    .map((pattern) => {
      const own = renderings.filter((rendering) => rendering.pattern === pattern);
      const asked = own.filter((rendering) => refused.has(rendering.localPart));
      const covered = asked.length === 0 ? 0 : weightOf(asked) / weightOf(own);
      return { pattern, share: weight * covered };
    });
}

/** Returns the choices shared by all spellings that give the local part. The others remain open. */
function choicesBehind(name: PersonName, localPart: string): readonly string[] {
  const folded = foldCase(localPart);
  const matching = renderingsOf(name).filter((rendering) => rendering.localPart === folded);
  const [first, ...others] = matching;
  return (first?.choices ?? []).filter((choice) => others.every(({ choices }) => choices.includes(choice)));
}

function weightOf(renderings: readonly { readonly weight: number }[]): number {
  return renderings.reduce((sum, { weight }) => sum + weight, 0);
}
