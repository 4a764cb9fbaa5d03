import type { EmailVerification } from '../resources.ts';

/** The outcome of the search for one person's address. Plain JSON, because it is stored. */
export type Finding =
  /** An address that was accepted, at a domain that refuses other recipients. */
  | { readonly kind: 'found'; readonly verification: Readonly<EmailVerification> }
  /** `settled` is false if the exchange could not tell for now, so that a later search may find the address. */
  | { readonly kind: 'not-found'; readonly explanation: string; readonly settled: boolean }
  | { readonly kind: 'out-of-time' };

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
