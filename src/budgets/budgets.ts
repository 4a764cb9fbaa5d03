import { boundedMap } from '../bounded-map.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import { InvalidArgument, MailproofError } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { RateLimits } from '../ports/rate-limits.ts';
import {
  type BudgetLimits,
  type BudgetName,
  budgetTable,
  type FruitlessBudgetName,
  type OpenBudgetName,
  type RateBudgetName,
} from './budget-table.ts';

/**
 * A budget of what accounts do not pay for is used up (docs/operations.md, Budgets). Nothing was done or charged. Over HTTP: 429,
 * or 403 if waiting does not help.
 */
export class BudgetExceeded extends MailproofError {
  readonly budget: BudgetName;
  /** Milliseconds after which it may have room again; null if what was asked for is more than it ever has. */
  readonly retryAfterMs: number | null;

  constructor(message: string, refusal: { budget: BudgetName; retryAfterMs: number | null }) {
    super('budget_exceeded', message);
    this.budget = refusal.budget;
    this.retryAfterMs = refusal.retryAfterMs;
  }
}

/** Budgets of what accounts do not pay for (docs/operations.md, Budgets). `owner`: any text; its uses are counted together. */
export interface Budgets {
  /** Counts one use, before the work is done. Rejects with BudgetExceeded, or with StorageUnavailable. */
  take(name: RateBudgetName, owner: string): Promise<void>;
  /**
   * Counts what is under way in this process, until the returned function is called. Further calls of that do nothing. Throws
   * BudgetExceeded.
   */
  open(name: OpenBudgetName, owner: string): () => void;
  /** To be called before work that may come to nothing. Throws BudgetExceeded of the budget `refusedAs`: default `name`. */
  check(name: FruitlessBudgetName, owner: string, refusedAs?: BudgetName): void;
  /** Counts what has come to nothing in this process. `amount`: default 1. */
  count(name: FruitlessBudgetName, owner: string, amount?: number): void;
  /** Returns the limit of a budget: its option, or else its default. */
  limitOf(name: BudgetName): number;
  /**
   * Returns the error for a use beyond a limit that the caller has counted itself, and reports the refusal (event
   * `budget_exceeded`). `retryAfterMs`: after how long waiting may help; null if it never does.
   */
  refusal(name: BudgetName, retryAfterMs: number | null): BudgetExceeded;
}

/** What is open is mostly closed again within this time. */
const retryOpenMs = 1_000;
/** Of each budget. The one whose count is oldest is forgotten beyond them. */
const maxOwners = 10_000;

interface Window {
  readonly begunAt: number;
  readonly amount: number;
}

/** Creates budgets. Throws InvalidArgument (`budgets.…`) for an invalid limit. `onRefused` is called for each refusal. */
export function createBudgets({
  rateLimits,
  clock,
  limits = {},
  onRefused,
}: {
  rateLimits: RateLimits;
  clock: Clock;
  limits?: BudgetLimits | undefined;
  onRefused: (name: BudgetName) => void;
}): Budgets {
  checkLimits(limits);
  const counts = new Map<string, number>();
  const windows = {
    fruitless_items: boundedMap<string, Window>(maxOwners),
    cancelled_lists: boundedMap<string, Window>(maxOwners),
    refused_submissions: boundedMap<string, Window>(maxOwners),
    refused_requests: boundedMap<string, Window>(maxOwners),
    stranger_requests: boundedMap<string, Window>(maxOwners),
  } satisfies Record<FruitlessBudgetName, unknown>;
  const leftMsOf = (name: FruitlessBudgetName, { begunAt }: Window) =>
    Math.ceil(begunAt + budgetTable[name].windowMs - steadyNow(clock));
  const limitOf = (name: BudgetName) => limits[name] ?? budgetTable[name].limit;
  const refusal = (name: BudgetName, retryAfterMs: number | null) => {
    onRefused(name);
    return new BudgetExceeded(messageOf(name, limitOf(name), retryAfterMs), { budget: name, retryAfterMs });
  };
  return {
    limitOf,
    refusal,
    async take(name, owner) {
      const limit = limitOf(name);
      if (limit === Number.POSITIVE_INFINITY) return;
      const { windowMs } = budgetTable[name];
      const result = await rateLimits.take(`${name}:${owner}`, { limit, windowMs });
      if (!result.taken) throw refusal(name, result.retryAfterMs);
    },
    check(name, owner, refusedAs = name) {
      const window = windows[name].get(owner);
      if (window === undefined || window.amount < limitOf(name)) return;
      const leftMs = leftMsOf(name, window);
      if (leftMs > 0) throw refusal(refusedAs, leftMs);
    },
    count(name, owner, amount = 1) {
      const window = windows[name].get(owner);
      const { begunAt, amount: before } =
        window !== undefined && leftMsOf(name, window) > 0
          ? window
          : { begunAt: steadyNow(clock), amount: 0 };
      windows[name].set(owner, { begunAt, amount: before + amount });
    },
    open(name, owner) {
      const key = `${name}:${owner}`;
      const count = counts.get(key) ?? 0;
      if (count >= limitOf(name)) throw refusal(name, retryOpenMs);
      counts.set(key, count + 1);
      let open = true;
      return () => {
        if (!open) return;
        open = false;
        const left = (counts.get(key) ?? 1) - 1;
        if (left > 0) counts.set(key, left);
        else counts.delete(key);
      };
    },
  };
}

const periods = new Map([
  [1_000, 'second'],
  [60_000, 'minute'],
  [3_600_000, 'hour'],
  [86_400_000, 'day'],
]);

/** Returns the limit of a row in words, such as "20 requests per second per API key". */
export function describeLimit(name: BudgetName, limit: number = budgetTable[name].limit): string {
  const budget = budgetTable[name];
  const period = 'windowMs' in budget ? ` per ${periods.get(budget.windowMs)}` : '';
  return `${limit} ${budget.what}${period} per ${budget.per}`;
}

function messageOf(name: BudgetName, limit: number, retryAfterMs: number | null): string {
  const seconds = retryAfterMs === null ? 0 : Math.max(1, Math.ceil(retryAfterMs / 1_000));
  const advice =
    retryAfterMs === null
      ? 'Ask for less at once.'
      : `Try again in ${seconds} ${seconds === 1 ? 'second' : 'seconds'}.`;
  const budget = budgetTable[name];
  const what = 'windowMs' in budget ? 'Rate limit' : 'Budget';
  const note = 'note' in budget ? ` ${budget.note}` : '';
  return `${what} exceeded: the maximum is ${describeLimit(name, limit)} (${name}). ${advice}${note}`;
}

function checkLimits(limits: BudgetLimits): void {
  for (const [name, limit] of Object.entries(limits)) {
    if (limit === undefined || limit === Number.POSITIVE_INFINITY) continue;
    if (Number.isSafeInteger(limit) && limit >= 1) continue;
    throw new InvalidArgument(
      `budgets.${name}`,
      `budgets.${name} must be an integer from 1, or Infinity. Leave it out for the default.`,
    );
  }
}
