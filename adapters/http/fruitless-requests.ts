import { boundedMap } from '../../src/bounded-map.ts';
import { type BudgetName, budgetTable } from '../../src/budgets/budget-table.ts';
import type { Budgets } from '../../src/budgets/budgets.ts';
import { delay } from '../../src/concurrency/deadline.ts';
import { steadyNow } from '../../src/concurrency/steady-time.ts';
import type { Clock } from '../../src/ports/clock.ts';

const maxOwners = 10_000;

interface Window {
  readonly begunAt: number;
  requests: number;
}

/**
 * Requests that come to nothing, of which each owner has a budget in this process. Beyond it, a refusal is answered when there is
 * room again, and further requests of the connection wait for it: so clients that ignore refusals cost no more than their connections.
 */
export class FruitlessRequests {
  readonly #budget: Extract<BudgetName, 'stranger_requests' | 'refused_submissions'>;
  readonly #budgets: Pick<Budgets, 'limitOf' | 'refusal'>;
  readonly #clock: Clock;
  readonly #windows = boundedMap<string, Window>(maxOwners);

  constructor(
    budget: 'stranger_requests' | 'refused_submissions',
    { budgets, clock }: { readonly budgets: Pick<Budgets, 'limitOf' | 'refusal'>; readonly clock: Clock },
  ) {
    this.#budget = budget;
    this.#budgets = budgets;
    this.#clock = clock;
  }

  /** To be called before anything else is done. Rejects with BudgetExceeded, or with the reason of the signal: its client has gone. */
  async check(owner: string, request: { readonly signal: AbortSignal }): Promise<void> {
    const window = this.#current(owner);
    if (window === undefined || window.requests < this.#budgets.limitOf(this.#budget)) return;
    const leftMs = Math.ceil(window.begunAt + budgetTable[this.#budget].windowMs - steadyNow(this.#clock));
    await delay(this.#clock, leftMs, request.signal);
    throw this.#budgets.refusal(this.#budget, leftMs);
  }

  /** Counts a request that has come to nothing. */
  count(owner: string): void {
    const window = this.#current(owner);
    if (window !== undefined) window.requests += 1;
    else this.#windows.set(owner, { begunAt: steadyNow(this.#clock), requests: 1 });
  }

  #current(owner: string): Window | undefined {
    const window = this.#windows.get(owner);
    if (window === undefined) return undefined;
    return steadyNow(this.#clock) - window.begunAt < budgetTable[this.#budget].windowMs ? window : undefined;
  }
}
