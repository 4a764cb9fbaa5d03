import { abortable, DeadlineExceeded, startDeadline } from '../concurrency/deadline.ts';
import { KeyedMutex } from '../concurrency/keyed-mutex.ts';
import type { Charges } from '../credits/charges.ts';
import { InsufficientCredits, MailproofError } from '../errors.ts';
import type { Cache, Clock } from '../ports.ts';
import type { EmailLookup, LookupRow } from '../resources.ts';
import { DomainKnowledge } from './domain-knowledge.ts';
import { type Finding, isSettled } from './finding.ts';
import { FindingCache, willDo } from './finding-cache.ts';
import { bulkResult, singleResult } from './lookup-result.ts';
import { rowKey } from './row.ts';
import { type SearchParts, search } from './search.ts';

export interface LookupRequest {
  readonly row: LookupRow;
  readonly timeoutMs: number;
  /** Asked for only when there is something to wait for: hosts make it on demand. */
  readonly signal: () => AbortSignal | undefined;
  /** Undefined: nothing is charged. */
  readonly account: string | undefined;
}

/** `fresh`: work was done for it, and charged where there is an account. */
export interface Lookup {
  readonly result: EmailLookup;
  readonly fresh: boolean;
}

export interface LookupAttempt {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** What the row was charged up front, in milli-credits. Default the price of a fresh lookup. */
  readonly milliCredits?: number;
}

export interface LookupsParts extends Pick<SearchParts, 'clock' | 'verifier' | 'verify' | 'persistence'> {
  readonly cache: Cache;
  readonly charges: Charges;
  /** Milli-credits for a fresh one. */
  readonly price: number;
}

interface Question extends LookupRequest {
  readonly key: string;
  /** An unsettled finding had by somebody with less patience than this is not reused. */
  readonly reusePatienceMs: number;
}

interface Answer {
  readonly finding: Finding;
  readonly fresh: boolean;
}

interface Flight {
  readonly outcome: Promise<Answer>;
  readonly patienceMs: number;
}

/** Lookups of one person: from the cache, from somebody who asks the same just now, or by work that is charged. */
export class Lookups {
  readonly #search: SearchParts;
  readonly #cache: FindingCache;
  readonly #charges: Charges;
  readonly #clock: Clock;
  readonly #price: number;
  readonly #flights = new Map<string, Flight>();

  constructor(parts: LookupsParts) {
    const { clock, cache } = parts;
    this.#search = {
      ...parts,
      knowledge: new DomainKnowledge(cache, clock),
      domainLocks: new KeyedMutex(),
    };
    this.#cache = new FindingCache(cache, clock);
    this.#charges = parts.charges;
    this.#clock = clock;
    this.#price = parts.price;
  }

  /**
   * A single lookup. Every answer that is fresh is charged, a timeout too (service document, "Credit costs").
   * Rejects, uncharged, with ServiceUnavailable, InsufficientCredits, StorageUnavailable or the signal's reason.
   */
  async lookup(request: LookupRequest): Promise<Lookup> {
    const { row, timeoutMs, account } = request;
    const { finding, fresh } = await this.#answer({
      ...request,
      key: rowKey(row),
      reusePatienceMs: timeoutMs,
    });
    const charged = fresh && account !== undefined ? this.#price : 0;
    return { result: singleResult(row, finding, charged), fresh };
  }

  /**
   * One attempt at a row of a bulk lookup, which is paid for already. `settled`: a later attempt would come to the
   * same end. What was not settled before is not taken from the cache, which would only put the attempt off.
   */
  async attempt(
    row: LookupRow,
    { timeoutMs, signal, milliCredits = this.#price }: LookupAttempt,
  ): Promise<{ readonly result: EmailLookup; readonly settled: boolean; readonly fresh: boolean }> {
    const { finding, fresh } = await this.#answer({
      row,
      key: rowKey(row),
      timeoutMs,
      reusePatienceMs: Number.POSITIVE_INFINITY,
      signal: () => signal,
      account: undefined,
    });
    return { result: bulkResult(row, finding, milliCredits), settled: isSettled(finding), fresh };
  }

  async #answer(question: Question): Promise<Answer> {
    const deadlineAt = this.#clock.now() + question.timeoutMs;
    for (;;) {
      const flight = this.#flights.get(question.key);
      const leftMs = Math.max(1, deadlineAt - this.#clock.now());
      if (flight === undefined) return this.#lead(question, leftMs);
      const followed = await this.#follow(flight, question, leftMs);
      if (followed !== undefined) return followed;
    }
  }

  /** Does it, for oneself and for those who ask meanwhile. */
  async #lead(question: Question, leftMs: number): Promise<Answer> {
    const flight: Flight = {
      outcome: this.#findOrWork(question, leftMs),
      patienceMs: question.timeoutMs,
    };
    this.#flights.set(question.key, flight);
    try {
      return await flight.outcome;
    } finally {
      this.#flights.delete(question.key);
    }
  }

  async #findOrWork(question: Question, leftMs: number): Promise<Answer> {
    const { key, account, reusePatienceMs } = question;
    const known = await this.#cache.find(key, reusePatienceMs);
    if (known !== undefined) return { finding: known, fresh: false };
    const work = () => this.#work(question, leftMs);
    if (account === undefined) return { finding: await work(), fresh: true };
    const charge = { account, milliCredits: this.#price, workMs: leftMs };
    return { finding: await this.#charges.around(charge, work), fresh: true };
  }

  async #work({ row, key, timeoutMs, signal }: Question, leftMs: number): Promise<Finding> {
    const finding = await search(row, { timeoutMs: leftMs, signal: signal() }, this.#search);
    await this.#cache.keep(key, finding, timeoutMs);
    return finding;
  }

  /** Waits for another caller's answer. Undefined where it will not do for this one, or that one failed alone. */
  async #follow(flight: Flight, question: Question, leftMs: number): Promise<Answer | undefined> {
    const deadline = startDeadline(this.#clock, leftMs, question.signal());
    try {
      const { finding } = await abortable(flight.outcome, deadline.signal);
      return willDo(finding, flight.patienceMs, question.reusePatienceMs)
        ? { finding, fresh: false }
        : undefined;
    } catch (error) {
      if (deadline.signal.aborted) return gaveUp(error);
      // The other one's account, or its leaving, is not this caller's affair.
      const ownAffair = error instanceof InsufficientCredits || !(error instanceof MailproofError);
      if (ownAffair) return undefined;
      throw error;
    } finally {
      deadline.clear();
    }
  }
}

/** The other one waits longer than this caller does. */
function gaveUp(reason: unknown): Answer {
  if (!(reason instanceof DeadlineExceeded)) throw reason;
  return { finding: { kind: 'out-of-time' }, fresh: false };
}
