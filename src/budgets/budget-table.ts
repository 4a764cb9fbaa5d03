/** Whose uses of a budget are counted together. */
type BudgetOwner = 'account' | 'API key' | 'client address';

interface BudgetRow {
  /** What it bounds, in the plural: "at most 20 …". */
  readonly what: string;
  readonly per: BudgetOwner;
  /** The default, an integer from 1. */
  readonly limit: number;
  /** Added to the message of the error where it is exceeded. */
  readonly note?: string;
}

/** How often something may be used within any window of time, in all processes that share the `RateLimits` of the store. */
export interface RateBudget extends BudgetRow {
  readonly kind: 'rate';
  readonly windowMs: number;
}

/** How many items may be asked for within a fixed window of time, which begins with the first of them; in all processes. */
export interface AmountBudget extends BudgetRow {
  readonly kind: 'amount';
  readonly windowMs: number;
}

/** How much may come to nothing within a fixed window of time, which begins with the first of it; in one process. It is counted once it has. */
export interface FruitlessBudget extends BudgetRow {
  readonly kind: 'fruitless';
  readonly windowMs: number;
}

/** How much may be under way at once, in one process. */
export interface OpenBudget extends BudgetRow {
  readonly kind: 'open';
}

/** How much may be kept in the store, by all processes together. */
export interface StoredBudget extends BudgetRow {
  readonly kind: 'stored';
}

/**
 * Budgets of what accounts do not pay for. One row a budget: docs/operations.md shows them, and its test compares the two.
 * Work is *unpaid* if it is done for an account and costs it nothing: at the levels `syntax` and `dns` while their price is 0, and
 * whatever is asked for as `unpaid`, as requests with test keys are. The limits are far above what anybody needs who means well.
 */
export const budgetTable = {
  key_requests: {
    kind: 'rate',
    what: 'requests',
    per: 'API key',
    // Service document, Limits. An account can create any number of keys.
    limit: 20,
    windowMs: 1_000,
    note: 'The keys of an account count together.',
  },
  console_requests: {
    kind: 'rate',
    what: 'requests to the console',
    per: 'account',
    limit: 100,
    windowMs: 1_000,
  },
  console_verifications: {
    kind: 'rate',
    what: 'verifications and lookups in the console',
    per: 'account',
    limit: 20,
    windowMs: 1_000,
  },
  usage_reports_open: {
    kind: 'open',
    what: 'usage reports of the console under way',
    per: 'account',
    limit: 2,
  },
  console_sign_ins: {
    kind: 'rate',
    what: 'wrong attempts to sign in',
    per: 'client address',
    limit: 10,
    windowMs: 60_000,
  },
  console_new_keys: {
    kind: 'rate',
    what: 'new API keys and rotations',
    per: 'account',
    limit: 50,
    windowMs: 3_600_000,
  },
  unpaid_requests: {
    kind: 'rate',
    what: 'unpaid requests',
    per: 'account',
    limit: 20,
    windowMs: 1_000,
  },
  unpaid_requests_open: {
    kind: 'open',
    what: 'unpaid requests under way',
    per: 'account',
    limit: 20,
  },
  unpaid_submissions: {
    kind: 'rate',
    what: 'submissions of free lists',
    per: 'account',
    limit: 60,
    windowMs: 60_000,
  },
  announced_jobs: {
    kind: 'rate',
    what: 'jobs announced to webhook endpoints',
    per: 'account',
    limit: 600,
    windowMs: 60_000,
  },
  unpaid_lists: {
    kind: 'stored',
    what: 'free lists kept',
    per: 'account',
    limit: 2_000,
  },
  unpaid_items: {
    kind: 'amount',
    what: 'items of free lists',
    per: 'account',
    limit: 1_000_000,
    windowMs: 3_600_000,
  },
  unpaid_items_open: {
    kind: 'stored',
    what: 'items of free lists without a result',
    per: 'account',
    limit: 200_000,
  },
  unpaid_bytes: {
    kind: 'stored',
    what: 'bytes of free lists kept',
    per: 'account',
    limit: 256 * 1024 * 1024,
  },
  fruitless_items: {
    kind: 'fruitless',
    what: 'items of lists that come to nothing',
    per: 'account',
    // Five of the longest lists, or 5,000 that have up to 100 items.
    limit: 500_000,
    windowMs: 60_000,
  },
  cancelled_lists: {
    kind: 'fruitless',
    what: 'paid lists cancelled before half was done',
    per: 'account',
    // Each leaves two entries in the journal, which are kept for 400 days.
    limit: 1_000,
    windowMs: 86_400_000,
  },
  refused_submissions: {
    kind: 'fruitless',
    what: 'submissions that are refused',
    per: 'account',
    limit: 20,
    windowMs: 1_000,
  },
  refused_requests: {
    kind: 'fruitless',
    what: 'requests beyond their rate',
    per: 'account',
    limit: 100,
    windowMs: 1_000,
  },
  stranger_requests: {
    kind: 'fruitless',
    what: 'requests without a valid key or session',
    per: 'client address',
    limit: 100,
    windowMs: 1_000,
  },
} as const satisfies Record<string, RateBudget | AmountBudget | FruitlessBudget | OpenBudget | StoredBudget>;

/** What a list that comes to nothing counts as at least, in items: it costs time however short it is. */
export const leastFruitlessItems = 100;

/** The name of a budget: its option, and the literal in errors and metrics. */
export type BudgetName = keyof typeof budgetTable;

type NameOf<Kind extends string> = {
  [Name in BudgetName]: (typeof budgetTable)[Name]['kind'] extends Kind ? Name : never;
}[BudgetName];

export type RateBudgetName = NameOf<'rate'>;
export type OpenBudgetName = NameOf<'open'>;
export type FruitlessBudgetName = NameOf<'fruitless'>;

/** Limits in place of the defaults: integers from 1, or Infinity. */
export type BudgetLimits = Partial<Record<BudgetName, number | undefined>>;
