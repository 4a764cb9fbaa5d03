import type { ConnectionErrorCode } from '../../errors.ts';
import type { DnsFailure, PauseReason, SmtpReply } from '../../ports.ts';
import type { Classification, Meaning, Stage } from '../reply/meanings.ts';
import type { Break } from './dialogue.ts';

/** What an exchange is asked about. */
export interface Recipient {
  /** The address as it goes on the wire. */
  readonly address: string;
  readonly needsSmtpUtf8: boolean;
}

/** What came of asking one exchange about one recipient. */
export type ProbeAnswer =
  | {
      readonly kind: 'reply';
      readonly stage: Stage;
      readonly reply: SmtpReply;
      readonly classification: Classification;
    }
  /** No connection. `no-address`: the host name leads nowhere. */
  | { readonly kind: 'unreachable'; readonly problem: 'no-address' | DnsFailure | ConnectionErrorCode }
  /** Connected, but the conversation failed. */
  | { readonly kind: 'broken'; readonly broken: Break }
  /** Not asked: we keep away from this exchange for a while. */
  | { readonly kind: 'paused'; readonly reason: PauseReason }
  /** Not asked: the local part is not ASCII and the server does not take such (RFC 6531). */
  | { readonly kind: 'smtputf8-unsupported' };

/** One question in a pool's queue, on its way to an answer. */
export class Ask {
  readonly recipient: Recipient;
  /** When the caller stops waiting. */
  readonly deadlineAt: number;
  readonly answer: Promise<ProbeAnswer>;
  /** Conversations that ended without an answer to it. */
  failures = 0;
  /** What a reply in doubt said; the same said again on another connection is believed. */
  suspicion: Meaning | undefined;
  /** True if only the first answer of a new session would be believed. */
  wantsFreshSession = false;
  /** False once answered, failed or given up by its caller. */
  live = true;
  #resolve: (answer: ProbeAnswer) => void = () => {};
  #reject: (reason: unknown) => void = () => {};

  constructor(recipient: Recipient, deadlineAt: number) {
    this.recipient = recipient;
    this.deadlineAt = deadlineAt;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
  }

  settle(answer: ProbeAnswer): void {
    this.live = false;
    this.#resolve(answer);
  }

  giveUp(reason: unknown): void {
    this.live = false;
    this.#reject(reason);
  }
}
