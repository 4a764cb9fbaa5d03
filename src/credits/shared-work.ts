import { abortable, type Deadline, DeadlineExceeded, startDeadline } from '../concurrency/deadline.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import type { WorkShare } from '../concurrency/work-share.ts';
import { InsufficientCredits, MailproofError, ServiceUnavailable } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { ChargeKind } from '../ports/credit-ledger.ts';
import type { Leases } from '../ports/leases.ts';
import { isNoSlotInTime } from '../verdict/local-outage.ts';
import { type Charges, HoldLost } from './charges.ts';
import { type FlightLead, leadFlight } from './flight-lead.ts';
import type { FoundResult, NoResult, ResultCache } from './result-cache.ts';
import type { UnpublishedResults } from './unpublished-results.ts';

/** What `SharedWork` needs to know of a request. */
export interface WorkRequest {
  /** Requests with the same key share one result. */
  readonly key: string;
  /** When to answer at the latest. */
  readonly timeoutMs: number;
  /** An inconclusive result worked out with less patience than this is not reused. */
  readonly reusePatienceMs: number;
  /** Called only when there is something to wait for: hosts create the signal on demand. */
  readonly signal: () => AbortSignal | undefined;
  /** On whose behalf the work is done. A single request does not wait for the work of a bulk job. */
  readonly share: WorkShare;
  /** Pays for a fresh result. Undefined: nothing is charged. */
  readonly account: string | undefined;
  /** The API key that asked, for the journal. */
  readonly keyId?: string | undefined;
  /**
   * Keeps a fresh result from others until it is published: its caller pays for something else. Nothing is charged here then, and
   * work is shared only with callers of whom the same is true.
   */
  readonly unpublished?: UnpublishedResults | undefined;
  /** Whether to share the work with the other processes of the store too, which costs a call of the store. */
  readonly acrossProcesses: boolean;
}

/** `fresh`: worked out for this caller and charged to its account. Otherwise cached, or another caller's. */
export interface SharedResult<Result> {
  readonly result: Readonly<Result>;
  readonly fresh: boolean;
}

export interface SharedWorkDependencies<Request extends WorkRequest, Result extends object> {
  readonly cache: ResultCache<Result>;
  readonly charges: Charges;
  readonly leases: Pick<Leases, 'acquire'>;
  readonly clock: Clock;
  /** What a fresh result costs, in milli-credits. */
  readonly price: number;
  /** What is charged, for the journal. */
  readonly chargeKind: ChargeKind;
  /** Works out a fresh result in at most `timeoutMs`. `deadline`: passes then, or when the caller aborts, if it has begun. */
  readonly work: (
    request: Request,
    limits: {
      readonly timeoutMs: number;
      readonly signal: AbortSignal | undefined;
      readonly deadline: Deadline | undefined;
    },
  ) => Promise<Result>;
  /** Whether this account, if any, may have work that nobody pays for. */
  readonly mayWorkUnpaid: (account: string | undefined) => Promise<boolean>;
  /** The result for a caller whose time ends before another caller's work does. */
  readonly timeoutResult: (request: Request) => Result;
}

/** `publish`: stores a result that was kept back for all callers. */
interface WorkOutcome<Result> extends SharedResult<Result> {
  readonly publish?: (() => Promise<void>) | undefined;
}

/** Work under way in this process. Its leader is the caller who began it; followers wait for its outcome. */
interface LocalFlight<Result> {
  readonly outcome: Promise<WorkOutcome<Result>>;
  readonly patienceMs: number;
  /** On whose behalf the work is done: it may have to wait while this account holds all that it may. */
  readonly account: string | null;
}

/** How long the work for a caller may take. */
interface WorkLimits {
  readonly deadlineAt: number;
  /** Passes at `deadlineAt`. Undefined unless something had to be waited for before. */
  readonly deadline?: Deadline | undefined;
  /** Who may reuse an inconclusive result: less than the caller's own patience if it has waited for others. */
  readonly patienceMs: number;
  /** Whether the caller has waited for the work of another. */
  readonly hasWaited: boolean;
}

/** How a caller leads. `acrossProcesses`: whether callers of other processes wait for it. */
type Lead = Omit<WorkLimits, 'deadline'> & Pick<WorkRequest, 'acrossProcesses'>;

/**
 * Another caller, or another process, was done first, and pays. Its result is the answer of all, unless it was less patient and says
 * no more (`isVague`): then each has its own.
 */
class AnsweredByAnother extends Error {
  readonly isVague: boolean;

  constructor({ isVague }: { readonly isVague: boolean }) {
    super('Another caller has stored its result first.');
    this.name = 'AnsweredByAnother';
    this.isVague = isVague;
  }
}

/**
 * A request that has waited for others, and has less time left, would mostly pay for a timeout: name server, greeting,
 * TLS and recipient take longer.
 */
const leastWorkMs = 1_000;

/**
 * The work of another account is waited for at most this long, and for this part of a caller's time: it may wait for its share.
 * Of work in another process, nobody knows for whom it is done: it is waited for at most this long.
 */
const longestWaitForOthersMs = 10_000;
const waitForOthersPart = 1 / 3;

/** A request with this many times the patience of another one may succeed where that one did not. */
const muchMore = 2;

/** Whoever led until now may have died after storing the answer, if the cache was asked longer ago than this. */
const cacheAnswerValidMs = 500;

/**
 * Gives each request a result from the cache, from another caller's work under way for the same key, or from its own
 * work, which is charged and cached. Callers of one process share a local flight, and its leader joins the flight of
 * all processes, so that a process makes one call of the store for all of its callers. A caller waits for the work of another
 * account at most ten seconds, and in this process a third of its time. Then it does its own work, and the first one that is
 * done pays and serves the other.
 */
export class SharedWork<Request extends WorkRequest, Result extends object> {
  readonly #dependencies: SharedWorkDependencies<Request, Result>;
  readonly #localFlights = new Map<string, LocalFlight<Result>>();
  /** Flights that end: no caller waits for the store. */
  readonly #endingFlights = new Set<Promise<unknown>>();

  constructor(dependencies: SharedWorkDependencies<Request, Result>) {
    this.#dependencies = dependencies;
  }

  /**
   * Rejects, uncharged, with what the work rejects with, InsufficientCredits, StorageUnavailable, or the signal's
   * reason.
   */
  async resultFor(request: Request): Promise<SharedResult<Result>> {
    const deadlineAt = steadyNow(this.#dependencies.clock) + request.timeoutMs;
    const localKey = localFlightKey(request);
    let patienceMs = request.timeoutMs;
    /** A flight of another account that this caller has waited for in vain. */
    let slow: LocalFlight<Result> | undefined;
    for (let hasWaited = false; ; hasWaited = true) {
      const flight = this.#localFlights.get(localKey);
      let outcome: WorkOutcome<Result> | 'slow' | undefined;
      if (flight === undefined || flight === slow) {
        // The other one leads the flight of the store.
        const acrossProcesses = request.acrossProcesses && flight === undefined;
        outcome = await this.#lead(localKey, request, { deadlineAt, patienceMs, hasWaited, acrossProcesses });
      } else {
        outcome = await this.#follow(flight, request, this.#leftMs(deadlineAt));
      }
      if (outcome === 'slow') slow = flight;
      else if (outcome !== undefined) {
        // Of those who share a result, each may be the only one who pays in the end.
        if (outcome.publish !== undefined) request.unpublished?.add(outcome.publish);
        return outcome;
      }
      patienceMs = this.#leftMs(deadlineAt);
    }
  }

  /** Resolves when the store has heard of the end of all flights. To be called when no request is under way. */
  async close(): Promise<void> {
    await Promise.all(this.#endingFlights);
  }

  #endFlight(lead: FlightLead): void {
    const ending = lead.end();
    this.#endingFlights.add(ending);
    const forget = () => this.#endingFlights.delete(ending);
    ending.then(forget, forget);
  }

  #leftMs(deadlineAt: number): number {
    return Math.max(1, deadlineAt - steadyNow(this.#dependencies.clock));
  }

  /** Leads the local flight: a timeout of this caller, while it waits for another process, is no result for the others. */
  async #lead(localKey: string, request: Request, lead: Lead): Promise<WorkOutcome<Result>> {
    const outcome = this.#findOrWork(request, lead);
    const flight = { outcome, patienceMs: lead.patienceMs, account: request.share.account };
    this.#localFlights.set(localKey, flight);
    try {
      return await outcome;
    } catch (error) {
      if (!(error instanceof DeadlineExceeded)) throw error;
      return { result: this.#dependencies.timeoutResult(request), fresh: false };
    } finally {
      if (this.#localFlights.get(localKey) === flight) this.#localFlights.delete(localKey);
    }
  }

  /**
   * Looks for a result, becomes the leader of all processes, and works. Looks once more whenever there may be a result by now: another
   * process has led, or was done first. Rejects with DeadlineExceeded if the caller's time ends while it waits.
   */
  async #findOrWork(request: Request, begun: Lead): Promise<WorkOutcome<Result>> {
    const { cache, clock, leases } = this.#dependencies;
    const { deadlineAt } = begun;
    // Without a place in the cache, the result cannot be shared.
    let flightKey = begun.acrossProcesses ? cache.storeKey(request.key) : undefined;
    let { patienceMs, hasWaited } = begun;
    /** One for all waits and the work: each costs a timer and a signal. */
    let deadline: Deadline | undefined;
    let lead: FlightLead | undefined;
    try {
      for (;;) {
        const askedCacheAt = steadyNow(clock);
        const found = await cache.find(request.key, request.reusePatienceMs);
        if (found.kind === 'found' && !found.mayImprove) return served(found);
        if (flightKey !== undefined && lead === undefined) {
          const waitMs = Math.min(longestWaitForOthersMs, this.#leftMs(deadlineAt));
          deadline ??= startDeadline(clock, waitMs, request.signal());
          try {
            const { signal } = deadline;
            const led = await leadFlight(flightKey, { leases, clock, deadlineAt, signal });
            lead = led.lead;
            deadline.extend(this.#leftMs(deadlineAt));
            hasWaited ||= led.releasedBefore || steadyNow(clock) - askedCacheAt > cacheAnswerValidMs;
          } catch (error) {
            if (!deadline.passed || steadyNow(clock) >= deadlineAt) throw error;
            // It works beside the other one.
            deadline.clear();
            deadline = flightKey = undefined;
            hasWaited = true;
          }
          if (hasWaited) {
            patienceMs = this.#leftMs(deadlineAt);
            continue;
          }
        }
        const limits = { deadlineAt, deadline, patienceMs, hasWaited };
        const outcome =
          found.kind === 'none'
            ? await this.#workAndCharge(request, limits, found)
            : await this.#improve(request, limits, found.result);
        if (outcome !== undefined) return outcome;
      }
    } finally {
      deadline?.clear();
      if (lead !== undefined) this.#endFlight(lead);
    }
  }

  /**
   * Works on a request once more, because the known result may be due to the egresses of another process. That one was paid
   * for: whatever comes of this is free. The known result is the answer if this process has no egress that works, or no time, or
   * the account has had enough of such work.
   */
  async #improve(request: Request, limits: WorkLimits, known: Result): Promise<SharedResult<Result>> {
    const { cache, work, mayWorkUnpaid } = this.#dependencies;
    const { deadline, patienceMs } = limits;
    const timeoutMs = this.#leftMs(limits.deadlineAt);
    const answer = { result: known, fresh: false };
    if (timeoutMs < leastWorkMs || !(await mayWorkUnpaid(request.account))) return answer;
    try {
      const result = await work(request, { timeoutMs, deadline, signal: request.signal() });
      await cache.storeImprovement(request.key, result, { patienceMs });
      cache.keepForPeek(request.key, result);
      return { result, fresh: false };
    } catch (error) {
      if (!(error instanceof ServiceUnavailable)) throw error;
      return answer;
    }
  }

  /** Returns undefined, uncharged, if another caller, or another process, was done first: its result is the answer of all. */
  async #workAndCharge(
    request: Request,
    { deadlineAt, deadline, patienceMs, hasWaited }: WorkLimits,
    replaced: NoResult,
  ): Promise<WorkOutcome<Result> | undefined> {
    const { cache, charges, price, chargeKind, timeoutResult, work } = this.#dependencies;
    const { key, account, keyId = null, unpublished } = request;
    const timeoutMs = this.#leftMs(deadlineAt);
    if (hasWaited && timeoutMs < leastWorkMs) return { result: timeoutResult(request), fresh: false };
    const limits = () => ({ timeoutMs, deadline, signal: request.signal() });
    if (account === undefined || price === 0 || unpublished !== undefined) {
      const result = await work(request, limits());
      const publish = () => cache.store(key, result, { patienceMs });
      if (unpublished !== undefined) return { result, fresh: true, publish };
      await publish();
      return { result, fresh: true };
    }
    let result: Result | undefined;
    const workAndStore = async (holdId: string) => {
      result = await work(request, limits());
      await this.#storeFirst(request, result, { patienceMs, holdId, replaced });
      return result;
    };
    const withdraw = (holdId: string) => cache.withdraw(holdId);
    const purpose = { kind: chargeKind, count: 1, keyId };
    const charge = { account, milliCredits: price, workMs: timeoutMs, purpose, withdraw };
    try {
      const paid = await charges.chargeAround(charge, workAndStore);
      cache.keepForPeek(key, paid);
      return { result: paid, fresh: true };
    } catch (error) {
      if (!(error instanceof AnsweredByAnother)) throw error;
      return error.isVague && result !== undefined ? { result, fresh: false } : undefined;
    }
  }

  /** Rejects with AnsweredByAnother if another process has stored a result by now that says as much as this one. */
  async #storeFirst(
    request: Request,
    result: Result,
    { patienceMs, holdId, replaced }: { patienceMs: number; holdId: string; replaced: NoResult },
  ): Promise<void> {
    const { cache } = this.#dependencies;
    for (
      let known = replaced;
      !(await cache.storeCharged(request.key, result, { patienceMs, holdId, replaced: known }));
    ) {
      const found = await cache.find(request.key, request.reusePatienceMs);
      if (found.kind === 'found') throw new AnsweredByAnother({ isVague: false });
      // One charge is enough for two answers that say nothing.
      if (!cache.isConclusive(result) && (await cache.find(request.key, 0)).kind === 'found')
        throw new AnsweredByAnother({ isVague: true });
      known = found;
    }
  }

  /**
   * Waits for the leader's result. Undefined if this caller must not reuse it, or the leader failed for itself; `slow` if the
   * leader works for another account, and has taken too long.
   */
  async #follow(
    flight: LocalFlight<Result>,
    request: Request,
    leftMs: number,
  ): Promise<WorkOutcome<Result> | 'slow' | undefined> {
    const { cache, clock, timeoutResult } = this.#dependencies;
    const isOfOther = flight.account !== request.share.account;
    const waitMs = isOfOther ? Math.min(longestWaitForOthersMs, leftMs * waitForOthersPart) : leftMs;
    const deadline = startDeadline(clock, waitMs, request.signal());
    try {
      const { result, publish } = await abortable(flight.outcome, deadline.signal);
      const reusable = cache.isReusable(result, flight.patienceMs, request.reusePatienceMs);
      return reusable ? { result, fresh: false, publish } : undefined;
    } catch (error) {
      if (deadline.signal.aborted) {
        if (!(error instanceof DeadlineExceeded)) throw error;
        return isOfOther ? 'slow' : { result: timeoutResult(request), fresh: false };
      }
      // With so much more time, it may get the connection that the leader did not.
      const wasHurried = error instanceof ServiceUnavailable && flight.patienceMs * muchMore <= leftMs;
      if (wasHurried || (isOfOther && isNoSlotInTime(error)) || concernsLeaderOnly(error)) return undefined;
      throw error;
    } finally {
      deadline.clear();
    }
  }
}

function served<Result>({ result }: FoundResult<Result>): SharedResult<Result> {
  return { result, fresh: false };
}

function localFlightKey({ share, key, unpublished }: WorkRequest): string {
  return `${share.kind} ${unpublished === undefined ? '' : 'unpublished '}${key}`;
}

/** The leader's empty account, its lost hold, or its abort, says nothing about the followers. */
function concernsLeaderOnly(error: unknown): boolean {
  return (
    error instanceof InsufficientCredits || error instanceof HoldLost || !(error instanceof MailproofError)
  );
}
