import { type Candidate, candidates } from './candidates.ts';
import { type DomainPatterns, hasConfirmed, nothingKnown } from './domain-patterns.ts';
import type { PersonName } from './names/person-name.ts';
import { patterns, priorOf } from './patterns.ts';

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

/** At least this many of the likeliest candidates are probed until a person has been found at the domain. */
const minCandidatesBeforeFound = 3;

/** Patterns that at least this share of companies uses are common. */
const commonPrior = 0.1;

/** After so many people in a row who were not found, what is known of the domain is doubted. */
const missesBeforeDoubt = 2;

/**
 * Returns the candidates to probe, in order, at most `limit`. Until a person has been found at the domain, and again
 * after some people in a row who were not, the common patterns are among them, whatever earlier searches say: nobody
 * can make a present person unfindable by looking up people who do not exist.
 */
export function candidatesToProbe(
  name: PersonName,
  known: DomainPatterns,
  { limit, ...options }: StoppingOptions & { readonly limit: number },
): readonly Candidate[] {
  const likely = candidatesWorthProbing(candidates(name, known, { limit }), known, options);
  const isDoubted = !hasConfirmed(known) || known.missesInARow >= missesBeforeDoubt;
  if (!isDoubted || options.minProbability !== undefined || options.presenceProbability === 0) return likely;
  const common = new Map(commonCandidates(name).map((candidate) => [candidate.localPart, candidate]));
  let room = limit - common.size;
  const kept = likely.filter(({ localPart }) => common.delete(localPart) || room-- > 0);
  return [...kept, ...common.values()];
}

/** Returns the likeliest candidate of each common pattern, as if nothing were known of the domain. */
function commonCandidates(name: PersonName): readonly Candidate[] {
  const all = candidates(name, nothingKnown, { limit: Number.POSITIVE_INFINITY });
  return patterns
    .filter((pattern) => priorOf(pattern) >= commonPrior)
    .flatMap((pattern) => all.find((candidate) => candidate.pattern === pattern) ?? []);
}

/**
 * Returns the first of the candidates, as far as they are worth probing if each is refused. Each refusal makes it less likely that the
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
