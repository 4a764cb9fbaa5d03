import { foldCase } from '../address/fold-case.ts';
import { patternOf, renderingsOf } from './candidates.ts';
import { confirmed, type DomainPatterns, refuted, spelt } from './domain-patterns.ts';
import type { PersonName } from './names/person-name.ts';
import { patterns } from './patterns.ts';

/** What the exchange said about the candidates of one person. */
export interface SearchOutcome {
  /** The local part it accepted, if any: the person is there. */
  readonly accepted?: string;
  /** Local parts it refused. */
  readonly refused: readonly string[];
}

/** How much a refusal says where the person may not be at the domain at all. */
const doubtfulRefusal = 0.6;

/**
 * What the domain's addresses look like after one more search. Only for a domain that is known to refuse: an
 * acceptance by one that accepts everything teaches nothing. Pure.
 */
export function learned(known: DomainPatterns, name: PersonName, outcome: SearchOutcome): DomainPatterns {
  const after = outcome.accepted === undefined ? known : withAccepted(known, name, outcome.accepted);
  return withRefused(after, name, outcome);
}

function withAccepted(known: DomainPatterns, name: PersonName, accepted: string): DomainPatterns {
  const shares = patternOf(name, accepted);
  const credited = confirmed(known, shares.length > 0 ? shares : [{ pattern: 'other', share: 1 }]);
  return spelt(credited, choicesBehind(name, accepted));
}

/** A pattern is refuted as far as the spellings that it gives were refused. */
function withRefused(known: DomainPatterns, name: PersonName, outcome: SearchOutcome): DomainPatterns {
  const refused = new Set(outcome.refused.map(foldCase));
  const fitting = new Set(
    outcome.accepted === undefined ? [] : patternOf(name, outcome.accepted).map(({ pattern }) => pattern),
  );
  const certainty = outcome.accepted === undefined ? doubtfulRefusal : 1;
  const renderings = renderingsOf(name, known);
  const shares = patterns
    .filter((pattern) => !fitting.has(pattern))
    .map((pattern) => {
      const own = renderings.filter((rendering) => rendering.pattern === pattern);
      const asked = own.filter((rendering) => refused.has(rendering.localPart));
      const covered = asked.length === 0 ? 0 : weightOf(asked) / weightOf(own);
      return { pattern, share: certainty * covered };
    });
  return refuted(known, shares);
}

/** What every spelling that gives the local part has in common; what it leaves open says nothing. */
function choicesBehind(name: PersonName, localPart: string): readonly string[] {
  const folded = foldCase(localPart);
  const matching = renderingsOf(name).filter((rendering) => rendering.localPart === folded);
  const [first, ...others] = matching;
  return (first?.choices ?? []).filter((choice) => others.every(({ choices }) => choices.includes(choice)));
}

function weightOf(renderings: readonly { readonly weight: number }[]): number {
  return renderings.reduce((sum, { weight }) => sum + weight, 0);
}
