import { onAbort } from '../../concurrency/abort-listeners.ts';
import type { Slot } from '../../concurrency/slot.ts';
import type { WorkShare } from '../../concurrency/work-share.ts';
import type { ConnectionErrorCode } from '../../errors.ts';
import type { HostAddresses } from '../../exchange/host-addresses.ts';
import type { DnsFailure } from '../../ports/dns.ts';
import type { PauseReason } from '../../ports/leases.ts';
import type { Identity } from '../../ports/network-ports.ts';
import type { SmtpReply } from '../../ports/smtp-transport.ts';
import type { Step } from '../../ports/telemetry.ts';
import type { Classification, Meaning, Stage } from '../reply/meanings.ts';
import type { DialogueFailure } from './dialogue.ts';

/** A recipient that an exchange is asked about. */
export interface Recipient {
  /** The address as it goes on the wire. */
  readonly address: string;
  readonly needsSmtpUtf8: boolean;
}

export function recipientDomain(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1);
}

/** What one exchange said about one recipient, or why it did not. */
export type ProbeAnswer =
  | {
      readonly kind: 'reply';
      readonly stage: Stage;
      readonly reply: SmtpReply;
      readonly classification: Classification;
    }
  /**
   * No connection. `no-address`: the host name has no IP address. `testedMs`: how long was waited for a connection at
   * least. Infinity if more patience would not have helped.
   */
  | {
      readonly kind: 'unreachable';
      readonly problem: 'no-address' | DnsFailure | ConnectionErrorCode;
      readonly testedMs: number;
    }
  /** Connected, but the dialogue failed. `ungreeted`: not even a greeting came. */
  | { readonly kind: 'dialogue-failed'; readonly failure: DialogueFailure; readonly ungreeted?: true }
  /**
   * Not asked: the gate is shut until then (milliseconds since the epoch), which says nothing of the recipient. `isRerouted`: left to
   * another egress, because this one may be blocked.
   */
  | {
      readonly kind: 'paused';
      readonly reason: PauseReason;
      readonly until: number;
      readonly isRerouted?: true;
    }
  /** Not asked: the local part is not ASCII, and the server does not offer SMTPUTF8 (RFC 6531). */
  | { readonly kind: 'smtputf8-unsupported' };

/** An answer of a server that was asked, or why there is none. */
export type GivenAnswer = Exclude<ProbeAnswer, { kind: 'paused' }>;

/** Receives each answer before the caller does, with the host that answered and the identity that asked. */
export type AnswerListener = (
  recipient: Recipient,
  answer: ProbeAnswer,
  from: { readonly host: string; readonly identity: Identity },
) => void;

/** Who waits for an answer. */
export interface ProbeCaller {
  /** When the caller stops waiting, by the steady clock. */
  readonly deadlineAt: number;
  /** Fires when the caller waits no longer. */
  readonly signal: AbortSignal;
  readonly share: WorkShare;
  /** The caller has its slot when a session with a socket, and with an open route, works for this request. */
  readonly slot: Pick<Slot, 'onSlot' | 'onSlotLost'>;
  /** True if no other egress could be asked, so that a short pause is waited out. */
  readonly waitsOutPauses: boolean;
}

/** How an egress asks. */
interface Asking {
  /** Of the host. */
  readonly addresses: Pick<HostAddresses, 'known' | 'resolveMore'>;
  /** True if it is asked to find out whether the egress is blocked. */
  readonly isTest: boolean;
  /** On whose behalf, for telemetry. Default null. */
  readonly step?: Step | null;
  /** Called when the caller has stopped waiting. */
  readonly onLeft: (request: ProbeRequest) => void;
}

/** A caller with at most this much more patience would hardly learn more. */
const negligibleFactor = 1.25;
const minConnectMs = 1_000;

/** Returns how long to wait for one connection if the caller waits `timeLeftMs` in all, in milliseconds. */
export function connectPatienceMs(timeLeftMs: number, connectMs: number): number {
  return Math.max(minConnectMs, Math.min(connectMs, timeLeftMs / 3));
}

/** Returns whether what was not reached within `testedMs` is unreachable for a caller with this patience, too. */
export function isTested({ testedMs }: { readonly testedMs: number }, patienceMs: number): boolean {
  return patienceMs <= testedMs * negligibleFactor;
}

/** How often a request may be asked without an answer before the failure is its answer. */
const failuresAllowed = 3;
/** How often the server may ask us to slow down, instead of an answer, before that is the answer. */
const limitsAllowed = 3;

/** A request to ask one exchange about one recipient. */
export class ProbeRequest {
  readonly host: string;
  readonly recipient: Recipient;
  readonly domain: string;
  readonly deadlineAt: number;
  readonly share: WorkShare;
  readonly waitsOutPauses: boolean;
  readonly isTest: boolean;
  readonly addresses: Asking['addresses'];
  readonly step: Step | null;
  readonly answer: Promise<ProbeAnswer>;
  pending = true;
  /** True if only the first reply of a new session counts. */
  needsFreshSession = false;
  pool: { cancel(request: ProbeRequest): void } | undefined;
  /** The meaning of a reply that did not count, because the server hung up behind it. The same one again counts. */
  unconfirmedMeaning: Meaning | undefined;
  /** The addresses of the host that could not be used for it, and why. */
  tries: readonly { readonly address: string; readonly failure: ProbeAnswer }[] = [];
  /** True once no other address of its host is left to be tried. */
  isPatient = false;
  readonly #slot: ProbeCaller['slot'];
  readonly #unfollow: () => void;
  #failures = 0;
  #limits = 0;
  #hasSlot = false;
  #resolve: (answer: ProbeAnswer) => void = () => {};
  #reject: (reason: unknown) => void = () => {};

  constructor(
    host: string,
    recipient: Recipient,
    caller: ProbeCaller,
    { addresses, isTest, step = null, onLeft }: Asking,
  ) {
    const { deadlineAt, share, slot, waitsOutPauses, signal } = caller;
    this.host = host;
    this.recipient = recipient;
    this.domain = recipientDomain(recipient.address);
    this.deadlineAt = deadlineAt;
    this.share = share;
    this.waitsOutPauses = waitsOutPauses;
    this.isTest = isTest;
    this.addresses = addresses;
    this.step = step;
    this.#slot = slot;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#unfollow = onAbort(signal, () => {
      this.reject(signal.reason);
      onLeft(this);
    });
  }

  /** How it is asked: among others; alone, once a group did not count; and at last without pipelining. */
  get askedHow(): 'among-others' | 'alone' | 'step-by-step' {
    if (this.#failures === 0) return 'among-others';
    return this.#failures === 1 ? 'alone' : 'step-by-step';
  }

  /** The addresses of its host that it was not sent to yet. */
  get untriedAddresses(): readonly string[] {
    const { known } = this.addresses;
    if (this.tries.length === 0) return known;
    return known.filter((each) => !this.tries.some(({ address }) => address === each));
  }

  /** Counts that it was asked without an answer. Returns whether it may be asked again: otherwise, that is the answer. */
  countFailure(): boolean {
    this.#failures += 1;
    return this.#failures < failuresAllowed;
  }

  /** Counts that the server asked us to slow down instead of an answer. Returns whether it may be asked again. */
  countLimit(): boolean {
    this.#limits += 1;
    return this.#limits < limitsAllowed;
  }

  /** Tells the callers that a session with a socket works for them. A second call is harmless. */
  markServed(): void {
    if (!this.#hasSlot) this.#slot.onSlot();
    this.#hasSlot = true;
  }

  /**
   * To be called when its answer is doubted: only the first reply of a new session counts, and the callers wait for that as
   * they did for their slot. The server has answered, so it is not to blame if their time ends before.
   */
  requireFreshSession(): void {
    this.needsFreshSession = true;
    if (this.#hasSlot) this.#slot.onSlotLost();
    this.#hasSlot = false;
  }

  /** Leaves it to another egress, if one can be asked. Otherwise this one is asked again. */
  reroute(): void {
    this.resolve({ kind: 'paused', reason: 'limited', until: 0, isRerouted: true });
  }

  resolve(answer: ProbeAnswer): void {
    this.#settle();
    this.#resolve(answer);
  }

  reject(reason: unknown): void {
    this.#settle();
    this.#reject(reason);
  }

  #settle(): void {
    this.pending = false;
    this.#unfollow();
  }
}
