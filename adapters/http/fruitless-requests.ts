import type { BudgetName, FruitlessBudgetName, RateBudgetName } from '../../src/budgets/budget-table.ts';
import { BudgetExceeded, type Budgets } from '../../src/budgets/budgets.ts';
import { delay } from '../../src/concurrency/deadline.ts';
import { KeyedMutex } from '../../src/concurrency/keyed-mutex.ts';
import { steadyNow } from '../../src/concurrency/steady-time.ts';
import { countedNetwork } from '../../src/ip-address.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { clientAddressOf } from './hosts/client-address.ts';
import type { RequestView } from './request-view.ts';

type FruitlessBudgets = Pick<Budgets, 'take' | 'check' | 'count'>;

/** Refusals of one owner are answered so far apart: a thousand at once would keep everybody waiting. */
const refusalEveryMs = 10;

/**
 * Requests that come to nothing: of clients that nobody knows, beyond the rate of an account, and submissions that are
 * refused. Beyond their budgets, a refusal is answered when there is room again, one after another, and further
 * requests of the connection wait for it: so clients that ignore refusals cost no more than their connections.
 */
export class FruitlessRequests {
  readonly #budgets: FruitlessBudgets;
  readonly #clock: Clock;
  readonly #refusals = new KeyedMutex();
  readonly #addressHeader: string | undefined;

  /** `clientAddressHeader`: in which our own proxy names the client. */
  constructor(options: {
    readonly budgets: FruitlessBudgets;
    readonly clock: Clock;
    readonly clientAddressHeader: string | undefined;
  }) {
    this.#budgets = options.budgets;
    this.#clock = options.clock;
    this.#addressHeader = options.clientAddressHeader?.toLowerCase();
  }

  /** Returns by what strangers count: the client address or IPv6 /64; empty if it is not known. */
  clientOf(request: RequestView): string {
    const address = clientAddressOf(request, this.#addressHeader);
    return address === undefined ? '' : countedNetwork(address);
  }

  /**
   * Counts a request without a valid key or session, or for nothing that exists, by its client address or IPv6 /64. Rejects with
   * BudgetExceeded, or if its client has gone.
   */
  async countStranger(request: RequestView): Promise<void> {
    const client = this.clientOf(request);
    await this.#check('stranger_requests', client, request);
    this.#budgets.count('stranger_requests', client);
  }

  /**
   * Counts a request of an account against a rate. Rejects with BudgetExceeded of that rate, as late as
   * `countStranger`. Once too many were refused, the store is not asked.
   */
  async takeRate(name: RateBudgetName, owner: string, request: RequestView): Promise<void> {
    await this.#check('refused_requests', owner, request, name);
    try {
      await this.#budgets.take(name, owner);
    } catch (error) {
      if (error instanceof BudgetExceeded) this.#budgets.count('refused_requests', owner);
      throw error;
    }
  }

  /** To be called before a submission is read. Rejects as `countStranger` does. */
  async checkSubmission(account: string, request: RequestView): Promise<void> {
    await this.#check('refused_submissions', account, request);
  }

  countRefusedSubmission(account: string): void {
    this.#budgets.count('refused_submissions', account);
  }

  async #check(
    name: FruitlessBudgetName,
    owner: string,
    { signal }: RequestView,
    refusedAs?: BudgetName,
  ): Promise<void> {
    try {
      this.#budgets.check(name, owner, refusedAs);
    } catch (error) {
      if (error instanceof BudgetExceeded) await this.#waitToRefuse(`${name} ${owner}`, error, signal);
      throw error;
    }
  }

  /** Waits until a refusal may be answered. Rejects if the client has gone. */
  async #waitToRefuse(key: string, { retryAfterMs }: BudgetExceeded, signal: AbortSignal): Promise<void> {
    const dueAt = steadyNow(this.#clock) + (retryAfterMs ?? 0);
    const turn = await this.#refusals.acquire(key, signal);
    try {
      await delay(this.#clock, Math.max(0, dueAt - steadyNow(this.#clock)), signal);
    } finally {
      this.#clock.after(refusalEveryMs, () => turn.release(), { background: true });
    }
  }
}
