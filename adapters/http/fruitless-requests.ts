import type { FruitlessBudgetName, RateBudgetName } from '../../src/budgets/budget-table.ts';
import { BudgetExceeded, type Budgets } from '../../src/budgets/budgets.ts';
import { delay } from '../../src/concurrency/deadline.ts';
import { countedNetwork } from '../../src/ip-address.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { clientAddressOf } from './hosts/client-address.ts';
import type { RequestView } from './request-view.ts';

/**
 * Requests that come to nothing: of clients that nobody knows, beyond the rate of an account, and submissions that are
 * refused. Beyond their budgets, a refusal is answered when there is room again, and further requests of the connection
 * wait for it: so clients that ignore refusals cost no more than their connections.
 */
export class FruitlessRequests {
  readonly #budgets: Pick<Budgets, 'take' | 'check' | 'count'>;
  readonly #clock: Clock;
  readonly #addressHeader: string | undefined;

  /** `clientAddressHeader`: in which our own proxy names the client. */
  constructor(options: {
    readonly budgets: Pick<Budgets, 'take' | 'check' | 'count'>;
    readonly clock: Clock;
    readonly clientAddressHeader: string | undefined;
  }) {
    this.#budgets = options.budgets;
    this.#clock = options.clock;
    this.#addressHeader = options.clientAddressHeader?.toLowerCase();
  }

  /**
   * Counts a request without a valid key or session, or for nothing that exists, by its client address or IPv6 /64. Rejects with
   * BudgetExceeded, or if its client has gone.
   */
  async countStranger(request: RequestView): Promise<void> {
    const address = clientAddressOf(request, this.#addressHeader);
    const client = address === undefined ? '' : countedNetwork(address);
    await this.#check('stranger_requests', client, request);
    this.#budgets.count('stranger_requests', client);
  }

  /** Counts a request of an account against a rate. Rejects with BudgetExceeded of that rate, as late as `countStranger`. */
  async takeRate(name: RateBudgetName, owner: string, request: RequestView): Promise<void> {
    try {
      await this.#budgets.take(name, owner);
    } catch (error) {
      if (!(error instanceof BudgetExceeded)) throw error;
      try {
        await this.#check('refused_requests', owner, request);
        this.#budgets.count('refused_requests', owner);
      } catch (later) {
        if (!(later instanceof BudgetExceeded)) throw later;
      }
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

  async #check(name: FruitlessBudgetName, owner: string, { signal }: RequestView): Promise<void> {
    try {
      this.#budgets.check(name, owner);
    } catch (error) {
      if (error instanceof BudgetExceeded) await delay(this.#clock, error.retryAfterMs ?? 0, signal);
      throw error;
    }
  }
}
