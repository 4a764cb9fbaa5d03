import { abortable, startDeadline } from '../concurrency/deadline.ts';
import type { Clock } from '../ports/clock.ts';
import type { SmtpReply } from '../ports/smtp-transport.ts';
import { classify } from '../probe/reply/classification.ts';
import type { EmailVerification } from '../resources.ts';
import { percentOf, redeliveryProbability, refusalProbability } from './confidence/confidence.ts';
import { explanations } from './explanations.ts';

/** What the host knows of its own mail to an address. Times are milliseconds since the Unix epoch, each that of the last one. */
export interface KnownMail {
  /** Mail was delivered, and did not bounce. */
  readonly deliveredAt?: number | undefined;
  /** Mail was opened or answered. */
  readonly openedAt?: number | undefined;
  /** Mail bounced for good. */
  readonly bouncedAt?: number | undefined;
  /** What the bounce says, with its code: `550 5.1.1 User unknown`. Without it, a bounce may be about anything. */
  readonly bounce?: string | undefined;
  /** The recipient complained. */
  readonly complainedAt?: number | undefined;
}

/** Asks the host. Undefined if it knows nothing. */
export type KnownMailSource = (email: string) => Promise<KnownMail | undefined> | KnownMail | undefined;

/** The host is asked after the servers, and must not make callers wait for long. */
const timeoutMs = 2_000;
const yearMs = 365 * 86_400_000;

/** Adds what the host knows to verdicts on addresses of which no server can tell. Nothing of it is stored. */
export class KnownMailAdvice {
  readonly #source: KnownMailSource | undefined;
  readonly #clock: Clock;
  readonly #onFailure: (cause: unknown) => void;

  constructor(
    source: KnownMailSource | undefined,
    { clock, onFailure }: { readonly clock: Clock; readonly onFailure: (cause: unknown) => void },
  ) {
    this.#source = source;
    this.#clock = clock;
    this.#onFailure = onFailure;
  }

  /** Returns the same verdict if the host knows nothing, fails, or does not answer within two seconds. */
  async judge(verdict: Readonly<EmailVerification>): Promise<Readonly<EmailVerification>> {
    if (this.#source === undefined || !isOpen(verdict)) return verdict;
    const deadline = startDeadline(this.#clock, timeoutMs);
    try {
      const known = await abortable(Promise.resolve(this.#source(verdict.email)), deadline.signal);
      return known === undefined ? verdict : judgeKnownMail(verdict, known, this.#clock.now());
    } catch (error) {
      this.#onFailure(error);
      return verdict;
    } finally {
      deadline.clear();
    }
  }

  async judgeAll(
    verdicts: readonly Readonly<EmailVerification>[],
  ): Promise<readonly Readonly<EmailVerification>[]> {
    return this.#source === undefined
      ? verdicts
      : Promise.all(verdicts.map((verdict) => this.judge(verdict)));
  }
}

/** The mail server accepts everybody, at first or for good. */
function isOpen({ substatus }: EmailVerification): boolean {
  return substatus === 'catch_all' || substatus === 'unverifiable';
}

/**
 * Returns the verdict with what the host knows: `invalid` after a bounce that is about the mailbox, `safe` after a delivery since
 * which there was neither a bounce nor a complaint, if that makes it likelier than the server does.
 */
export function judgeKnownMail(
  verdict: Readonly<EmailVerification>,
  { deliveredAt = 0, openedAt = 0, bouncedAt = 0, bounce = '', complainedAt = 0 }: KnownMail,
  now: number,
): Readonly<EmailVerification> {
  const tookMailAt = Math.max(deliveredAt, openedAt);
  if (bouncedAt > tookMailAt) return judgeBounce(verdict, bounce);
  if (tookMailAt === 0 || complainedAt >= tookMailAt) return verdict;
  const confidence = percentOf(redeliveryProbability(Math.max(0, now - tookMailAt) / yearMs));
  if (confidence <= (verdict.confidence ?? 0)) return verdict;
  const explanation = openedAt > deliveredAt ? explanations.knownOpened : explanations.knownDelivered;
  return Object.freeze({ ...verdict, status: 'safe', substatus: 'deliverable', explanation, confidence });
}

function judgeBounce(verdict: Readonly<EmailVerification>, bounce: string): Readonly<EmailVerification> {
  const reply = replyIn(bounce);
  const read = reply && classify(reply, { stage: 'rcpt', recipient: verdict.email });
  if (read?.certainty === 'weak') return verdict;
  switch (read?.meaning) {
    case 'mailbox-not-found':
      return refused(verdict, 'mailbox_not_found', refusalProbability('notFoundByWords'));
    case 'mailbox-disabled':
      return refused(verdict, 'mailbox_disabled', refusalProbability('disabled'));
    default:
      return verdict;
  }
}

function refused(
  verdict: Readonly<EmailVerification>,
  substatus: 'mailbox_not_found' | 'mailbox_disabled',
  probability: number,
): Readonly<EmailVerification> {
  const explanation = explanations.knownBounced;
  return Object.freeze({
    ...verdict,
    status: 'invalid',
    substatus,
    explanation,
    confidence: percentOf(probability),
  });
}

/** Returns whether a bounce quotes what a server has replied: others only cancel the deliveries before them. */
export function quotesReply(bounce: string): boolean {
  return replyIn(bounce) !== undefined;
}

/**
 * Returns the reply of the server that a bounce quotes: "smtp; 550 5.1.1 User unknown", perhaps by its enhanced code alone. What stands
 * before such a code belongs to it: "Blocked by a list (#5.1.1)".
 */
function replyIn(bounce: string): SmtpReply | undefined {
  const basic = /(?<![\d.])([245]\d\d)(?![\d.])[ -]?(.*)/s.exec(bounce);
  const enhanced = /(?:^\s*|smtp;\s*|status:?\s*|[#[(]\s*)([245])\.\d{1,3}\.\d{1,3}(?!\.?\d)/i.exec(bounce);
  if (basic !== null && (enhanced === null || basic.index < enhanced.index))
    return { code: Number(basic[1]), lines: (basic[2] ?? '').split(/\r?\n/) };
  return enhanced === null
    ? undefined
    : { code: Number(`${enhanced[1]}50`), lines: bounce.trim().split(/\r?\n/) };
}
