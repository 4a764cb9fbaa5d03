import type { SyntaxProblem } from '../address/mailbox.ts';
import type { NoMailReason } from '../exchange/mx-plan.ts';
import type { DnsFailure } from '../ports.ts';
import type { ProbeAnswer } from '../probe/session/probe-request.ts';

/** What was found out about one address: the most telling thing, not all of it. */
export type Evidence =
  | { readonly kind: 'syntax'; readonly problem: SyntaxProblem }
  | { readonly kind: 'no-mail'; readonly reason: NoMailReason }
  | { readonly kind: 'dns-failure'; readonly reason: DnsFailure }
  | { readonly kind: 'answer'; readonly answer: ProbeAnswer }
  | { readonly kind: 'deadline'; readonly during: 'dns' | 'probe' };

/** What else bears on the verdict. */
export interface JudgementContext {
  readonly disposable: boolean;
  readonly roleAccount: boolean;
  readonly gateway: boolean;
  /** The provider says 250 to every RCPT, so an acceptance proves nothing. */
  readonly acceptsEverything: boolean;
  readonly catchAll: boolean | null;
}
