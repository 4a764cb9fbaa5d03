import { boundedMap } from '../bounded-map.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import type { Clock } from '../ports/clock.ts';
import { budgetTable } from './budget-table.ts';
import type { Budgets } from './budgets.ts';

const maxAccounts = 10_000;
const { windowMs } = budgetTable.fruitless_items;

interface Window {
  readonly begunAt: number;
  readonly items: number;
}

/**
 * Items of lists that cost this process time and are not paid for: of lists that became no job of their own, because they were
 * refused or are repeats; repeats within a list; and items that were refunded, because their job was cancelled or has failed.
 * They are counted once they have come to nothing: what is paid for may be as much as an account likes.
 */
export class FruitlessLists {
  readonly #budgets: Budgets;
  readonly #clock: Clock;
  /** By account. */
  readonly #windows = boundedMap<string, Window>(maxAccounts);

  constructor({ budgets, clock }: { readonly budgets: Budgets; readonly clock: Clock }) {
    this.#budgets = budgets;
    this.#clock = clock;
  }

  /** To be called before a list is read. Throws BudgetExceeded. */
  check(account: string | undefined): void {
    const window = this.#current(account);
    if (window === undefined || window.items < this.#budgets.limitOf('fruitless_items')) return;
    const leftMs = window.begunAt + windowMs - steadyNow(this.#clock);
    throw this.#budgets.refusal('fruitless_items', Math.ceil(leftMs));
  }

  /** Counts items that have come to nothing. */
  count(account: string | null | undefined, items: number): void {
    if (account == null || items === 0) return;
    const { begunAt, items: before } = this.#current(account) ?? {
      begunAt: steadyNow(this.#clock),
      items: 0,
    };
    this.#windows.set(account, { begunAt, items: before + items });
  }

  #current(account: string | undefined): Window | undefined {
    const window = account === undefined ? undefined : this.#windows.get(account);
    if (window === undefined || steadyNow(this.#clock) - window.begunAt >= windowMs) return undefined;
    return window;
  }
}
