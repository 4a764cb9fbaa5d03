import { LoopSteps } from '../concurrency/loop-steps.ts';
import { InvalidArgument } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { BalanceChange, ChargeKind, CreditLedger } from '../ports/credit-ledger.ts';
import { isRefund } from './charges.ts';

/** From `from`, inclusive, to `to`, exclusive and not before `from`: milliseconds since the epoch. */
export interface UsagePeriod {
  readonly from: number;
  readonly to: number;
}

/** What an account was charged on one day for one kind of work with one key. */
export interface UsageRow {
  /** In UTC, such as `2030-01-31`. */
  readonly day: string;
  /** The id of the API key; null for work without one. */
  readonly keyId: string | null;
  /** `unknown`: the ledger was not told what for. */
  readonly kind: ChargeKind | 'unknown';
  /** Addresses or people charged. 0 if the kind is unknown. */
  readonly count: number;
  readonly milliCredits: number;
  /** Of charges of this or an earlier day: what was given back on this day. */
  readonly refundedCount: number;
  readonly refundedMilliCredits: number;
}

export interface UsageReport {
  /** By day, key and kind. */
  readonly rows: readonly UsageRow[];
  /** Charges until this time are missing, because the journal was folded; null if none are. */
  readonly missingUntil: number | null;
}

const entriesPerPage = 1_000;
/** A clock that was set back has written entries out of order, but not by more than this. */
const clockSlackMs = 86_400_000;

/** Adds up the captured charges and the refunds in the journal of an account. Charges that are still held do not count. */
export async function readUsage(
  { ledger, clock }: { readonly ledger: Pick<CreditLedger, 'entries'>; readonly clock: Clock },
  account: string,
  { from, to }: UsagePeriod,
): Promise<UsageReport> {
  for (const [name, time] of Object.entries({ from, to })) {
    if (!Number.isSafeInteger(time))
      throw new InvalidArgument(name, `${name} must be a time in whole milliseconds since the epoch.`);
  }
  if (to < from) throw new InvalidArgument('to', 'to must not be before from. Exchange the two.');
  const rows = new Map<string, UsageRow>();
  let missingUntil: number | null = null;
  for (let before: number | undefined; ; ) {
    const limit = entriesPerPage;
    const page = await ledger.entries(account, before === undefined ? { limit } : { limit, before });
    for (const entry of page) {
      if (entry.kind === 'opening') missingUntil = entry.at >= from ? Math.min(entry.at, to) : null;
      else if (entry.at >= from && entry.at < to) add(rows, entry);
    }
    const last = page.at(-1);
    if (last === undefined || page.length < limit || last.at < from - clockSlackMs) break;
    before = last.sequence;
    // A store in this process answers without leaving the event loop to others.
    await LoopSteps.of(clock).next(account);
  }
  return { rows: [...rows.values()].sort(byDayKeyAndKind), missingUntil };
}

function add(
  rows: Map<string, UsageRow>,
  { kind: change, id, milliCredits, at, purpose }: BalanceChange,
): void {
  const refunded = change === 'grant' && isRefund(id);
  if (change !== 'capture' && !refunded) return;
  const { kind, keyId, count } = purpose ?? { kind: 'unknown', keyId: null, count: 0 };
  const day = dayOf(at);
  const name = JSON.stringify([day, keyId, kind]);
  const zero = { count: 0, milliCredits: 0, refundedCount: 0, refundedMilliCredits: 0 };
  const row = rows.get(name) ?? { day, keyId, kind, ...zero };
  rows.set(
    name,
    refunded
      ? {
          ...row,
          refundedCount: row.refundedCount + count,
          refundedMilliCredits: row.refundedMilliCredits + milliCredits,
        }
      : { ...row, count: row.count + count, milliCredits: row.milliCredits + milliCredits },
  );
}

function dayOf(at: number): string {
  // biome-ignore lint/style/noRestrictedGlobals: formats a given time, does not read the clock
  return new Date(at).toISOString().slice(0, 10);
}

function byDayKeyAndKind(first: UsageRow, second: UsageRow): number {
  for (const [a, b] of [
    [first.day, second.day],
    [first.keyId ?? '', second.keyId ?? ''],
    [first.kind, second.kind],
  ] as const) {
    if (a !== b) return a < b ? -1 : 1;
  }
  return 0;
}
