/**
 * Rules shared by all CreditLedger adapters: allowed arguments, results of repeats, and errors. The adapters add
 * atomicity.
 *
 * Grants and holds share one id space. A grant or hold uses up its id only if it is made, not if it is refused.
 */
import { Conflict, InvalidArgument } from '../../src/errors.ts';
import type {
  Balance,
  BalanceChange,
  CreditLedger,
  HoldResult,
  HoldState,
  OpeningBalance,
} from '../../src/ports/credit-ledger.ts';
import { checkInteger, checkName, type MethodChecks, shortened } from './argument-checks.ts';
import { checkPurpose } from './charge-purpose.ts';

export type GrantRequest = Parameters<CreditLedger['grant']>[0];
export type HoldRequest = Parameters<CreditLedger['hold']>[0];
export type EntriesOptions = Parameters<CreditLedger['entries']>[1];
export type AccountsOptions = Parameters<CreditLedger['accounts']>[0];

/** Over 100 years: no sum with a time loses precision. */
const maxHoldMs = 4e12;

/** A stored grant. `available` is the balance after it; repeats return it again. */
type GrantRecord = { readonly kind: 'grant'; readonly available: number } & Readonly<GrantRequest>;

/** A stored hold. `available` is the balance after it; repeats return it again, with the current state. */
export type HoldRecord = {
  readonly kind: 'hold';
  readonly state: 'open' | 'captured';
  readonly available: number;
} & Omit<Readonly<HoldRequest>, 'expiresInMs'>;

/** What a ledger stores under the id of a grant or hold, until the hold is released, or `foldJournal` forgets it. */
export type LedgerRecord = GrantRecord | HoldRecord;

/** Whether `foldJournal` keeps a record: a purchase is made once, however long ago it was. */
export function isKeptForever(record: LedgerRecord | undefined): boolean {
  return record?.kind === 'grant' && record.reason === 'purchase';
}

/** Why a ledger refused a change although each argument is valid. The ledger is unchanged. */
export type LedgerRefusal = 'id_conflict' | 'balance_too_large';

/** Returns the error for a refusal. */
export function ledgerError(refusal: LedgerRefusal, request: { id: string }): Conflict | InvalidArgument {
  switch (refusal) {
    case 'id_conflict':
      return new Conflict(
        `The id "${shortened(request.id)}" was used before with other arguments. Use a new id for a new grant or hold.`,
      );
    case 'balance_too_large':
      return new InvalidArgument(
        'milliCredits',
        `An account cannot own more than ${Number.MAX_SAFE_INTEGER} milli-credits, held ones included. Grant less.`,
      );
  }
}

/** What a ledger must do about a grant. `available` is what `grant` returns. */
export type GrantDecision =
  /** Add the amount, and write the journal and the record, in one atomic step. */
  | { readonly kind: 'apply'; readonly available: number }
  /** The grant was made before: change nothing. */
  | { readonly kind: 'repeat'; readonly available: number };

/**
 * Decides on a grant from the record with its id, if any, and the balance of its account. Throws Conflict, or
 * InvalidArgument if the account would own more credits than can be counted exactly.
 */
export function decideGrant(
  grant: GrantRequest,
  found: { record: LedgerRecord | undefined; balance: Balance },
): GrantDecision {
  const { record, balance } = found;
  if (record !== undefined) {
    if (record.kind !== 'grant' || !sameGrant(record, grant)) throw ledgerError('id_conflict', grant);
    return { kind: 'repeat', available: record.available };
  }
  if (grant.milliCredits > Number.MAX_SAFE_INTEGER - balance.available - balance.held)
    throw ledgerError('balance_too_large', grant);
  return { kind: 'apply', available: balance.available + grant.milliCredits };
}

/** What a ledger must do about a hold. `result` is what `hold` returns. */
export type HoldDecision =
  /** Set the amount aside, and write the record (state `open`), in one atomic step. */
  | { readonly kind: 'apply'; readonly result: HoldResult & { kind: 'held' } }
  /** The hold was made before, or there are too few credits: change nothing. */
  | { readonly kind: 'unchanged'; readonly result: HoldResult };

/** Decides on a hold from the record with its id, if any, and the balance. Throws Conflict. */
export function decideHold(
  hold: HoldRequest,
  found: { record: LedgerRecord | undefined; balance: Balance },
): HoldDecision {
  const { record, balance } = found;
  if (record !== undefined) {
    if (record.kind !== 'hold' || !sameHold(record, hold)) throw ledgerError('id_conflict', hold);
    const kind = record.state === 'open' ? 'held' : record.state;
    return { kind: 'unchanged', result: { kind, available: record.available } };
  }
  const { available } = balance;
  const required = hold.milliCredits;
  if (required > available)
    return { kind: 'unchanged', result: { kind: 'insufficient', available, required } };
  return { kind: 'apply', result: { kind: 'held', available: available - required } };
}

/** What a ledger must do to capture or release a hold. `result` is what the method returns. */
export type ResolutionDecision =
  /**
   * Add `change` to the balance of `account`, and then, in the same atomic step, write the state and an entry
   * of the journal if the result is `captured`, or else delete the record.
   */
  | {
      readonly kind: 'apply';
      readonly result: HoldState;
      readonly account: string;
      readonly change: Balance;
    }
  /** There is no such hold, or it was captured before: change nothing. */
  | { readonly kind: 'unchanged'; readonly result: 'captured' | 'unknown' };

/** Decides on a capture, or on a release by a caller or a sweep, from the record with the id of the hold, if any. */
export function decideResolution(wanted: HoldState, record: LedgerRecord | undefined): ResolutionDecision {
  if (record?.kind !== 'hold') return { kind: 'unchanged', result: 'unknown' };
  if (record.state !== 'open') return { kind: 'unchanged', result: record.state };
  const { account, milliCredits } = record;
  const available = wanted === 'released' ? milliCredits : 0;
  return { kind: 'apply', result: wanted, account, change: { available, held: -milliCredits } };
}

/** The balance after the changes that were folded, without its sequence. Undefined: none were. */
export type FoldedBalance = Pick<OpeningBalance, 'milliCredits' | 'at'>;

/** Returns the opening balance after one more change is folded into it, the oldest first. */
export function foldedBalance(
  before: FoldedBalance | undefined,
  { kind, milliCredits, at }: Pick<BalanceChange, 'kind' | 'milliCredits' | 'at'>,
): FoldedBalance {
  const change = kind === 'grant' ? milliCredits : -milliCredits;
  return { milliCredits: (before?.milliCredits ?? 0) + change, at };
}

function sameGrant(first: GrantRequest, second: GrantRequest): boolean {
  return (
    first.account === second.account &&
    first.milliCredits === second.milliCredits &&
    first.reason === second.reason
  );
}

/** The time that a hold lasts, and its purpose, are not compared: a repeat keeps the first. */
function sameHold(first: HoldRecord, second: HoldRequest): boolean {
  return first.account === second.account && first.milliCredits === second.milliCredits;
}

/** Returns when a hold that is placed now expires, in whole milliseconds. `now`: by the clock of the store. */
export function expiryOf({ expiresInMs }: HoldRequest, now: number): number {
  return Math.ceil(now) + expiresInMs;
}

// --------------------------------------------------------------------------- arguments: all throw InvalidArgument

/** Checks the arguments of each method of a CreditLedger. Throws InvalidArgument for those that the port refuses. */
export const ledgerChecks: MethodChecks<CreditLedger> = {
  grant: ({ id, account, milliCredits, reason, purpose }) => {
    checkName('id', id);
    checkName('account', account);
    checkInteger('milliCredits', milliCredits, 1);
    if (reason !== 'purchase' && reason !== 'refund')
      throw new InvalidArgument('reason', 'The reason of a grant is "purchase" or "refund".');
    checkPurpose(purpose);
  },
  hold: ({ id, account, milliCredits, expiresInMs, purpose }) => {
    checkName('id', id);
    checkName('account', account);
    checkInteger('milliCredits', milliCredits, 1);
    checkInteger('expiresInMs', expiresInMs, 0, maxHoldMs);
    checkPurpose(purpose);
  },
  capture: (holdId) => checkName('holdId', holdId),
  release: (holdId) => checkName('holdId', holdId),
  sweep: ({ limit }) => checkInteger('limit', limit, 1),
  balance: (account) => checkName('account', account),
  accounts: ({ limit, after }) => {
    checkInteger('limit', limit, 1);
    if (after !== undefined) checkName('after', after);
  },
  entries: (account, { limit, before }) => {
    checkName('account', account);
    checkInteger('limit', limit, 1);
    if (before !== undefined && !Number.isSafeInteger(before))
      throw new InvalidArgument('before', 'before is the sequence of an entry: an integer.');
  },
  foldJournal: ({ olderThanMs, limit }) => {
    checkInteger('olderThanMs', olderThanMs, 0);
    checkInteger('limit', limit, 1);
  },
};
