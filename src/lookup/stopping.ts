import type { Candidate } from './candidates.ts';
import { type DomainPatterns, hasConfirmed } from './domain-patterns.ts';

/** When a search stops probing candidates. */
export interface StoppingOptions {
  /** Probability that the person has an address at the domain, before the first probe. Default 0.85. */
  readonly presenceProbability?: number;
  /** Least probability of acceptance that is worth a probe. Default 0.12; 0.05 until a person has been found. */
  readonly minProbability?: number;
}

const minProbabilityOnceFound = 0.12;

/** Lower, because the first address found at a domain saves probes for all other people there. */
const minProbabilityBeforeFound = 0.05;

/** At least this many candidates are probed until a person has been found at the domain. */
const minCandidatesBeforeFound = 3;

/**
 * Returns the candidates to probe, in order, as long as each is refused. Each refusal makes it less likely that the
 * person has an address at all, and more likely that it is one of the other candidates if there is one.
 */
export function candidatesWorthProbing(
  candidates: readonly Candidate[],
  known: DomainPatterns,
  options: StoppingOptions = {},
): readonly Candidate[] {
  const found = hasConfirmed(known);
  const { presenceProbability = 0.85 } = options;
  const { minProbability = found ? minProbabilityOnceFound : minProbabilityBeforeFound } = options;
  const always = !found && options.minProbability === undefined && presenceProbability > 0;
  const minCandidates = always ? minCandidatesBeforeFound : 0;
  let left = 1;
  const stop = candidates.findIndex(({ probability }, index) => {
    const chance = (presenceProbability * probability) / left;
    left -= presenceProbability * probability;
    return chance < minProbability && index >= minCandidates;
  });
  return stop === -1 ? candidates : candidates.slice(0, stop);
}
