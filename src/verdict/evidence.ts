import type { SyntaxProblem } from '../address/syntax-problem.ts';
import type { NoMailReason } from '../exchange/mx-plan.ts';
import type { DnsFailure } from '../ports/dns.ts';
import type { GivenAnswer } from '../probe/session/probe-request.ts';
import { catchAllShares } from './catch-all/catch-all-model.ts';

/** The most informative fact that was found about one address. */
export type Evidence =
  | { readonly kind: 'syntax'; readonly problem: SyntaxProblem }
  | { readonly kind: 'no-mail'; readonly reason: NoMailReason }
  | { readonly kind: 'dns-failure'; readonly reason: DnsFailure }
  | { readonly kind: 'answer'; readonly answer: GivenAnswer }
  | { readonly kind: 'deadline'; readonly during: 'dns' | 'probe' }
  /** The verification was to go no further than this. */
  | { readonly kind: 'not-asked'; readonly level: 'syntax' | 'dns' };

/** Properties of the address, its domain and its provider that the verdict also depends on. */
export interface JudgementContext {
  readonly disposable: boolean;
  readonly roleAccount: boolean;
  /** The main exchange filters mail for another server, as secure email gateways do. */
  readonly filtered: boolean;
  /** The provider accepts every RCPT, so that an acceptance proves nothing. */
  readonly acceptsEverything: boolean;
  /** Probability that the exchange that has answered accepts any recipient at the domain. */
  readonly catchAllProbability: number;
  /** Whether it has refused other recipients at the domain. */
  readonly refusesSome: boolean;
  /** Whether it has answered a catch-all probe. */
  readonly probed: boolean;
  /** True if that is a backup, because no preferred exchange could be asked. */
  readonly backup: boolean;
  /** The server put the recipient off before it gave this answer. */
  readonly putOffFirst: boolean;
}

/** The context of an address of which nothing is known. */
export const unknownContext: JudgementContext = {
  disposable: false,
  roleAccount: false,
  filtered: false,
  acceptsEverything: false,
  catchAllProbability: catchAllShares.usual,
  refusesSome: false,
  probed: false,
  backup: false,
  putOffFirst: false,
};
