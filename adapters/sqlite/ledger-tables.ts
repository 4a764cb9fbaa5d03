/** SQL of the ledger: rows in and out, no decisions. Writers must run inside a transaction. */
import type { Balance, GrantReason, HoldState, LedgerEntry } from '../../src/ports.ts';
import type { EntriesOptions, GrantRequest, HoldRequest, LedgerRecord } from '../stores/ledger-rules.ts';
import type { SqliteConnection } from './connection.ts';

interface RecordRow {
  readonly kind: 'grant' | 'hold';
  readonly account: string;
  readonly milliCredits: number;
  readonly available: number;
  readonly reason: GrantReason;
  readonly state: 'open' | HoldState;
  readonly expiresAt: number;
}

export function readRecord(connection: SqliteConnection, id: string): LedgerRecord | undefined {
  const row = connection.get(
    `SELECT kind, account, milli_credits AS milliCredits, available, reason, state, expires_at AS expiresAt
       FROM ledger_records WHERE id = ?`,
    id,
  ) as RecordRow | undefined;
  if (row === undefined) return undefined;
  const { kind, account, milliCredits, available, reason, state, expiresAt } = row;
  switch (kind) {
    case 'grant':
      return { kind, id, account, milliCredits, available, reason };
    case 'hold':
      return { kind, id, account, milliCredits, available, state, expiresAt };
  }
}

export function readBalance(connection: SqliteConnection, account: string): Balance {
  const row = connection.get('SELECT available, held FROM accounts WHERE account = ?', account);
  if (row === undefined) return { available: 0, held: 0 };
  const { available, held } = row as Balance;
  return { available, held };
}

/** Returns the sequence for the journal entry of this change. */
export function writeBalance(connection: SqliteConnection, change: Balance & { account: string }): number {
  const row = connection.get(
    `INSERT INTO accounts (account, available, held, last_sequence) VALUES (?, ?, ?, 1)
       ON CONFLICT (account) DO UPDATE
       SET available = excluded.available, held = excluded.held, last_sequence = last_sequence + 1
       RETURNING last_sequence AS sequence`,
    change.account,
    change.available,
    change.held,
  ) as { sequence: number };
  return row.sequence;
}

export function insertGrant(connection: SqliteConnection, grant: GrantRequest & { available: number }): void {
  connection.run(
    `INSERT INTO ledger_records (id, kind, account, milli_credits, available, reason)
       VALUES (?, 'grant', ?, ?, ?, ?)`,
    grant.id,
    grant.account,
    grant.milliCredits,
    grant.available,
    grant.reason,
  );
}

export function insertHold(
  connection: SqliteConnection,
  hold: HoldRequest & { available: number; expiresAt: number },
): void {
  connection.run(
    `INSERT INTO ledger_records (id, kind, account, milli_credits, available, state, expires_at)
       VALUES (?, 'hold', ?, ?, ?, 'open', ?)`,
    hold.id,
    hold.account,
    hold.milliCredits,
    hold.available,
    hold.expiresAt,
  );
}

export function updateState(connection: SqliteConnection, id: string, state: HoldState): void {
  connection.run('UPDATE ledger_records SET state = ? WHERE id = ?', state, id);
}

export function readExpiredHolds(connection: SqliteConnection, now: number, limit: number): string[] {
  const rows = connection.all(
    `SELECT id FROM ledger_records WHERE state = 'open' AND expires_at <= ? ORDER BY expires_at LIMIT ?`,
    now,
    limit,
  ) as { id: string }[];
  return rows.map(({ id }) => id);
}

export function insertEntry(connection: SqliteConnection, account: string, entry: LedgerEntry): void {
  connection.run(
    'INSERT INTO journal (account, sequence, kind, id, milli_credits, at) VALUES (?, ?, ?, ?, ?, ?)',
    account,
    entry.sequence,
    entry.kind,
    entry.id,
    entry.milliCredits,
    entry.at,
  );
}

export function readEntries(
  connection: SqliteConnection,
  account: string,
  { limit, before = Number.MAX_SAFE_INTEGER }: EntriesOptions,
): LedgerEntry[] {
  const rows = connection.all(
    `SELECT sequence, kind, id, milli_credits AS milliCredits, at FROM journal
       WHERE account = ? AND sequence < ? ORDER BY sequence DESC LIMIT ?`,
    account,
    before,
    limit,
  ) as LedgerEntry[];
  return rows.map(({ sequence, kind, id, milliCredits, at }) => ({ sequence, kind, id, milliCredits, at }));
}
