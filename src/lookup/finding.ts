import type { EmailVerification } from '../resources.ts';
import { explanations } from '../verdict/explanations.ts';
import { lookupExplanations } from './explanations.ts';

/** The outcome of the search for one person's address. Plain JSON, because it is stored. */
export type Finding =
  /** An address that was accepted, at a domain that refuses other recipients. */
  | { readonly kind: 'found'; readonly verification: Readonly<EmailVerification> }
  /** `settled` is false if the exchange could not tell for now, so that a later search may find the address. */
  | { readonly kind: 'not-found'; readonly explanation: string; readonly settled: boolean }
  | { readonly kind: 'out-of-time' };

/** A find is no more than a guess if it is less likely than this to be the person's. */
const leastChance = 0.5;

/**
 * Returns the finding of an address. Its verdict may be from before the domain was known to refuse recipients. `chance`:
 * how likely the address is this person's, and no colleague's.
 */
export function found(verification: Readonly<EmailVerification>, chance: number): Finding {
  const { deliverable } = explanations;
  const explanation = chance < leastChance ? lookupExplanations.frequentName : deliverable;
  return foundWith(verification, { explanation, chance });
}

/** The same for an address that was found for somebody else before. */
export function foundAnothers(verification: Readonly<EmailVerification>, chance: number): Finding {
  return foundWith(verification, { explanation: lookupExplanations.anothers, chance });
}

function foundWith(
  verification: Readonly<EmailVerification>,
  { explanation, chance }: { readonly explanation: string; readonly chance: number },
): Finding {
  const { confidence } = verification;
  return {
    kind: 'found',
    verification: {
      ...verification,
      explanation,
      is_domain_catch_all: false,
      confidence: confidence === null ? null : Math.max(1, Math.round(confidence * chance)),
    },
  };
}

/** Returns the finding that the person has no address that can be found, now or later. */
export function noAddress(explanation: string): Finding {
  return { kind: 'not-found', explanation, settled: true };
}

/** Returns the finding that no address was found, although a later search may find one. */
export function noAddressForNow(explanation: string): Finding {
  return { kind: 'not-found', explanation, settled: false };
}

/** Returns whether another search would have the same outcome. */
export function isConclusive(finding: Finding): boolean {
  switch (finding.kind) {
    case 'found':
      return true;
    case 'not-found':
      return finding.settled;
    case 'out-of-time':
      return false;
  }
}
