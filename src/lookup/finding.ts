import type { EmailVerification } from '../resources.ts';

/** What came of the search for one person's address. Plain JSON, so that it can be kept. */
export type Finding =
  /** An address that is accepted at a domain that refuses others. */
  | { readonly kind: 'found'; readonly verification: Readonly<EmailVerification> }
  /** `settled` is false where the exchange could not tell for now, so that asking again later may find it. */
  | { readonly kind: 'not-found'; readonly explanation: string; readonly settled: boolean }
  | { readonly kind: 'out-of-time' };

/** Whether another search would come to the same end. */
export function isSettled(finding: Finding): boolean {
  switch (finding.kind) {
    case 'found':
      return true;
    case 'not-found':
      return finding.settled;
    case 'out-of-time':
      return false;
  }
}
