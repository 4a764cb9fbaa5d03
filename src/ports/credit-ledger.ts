/**
 * Balances of accounts in milli-credits (1,000 are one credit), with a journal that adds up to the balance. At any
 * time, for any account: available = Σ grants − Σ captured holds − Σ open holds, and available >= 0.
 *
 * Every change is atomic, and idempotent by the id that the caller chooses: a repeat with equal arguments returns what
 * the first call returned; with different arguments it rejects with `conflict`. Ids are unique in the ledger, across
 * all accounts, until `foldJournal` forgets them. Amounts are integers > 0.
 *
 * A hold is open until it is captured or released; that state is final. If several callers capture or release it at the
 * same time, one wins, and all get the resulting state.
 */
export interface CreditLedger {
  /**
   * Adds credits, and returns the milli-credits then available. The first grant creates the account. `purpose`: that of
   * the charge that a refund gives back; a repeat keeps the first.
   */
  grant(grant: {
    id: string;
    account: string;
    milliCredits: number;
    reason: GrantReason;
    purpose?: ChargePurpose;
  }): Promise<number>;
  /**
   * Sets credits aside. The hold expires after `expiresInMs` (an integer from 0), measured by the clock of the store,
   * which all processes share. A repeat keeps the first expiry and the first purpose. If there are too few credits, changes nothing and
   * returns `insufficient`; the id may be used again.
   */
  hold(hold: {
    id: string;
    account: string;
    milliCredits: number;
    expiresInMs: number;
    purpose?: ChargePurpose;
  }): Promise<HoldResult>;
  /** Makes the charge final. A hold that has expired can still be captured until it is swept. */
  capture(holdId: string): Promise<HoldState | 'unknown'>;
  /** Makes the credits of an open hold available again. */
  release(holdId: string): Promise<HoldState | 'unknown'>;
  /** Releases at most `limit` open holds that have expired, across all accounts. Returns how many. */
  sweep(options: { limit: number }): Promise<number>;
  /** Returns the balance; zero for an account that was never granted anything. */
  balance(account: string): Promise<Balance>;
  /**
   * Returns a page of the accounts that were granted anything, in an order of the store's own that stays the same. `after` is the
   * last account of the previous page.
   */
  accounts(options: { limit: number; after?: string }): Promise<readonly AccountBalance[]>;
  /** Returns a page of the journal, newest first. `before` is the `sequence` of the last entry of the previous page. */
  entries(account: string, options: { limit: number; before?: number }): Promise<readonly LedgerEntry[]>;
  /**
   * Folds at most `limit` entries, across all accounts, into the opening balances of their accounts: the oldest entries
   * of each account that are at least `olderThanMs` old by the clock of the store. No balance changes. Returns how many;
   * fewer than `limit` means that no more are that old. May be called by several processes at once.
   *
   * With its entry, a grant, and a hold that was captured or released, is forgotten: its id is free again, and `capture`
   * and `release` return `unknown`. An open hold is kept until it is resolved and that entry is folded too.
   */
  foldJournal(options: { olderThanMs: number; limit: number }): Promise<number>;
}

/** What a charge is for. `correction`: the operator took credits away. */
export type ChargeKind = 'verification' | 'lookup' | 'bulk_verification' | 'bulk_lookup' | 'correction';

/** What a charge, or the refund of one, is for. Contains no addresses. */
export interface ChargePurpose {
  readonly kind: ChargeKind;
  /** How many addresses or people, from 1. For a correction 1. */
  readonly count: number;
  /** The id of the API key that asked for it; null if none did. */
  readonly keyId: string | null;
}

/** Why credits are added. A refund gives back credits of a captured hold. */
export type GrantReason = 'purchase' | 'refund';

/** The final state of a hold. */
export type HoldState = 'captured' | 'released';

/** The state of the hold and the credits available after it was placed. All amounts are in milli-credits. */
export type HoldResult =
  | { readonly kind: 'held' | HoldState; readonly available: number }
  | { readonly kind: 'insufficient'; readonly available: number; readonly required: number };

/** The credits of an account, in milli-credits. `held` is the sum of the open holds. */
export interface Balance {
  readonly available: number;
  readonly held: number;
}

/** An account and its balance. */
export interface AccountBalance extends Balance {
  readonly account: string;
}

/** An entry of the journal: one change of the balance, or the opening balance before the oldest change. */
export type LedgerEntry = BalanceChange | OpeningBalance;

/** One change of a balance. */
export interface BalanceChange {
  /** Later entries of an account have higher numbers, not necessarily the next. */
  readonly sequence: number;
  readonly kind: 'grant' | 'hold' | 'capture' | 'release';
  /** The grant's or the hold's id. */
  readonly id: string;
  readonly milliCredits: number;
  readonly at: number;
  /** That of the grant or hold; null if it has none. */
  readonly purpose: ChargePurpose | null;
}

/** Stands for all older changes: the balance after the last of them. There is none until changes have been folded. */
export interface OpeningBalance {
  /** That of the last change folded. */
  readonly sequence: number;
  readonly kind: 'opening';
  /** Empty: it stands for many. */
  readonly id: '';
  /** What was available then. */
  readonly milliCredits: number;
  /** What was held then, in milli-credits. */
  readonly heldMilliCredits: number;
  /** The time of the last change folded. */
  readonly at: number;
}
