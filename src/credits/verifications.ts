import { foldCase } from '../address/fold-case.ts';
import { parseMailbox } from '../address/mailbox.ts';
import { type BoundedMap, boundedMap } from '../bounded-map.ts';
import { abortable, DeadlineExceeded, startDeadline } from '../concurrency/deadline.ts';
import { InsufficientCredits, MailproofError } from '../errors.ts';
import type { Clock } from '../ports.ts';
import type { EmailVerification } from '../resources.ts';
import { type VerdictCache, willDo } from '../verdict/verdict-cache.ts';
import type { Verifier } from '../verdict/verifier.ts';
import type { Charges } from './charges.ts';

export interface VerificationRequest {
  readonly email: string;
  readonly timeoutMs: number;
  /** An unknown had by somebody with less patience than this is not reused. Default `timeoutMs`. */
  readonly reusePatienceMs?: number;
  /** Asked for only when there is something to wait for: hosts make it on demand. */
  readonly signal: () => AbortSignal | undefined;
  /** Undefined: nothing is charged. */
  readonly account: string | undefined;
}

interface Subject {
  readonly email: string;
  readonly key: string;
}

/** `fresh`: work was done for it, and charged where there is an account. */
export interface Verification {
  /** Frozen: it may be given to others as well. */
  readonly verdict: Readonly<EmailVerification>;
  readonly fresh: boolean;
}

interface Flight {
  readonly outcome: Promise<Verification>;
  readonly patienceMs: number;
}

/** Longer inputs are no addresses, and not worth a place in the cache. */
const longestKey = 320;

/** Single verifications: from the cache, from somebody who asks the same just now, or by work that is charged. */
export class Verifications {
  readonly #verifier: Pick<Verifier, 'verify' | 'outOfTime'>;
  readonly #cache: VerdictCache;
  readonly #charges: Charges;
  readonly #clock: Clock;
  readonly #price: number;
  readonly #flights = new Map<string, Flight>();
  readonly #subjects: BoundedMap<string, Subject> = boundedMap(10_000);

  constructor(parts: {
    verifier: Pick<Verifier, 'verify' | 'outOfTime'>;
    cache: VerdictCache;
    charges: Charges;
    clock: Clock;
    /** Milli-credits for a fresh one. */
    price: number;
  }) {
    this.#verifier = parts.verifier;
    this.#cache = parts.cache;
    this.#charges = parts.charges;
    this.#clock = parts.clock;
    this.#price = parts.price;
  }

  async verify(request: VerificationRequest): Promise<Verification> {
    const { email, key } = this.#subject(request.email);
    const known = this.#cache.peek(key);
    if (known !== undefined) return { verdict: shownAs(email, known), fresh: false };
    const { verdict, fresh } = await this.#answer(key, request);
    return { verdict: shownAs(email, verdict), fresh };
  }

  /** What is shown of the input, and what it is known by. */
  #subject(input: string): Subject {
    const known = this.#subjects.get(input);
    if (known !== undefined) return known;
    const parsed = parseMailbox(input);
    const subject =
      parsed.kind === 'mailbox'
        ? { email: parsed.mailbox.original, key: parsed.mailbox.key }
        : { email: parsed.input, key: foldCase(parsed.input) };
    if (input.length <= longestKey) this.#subjects.set(input, subject);
    return subject;
  }

  async #answer(key: string, request: VerificationRequest): Promise<Verification> {
    const deadlineAt = this.#clock.now() + request.timeoutMs;
    for (;;) {
      const flight = this.#flights.get(key);
      const leftMs = Math.max(1, deadlineAt - this.#clock.now());
      if (flight === undefined) return this.#lead(key, request, leftMs);
      const followed = await this.#follow(flight, request, leftMs);
      if (followed !== undefined) return followed;
    }
  }

  /** Does it, for oneself and for those who ask meanwhile. */
  async #lead(key: string, request: VerificationRequest, leftMs: number): Promise<Verification> {
    const flight: Flight = {
      outcome: this.#findOrWork(key, request, leftMs),
      patienceMs: request.timeoutMs,
    };
    this.#flights.set(key, flight);
    try {
      return await flight.outcome;
    } finally {
      this.#flights.delete(key);
    }
  }

  async #findOrWork(key: string, request: VerificationRequest, leftMs: number): Promise<Verification> {
    const { account, timeoutMs, reusePatienceMs = timeoutMs } = request;
    const known = key.length > longestKey ? undefined : await this.#cache.find(key, reusePatienceMs);
    if (known !== undefined) return { verdict: known, fresh: false };
    const work = () => this.#work(key, request, leftMs);
    if (account === undefined) return { verdict: await work(), fresh: true };
    const charge = { account, milliCredits: this.#price, workMs: leftMs };
    return { verdict: await this.#charges.around(charge, work), fresh: true };
  }

  async #work(key: string, request: VerificationRequest, leftMs: number): Promise<EmailVerification> {
    const { email, timeoutMs } = request;
    const signal = request.signal();
    const wait = signal === undefined ? { timeoutMs: leftMs } : { timeoutMs: leftMs, signal };
    const verdict = await this.#verifier.verify(email, wait);
    if (key.length <= longestKey) await this.#cache.keep(key, verdict, timeoutMs);
    return verdict;
  }

  /** Waits for another caller's answer. Undefined where it will not do for this one, or that one failed alone. */
  async #follow(
    flight: Flight,
    request: VerificationRequest,
    leftMs: number,
  ): Promise<Verification | undefined> {
    const deadline = startDeadline(this.#clock, leftMs, request.signal());
    try {
      const { verdict } = await abortable(flight.outcome, deadline.signal);
      const { timeoutMs, reusePatienceMs = timeoutMs } = request;
      return willDo(verdict, flight.patienceMs, reusePatienceMs) ? { verdict, fresh: false } : undefined;
    } catch (error) {
      if (deadline.signal.aborted) return this.#gaveUp(request, error);
      // The other one's account, or its leaving, is not this caller's affair.
      const ownAffair = error instanceof InsufficientCredits || !(error instanceof MailproofError);
      if (ownAffair) return undefined;
      throw error;
    } finally {
      deadline.clear();
    }
  }

  /** The other one waits longer than this caller does. */
  #gaveUp(request: VerificationRequest, reason: unknown): Verification {
    if (!(reason instanceof DeadlineExceeded)) throw reason;
    return { verdict: this.#verifier.outOfTime(request.email), fresh: false };
  }
}

function shownAs(email: string, verdict: Readonly<EmailVerification>): Readonly<EmailVerification> {
  return verdict.email === email && Object.isFrozen(verdict) ? verdict : Object.freeze({ ...verdict, email });
}
