import type { Candidate } from './candidates.ts';
import type { DomainPatterns } from './domain-patterns.ts';

export interface StoppingOptions {
  /** Chance that the person has an address at the domain, before anything is asked. Default 0.85. */
  readonly presence?: number;
  /** Least chance of an acceptance that is worth a question. Default 0.12, and 0.05 as long as nobody was found. */
  readonly worth?: number;
}

const worthOnceFound = 0.12;

/** The first address found at a domain saves questions about everybody after. */
const worthBeforeFound = 0.05;

/** However many strangers were asked for, the next person gets a chance as long as nobody was found. */
const alwaysBeforeFound = 3;

/**
 * The candidates worth asking about, in order, as long as every answer is a refusal. Each refusal makes it less
 * likely that the person is there at all, and the other candidates likelier if so.
 */
export function candidatesWorthAsking(
  candidates: readonly Candidate[],
  known: DomainPatterns,
  options: StoppingOptions = {},
): readonly Candidate[] {
  const found = Object.keys(known.confirmed).length > 0;
  const { presence = 0.85, worth = found ? worthOnceFound : worthBeforeFound } = options;
  const always = found || options.worth !== undefined || presence === 0 ? 0 : alwaysBeforeFound;
  let left = 1;
  const stop = candidates.findIndex(({ probability }, index) => {
    const chance = (presence * probability) / left;
    left -= presence * probability;
    return chance < worth && index >= always;
  });
  return stop === -1 ? candidates : candidates.slice(0, stop);
}
