import { abortable, DeadlineExceeded, startDeadline } from '../concurrency/deadline.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import type { WorkShare } from '../concurrency/work-share.ts';
import { InsufficientCredits, MailproofError } from '../errors.ts';
import type { Clock } from '../ports.ts';
import type { Charges } from './charges.ts';
import type { ResultCache } from './result-cache.ts';

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
}

/** `fresh`: worked out for this caller and charged to its account. Otherwise cached, or another caller's. */
export interface SharedResult<Result> {
  readonly result: Readonly<Result>;
  readonly fresh: boolean;
}

export interface SharedWorkDependencies<Request extends WorkRequest, Result extends object> {
  readonly cache: ResultCache<Result>;
  readonly charges: Charges;
  readonly clock: Clock;
  /** What a fresh result costs, in milli-credits. */
  readonly price: number;
  /** Works out a fresh result in at most `timeoutMs`. */
  readonly work: (
    request: Request,
    limits: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
  ) => Promise<Result>;
  /** The result for a caller whose time ends before another caller's work does. */
  readonly timeoutResult: (request: Request) => Result;
}

/** Work under way for its leader, the caller who began it. Followers wait for its outcome. */
interface Flight<Result> {
  readonly outcome: Promise<SharedResult<Result>>;
  readonly patienceMs: number;
}

/**
 * Gives each request a result from the cache, from another caller's work under way for the same key, or from its own
 * work, which is charged and cached.
 */
export class SharedWork<Request extends WorkRequest, Result extends object> {
  readonly #dependencies: SharedWorkDependencies<Request, Result>;
  readonly #flights = new Map<string, Flight<Result>>();

  constructor(dependencies: SharedWorkDependencies<Request, Result>) {
    this.#dependencies = dependencies;
  }

  /**
   * Rejects, uncharged, with what the work rejects with, InsufficientCredits, StorageUnavailable, or the signal's
   * reason.
   */
  async resultFor(request: Request): Promise<SharedResult<Result>> {
    const { clock } = this.#dependencies;
    const deadlineAt = steadyNow(clock) + request.timeoutMs;
    for (;;) {
      const flight = this.#flights.get(flightKey(request));
      const leftMs = Math.max(1, deadlineAt - steadyNow(clock));
      if (flight === undefined) return this.#lead(request, leftMs);
      const followed = await this.#follow(flight, request, leftMs);
      if (followed !== undefined) return followed;
    }
  }

  async #lead(request: Request, leftMs: number): Promise<SharedResult<Result>> {
    const flight = { outcome: this.#findOrWork(request, leftMs), patienceMs: request.timeoutMs };
    this.#flights.set(flightKey(request), flight);
    try {
      return await flight.outcome;
    } finally {
      this.#flights.delete(flightKey(request));
    }
  }

  async #findOrWork(request: Request, leftMs: number): Promise<SharedResult<Result>> {
    const { cache, charges, price } = this.#dependencies;
    const { key, account, reusePatienceMs } = request;
    const cached = await cache.find(key, reusePatienceMs);
    if (cached !== undefined) return { result: cached, fresh: false };
    const work = (holdId?: string) => this.#workAndStore(request, leftMs, holdId);
    if (account === undefined) return { result: await work(), fresh: true };
    const retract = () => cache.remove(key);
    const charge = { account, milliCredits: price, workMs: leftMs, retract };
    const result = await charges.chargeAround(charge, work);
    cache.keepForPeek(key, result);
    return { result, fresh: true };
  }

  async #workAndStore(request: Request, leftMs: number, holdId: string | undefined): Promise<Result> {
    const { cache, work } = this.#dependencies;
    const result = await work(request, { timeoutMs: leftMs, signal: request.signal() });
    await cache.store(request.key, result, { patienceMs: request.timeoutMs, holdId });
    return result;
  }

  /** Waits for the leader's result. Undefined if this caller must not reuse it, or the leader failed for itself. */
  async #follow(
    flight: Flight<Result>,
    request: Request,
    leftMs: number,
  ): Promise<SharedResult<Result> | undefined> {
    const { cache, clock, timeoutResult } = this.#dependencies;
    const deadline = startDeadline(clock, leftMs, request.signal());
    try {
      const { result } = await abortable(flight.outcome, deadline.signal);
      const reusable = cache.isReusable(result, flight.patienceMs, request.reusePatienceMs);
      return reusable ? { result, fresh: false } : undefined;
    } catch (error) {
      if (deadline.signal.aborted) {
        if (error instanceof DeadlineExceeded) return { result: timeoutResult(request), fresh: false };
        throw error;
      }
      if (concernsLeaderOnly(error)) return undefined;
      throw error;
    } finally {
      deadline.clear();
    }
  }
}

function flightKey({ share, key }: WorkRequest): string {
  return `${share.kind} ${key}`;
}

/** The leader's empty account, or its abort, says nothing about the followers. */
function concernsLeaderOnly(error: unknown): boolean {
  return error instanceof InsufficientCredits || !(error instanceof MailproofError);
}
