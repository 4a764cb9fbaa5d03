/**
 * Balances of accounts in milli-credits (1,000 are one credit), with a journal that adds up to what each owns. At any
 * time, for any account: available = Σ grants − Σ captured holds − Σ open holds, and available >= 0.
 *
 * Every change of balance, journal and record is one atomic step, and idempotent by the id that the caller chooses. A
 * repeat with equal arguments changes nothing, and returns what the first call returned; with different arguments it
 * rejects with `conflict`. Of calls with one id at the same time, one makes the change. Ids are unique in the ledger,
 * across all accounts, grants and holds together, until `foldJournal` forgets them, or the hold is released. A call that was
 * rejected, or refused for want of credits, does not use up its id.
 *
 * A hold is open until it is captured or released. A captured hold is a charge, which is final. A released one leaves no trace:
 * its id is free again, and unknown. If several callers capture, release or sweep a hold at the same time, one wins, and all
 * others find it captured, or unknown.
 *
 * Ids and accounts are texts that are not empty, of any length, well-formed and without NUL; they are compared and
 * returned exactly as they are. Amounts are integers from 1 to 2^53 - 1, limits integers from 1, ages integers from 0.
 * Other arguments are rejected with `invalid_argument`, which names the `parameter`, before anything is looked up.
 */
export interface CreditLedger {
  /**
   * Adds credits, and returns the milli-credits then available, held ones not included. The first grant creates the
   * account. `purpose`: that of the charge that a refund gives back; a repeat keeps the first. Repeats are equal in
   * account, amount and reason. Rejects with `invalid_argument` (`milliCredits`) if the account would own more than
   * 2^53 - 1, held credits included.
   */
  grant(grant: {
    id: string;
    account: string;
    milliCredits: number;
    reason: GrantReason;
    purpose?: ChargePurpose | undefined;
  }): Promise<number>;
  /**
   * Sets credits aside. The hold expires after `expiresInMs` (an integer from 0 to 4e12), measured by the clock of the
   * store, which all processes share. Repeats are equal in account and amount; they keep the first expiry and the first
   * purpose, and return the state of the hold now, with what was available after the first call. If there are too few
   * credits, changes nothing and returns `insufficient`, also for an account that does not exist, which it does not
   * create; the id may be used again, with other arguments too.
   */
  hold(hold: {
    id: string;
    account: string;
    milliCredits: number;
    expiresInMs: number;
    purpose?: ChargePurpose | undefined;
  }): Promise<HoldResult>;
  /**
   * Makes the charge final; repeats change nothing. Returns `unknown` if no hold has this id: it was released, or never placed,
   * or the id is that of a grant. A hold that has expired can still be captured until it is swept.
   */
  capture(holdId: string): Promise<'captured' | 'unknown'>;
  /**
   * Makes the credits of an open hold available again, also of an expired one, and forgets the hold: a repeat returns `unknown`.
   * Changes nothing, and returns `captured`, if it was captured before.
   */
  release(holdId: string): Promise<HoldState | 'unknown'>;
  /**
   * Releases at most `limit` open holds that have expired (`now >= placed + expiresInMs`), across all accounts. Returns how
   * many; fewer than `limit` means that there are no more. May be called by several processes at once: each hold is
   * released, and counted, once.
   */
  sweep(options: { limit: number }): Promise<number>;
  /**
   * Returns the balance as it is at one moment, never in the middle of a change; zero for an account that was never granted
   * anything.
   */
  balance(account: string): Promise<Balance>;
  /**
   * Returns a page of the accounts that were granted anything, each once, in an order of the store's own that stays the
   * same. `after` is the last account of the previous page. Fewer than `limit` means that there are no more.
   */
  accounts(options: { limit: number; after?: string | undefined }): Promise<readonly AccountBalance[]>;
  /**
   * Returns a page of the journal, newest first: an entry for each grant and each captured hold. Open holds have none, and
   * those that are released never do. `before` is the `sequence` of the last entry of the previous page, or any integer:
   * only entries below it are returned. Pages have no gaps and no repeats, also while entries are added. The opening
   * balance, if there is one, is the oldest entry and counts towards `limit`. Later changes to the page do not change the
   * ledger.
   */
  entries(
    account: string,
    options: { limit: number; before?: number | undefined },
  ): Promise<readonly LedgerEntry[]>;
  /**
   * Folds at most `limit` entries, across all accounts, into the opening balances of their accounts: the oldest entries
   * of each account that are at least `olderThanMs` old by the clock of the store (`now >= at + olderThanMs`). No balance
   * changes; an opening balance takes up those folded after it. Returns how many; fewer than `limit` means that no more are
   * that old. May be called by several processes at once, while others charge: each entry is folded once.
   *
   * With its entry, a refund or captured hold is forgotten: its id is free again, and `capture` and `release` return `unknown`.
   * A purchase keeps its id for ever, so that a repeat adds nothing. Open holds stay, however old they are.
   */
  foldJournal(options: { olderThanMs: number; limit: number }): Promise<number>;
}

/**
 * What a charge is for. `dns` and `syntax` are verifications at these levels, which have prices of their own. `correction`:
 * the operator took credits away.
 */
export type ChargeKind =
  | 'verification'
  | 'dns_verification'
  | 'syntax_verification'
  | 'lookup'
  | 'bulk_verification'
  | 'bulk_dns_verification'
  | 'bulk_syntax_verification'
  | 'bulk_lookup'
  | 'correction';

/** What a charge, or the refund of one, is for. Contains no addresses. */
export interface ChargePurpose {
  readonly kind: ChargeKind;
  /** How many addresses or people, from 1. For a correction 1. */
  readonly count: number;
  /** The id of the API key that asked for it: any text that an id may be; null if none did. */
  readonly keyId: string | null;
}

/** Why credits are added. A refund gives back credits of a captured hold. */
export type GrantReason = 'purchase' | 'refund';

/** How a hold ends. */
export type HoldState = 'captured' | 'released';

/** The state of the hold and the credits available after it was placed. All amounts are in milli-credits. */
export type HoldResult =
  | { readonly kind: 'held' | 'captured'; readonly available: number }
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

/** One change of what an account owns: what is available and held together. */
export interface BalanceChange {
  /**
   * A safe integer. Later entries of an account have higher numbers, not necessarily the next, whether or not the clock has
   * moved; also after the earlier ones were folded.
   */
  readonly sequence: number;
  readonly kind: 'grant' | 'capture';
  /** The grant's or the hold's id. */
  readonly id: string;
  readonly milliCredits: number;
  /** When it was made, by the clock of the store, in whole milliseconds. */
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
  /** What was owned then. */
  readonly milliCredits: number;
  /** The time of the last change folded. */
  readonly at: number;
}
