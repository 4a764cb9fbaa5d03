/**
 * What every CreditLedger decides in the same way, whatever it stores its accounts in: which arguments are
 * allowed, what a repeat gets, and which errors say so. The adapters add atomicity.
 *
 * Grants and holds share one space of ids. An id is taken by the grant or hold that was made with it, never by
 * one that was refused.
 */
import { Conflict, InvalidArgument } from '../../src/errors.ts';
import type { Balance, CreditLedger, HoldResult, HoldState } from '../../src/ports.ts';

export type GrantRequest = Parameters<CreditLedger['grant']>[0];
export type HoldRequest = Parameters<CreditLedger['hold']>[0];
export type SweepOptions = Parameters<CreditLedger['sweep']>[0];
export type EntriesOptions = Parameters<CreditLedger['entries']>[1];

/** A grant that was made. `available` is the balance after it, which every repeat gets. */
type GrantRecord = { readonly kind: 'grant'; readonly available: number } & Readonly<GrantRequest>;

/** A hold that was made. `available` is the balance after it, which every repeat gets with the present state. */
export type HoldRecord = {
  readonly kind: 'hold';
  readonly state: 'open' | HoldState;
  readonly available: number;
} & Readonly<HoldRequest>;

export type LedgerRecord = GrantRecord | HoldRecord;

/** Why a ledger refuses a mutation whose arguments are in themselves allowed. Nothing was changed. */
export type LedgerRefusal = 'id_conflict' | 'balance_too_large';

/** The error of a refusal, the same from every ledger. */
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

export type GrantDecision =
  /** Add the amount, write the journal and keep the record, all in one atomic step. */
  | { readonly kind: 'apply'; readonly available: number }
  /** It was made before: change nothing. */
  | { readonly kind: 'repeat'; readonly available: number };

/**
 * What to do about a grant, given the record under its id, if any, and the balance of its account. Throws
 * Conflict, or InvalidArgument if the account would own more than can be counted exactly.
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

export type HoldDecision =
  /** Set the amount aside, write the journal and keep the record (state `open`), all in one atomic step. */
  | { readonly kind: 'apply'; readonly result: HoldResult & { kind: 'held' } }
  /** It was made before, or it cannot be made: change nothing. */
  | { readonly kind: 'answer'; readonly result: HoldResult };

/** What to do about a hold, given the record under its id, if any, and the balance. Throws Conflict. */
export function decideHold(
  hold: HoldRequest,
  found: { record: LedgerRecord | undefined; balance: Balance },
): HoldDecision {
  const { record, balance } = found;
  if (record !== undefined) {
    if (record.kind !== 'hold' || !sameHold(record, hold)) throw ledgerError('id_conflict', hold);
    const kind = record.state === 'open' ? 'held' : record.state;
    return { kind: 'answer', result: { kind, available: record.available } };
  }
  const { available } = balance;
  const required = hold.milliCredits;
  if (required > available) return { kind: 'answer', result: { kind: 'insufficient', available, required } };
  return { kind: 'apply', result: { kind: 'held', available: available - required } };
}

function sameGrant(first: GrantRequest, second: GrantRequest): boolean {
  return (
    first.account === second.account &&
    first.milliCredits === second.milliCredits &&
    first.reason === second.reason
  );
}

function sameHold(first: HoldRequest, second: HoldRequest): boolean {
  return (
    first.account === second.account &&
    first.milliCredits === second.milliCredits &&
    first.expiresAt === second.expiresAt
  );
}

// --------------------------------------------------------------------------- arguments: all throw InvalidArgument

export function checkGrant(grant: GrantRequest): void {
  checkName('id', grant.id);
  checkName('account', grant.account);
  checkPositiveInteger('milliCredits', grant.milliCredits);
  if (grant.reason !== 'purchase' && grant.reason !== 'refund')
    throw new InvalidArgument('reason', 'The reason of a grant is "purchase" or "refund".');
}

export function checkHold(hold: HoldRequest): void {
  checkName('id', hold.id);
  checkName('account', hold.account);
  checkPositiveInteger('milliCredits', hold.milliCredits);
  checkTime('expiresAt', hold.expiresAt);
}

/** For capture and release. */
export function checkHoldId(holdId: string): void {
  checkName('holdId', holdId);
}

export function checkSweep(options: SweepOptions): void {
  checkTime('now', options.now);
  checkPositiveInteger('limit', options.limit);
}

export function checkAccount(account: string): void {
  checkName('account', account);
}

export function checkEntries(account: string, options: EntriesOptions): void {
  checkAccount(account);
  checkPositiveInteger('limit', options.limit);
  if (options.before !== undefined && !Number.isSafeInteger(options.before))
    throw new InvalidArgument('before', 'before is the sequence of an entry: an integer.');
}

/** Ids and accounts: any text but the empty one. */
function checkName(parameter: string, name: string): void {
  checkText(parameter, name);
  if (name === '') throw new InvalidArgument(parameter, `${parameter} must not be empty.`);
}

/**
 * Any text without NUL and lone surrogates: two texts that differ must not become one where they are stored as
 * UTF-8 or handled by C.
 */
export function checkText(parameter: string, text: string): void {
  if (typeof text !== 'string' || /[\0\ud800-\udfff]/u.test(text))
    throw new InvalidArgument(parameter, `${parameter} must be well-formed Unicode text without NUL.`);
}

function checkPositiveInteger(parameter: string, value: number): void {
  if (Number.isSafeInteger(value) && value > 0) return;
  throw new InvalidArgument(
    parameter,
    `${parameter} must be an integer from 1 to ${Number.MAX_SAFE_INTEGER}, not ${String(value)}.`,
  );
}

function checkTime(parameter: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 0) return;
  throw new InvalidArgument(
    parameter,
    `${parameter} must be a time in whole milliseconds since the Unix epoch, not ${String(value)}.`,
  );
}

function shortened(id: string): string {
  return id.length <= 80 ? id : `${id.slice(0, 79)}…`;
}
