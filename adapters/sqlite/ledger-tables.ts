/** SQL of the ledger: rows in and out, no decisions. Writers must run inside a transaction. */
import type {
  AccountBalance,
  Balance,
  BalanceChange,
  ChargePurpose,
  GrantReason,
  HoldState,
  OpeningBalance,
} from '../../src/ports/credit-ledger.ts';
import { formatPurpose, parsePurpose } from '../stores/charge-purpose.ts';
import type {
  AccountsOptions,
  EntriesOptions,
  FoldedBalance,
  GrantRequest,
  HoldRequest,
  LedgerRecord,
} from '../stores/ledger-rules.ts';
import type { SqliteConnection } from './connection.ts';

/** A change as it is in the journal. */
type StoredChange = Omit<BalanceChange, 'purpose'>;

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

/** Returns accounts in the order of their names, after `after`. */
export function readAccounts(
  connection: SqliteConnection,
  { limit, after = '' }: AccountsOptions,
): AccountBalance[] {
  const rows = connection.all(
    'SELECT account, available, held FROM accounts WHERE account > ? ORDER BY account LIMIT ?',
    after,
    limit,
  ) as AccountBalance[];
  return rows.map(({ account, available, held }) => ({ account, available, held }));
}

/** Returns the sequence for the journal entry of this change, which is made `at`. */
export function writeBalance(
  connection: SqliteConnection,
  change: Balance & { account: string; at: number },
): number {
  const row = connection.get(
    `INSERT INTO accounts (account, available, held, last_sequence) VALUES (?, ?, ?, 1)
       ON CONFLICT (account) DO UPDATE
       SET available = excluded.available, held = excluded.held, last_sequence = last_sequence + 1
       RETURNING last_sequence AS sequence, oldest_at AS oldestAt`,
    change.account,
    change.available,
    change.held,
  ) as { sequence: number; oldestAt: number | null };
  // Apart, so that most changes do not touch the index of this column.
  if (row.oldestAt === null)
    connection.run('UPDATE accounts SET oldest_at = ? WHERE account = ?', change.at, change.account);
  return row.sequence;
}

export function insertGrant(connection: SqliteConnection, grant: GrantRequest & { available: number }): void {
  connection.run(
    `INSERT INTO ledger_records (id, kind, account, milli_credits, available, reason, purpose)
       VALUES (?, 'grant', ?, ?, ?, ?, ?)`,
    grant.id,
    grant.account,
    grant.milliCredits,
    grant.available,
    grant.reason,
    textOf(grant.purpose),
  );
}

export function insertHold(
  connection: SqliteConnection,
  hold: HoldRequest & { available: number; expiresAt: number },
): void {
  connection.run(
    `INSERT INTO ledger_records (id, kind, account, milli_credits, available, state, expires_at, purpose)
       VALUES (?, 'hold', ?, ?, ?, 'open', ?, ?)`,
    hold.id,
    hold.account,
    hold.milliCredits,
    hold.available,
    hold.expiresAt,
    textOf(hold.purpose),
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

/** The purpose is that of the record with its id. */
export function insertEntry(connection: SqliteConnection, account: string, entry: StoredChange): void {
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

/** Returns changes with a sequence below `before`, newest first. */
export function readEntries(
  connection: SqliteConnection,
  account: string,
  { limit, before = Number.MAX_SAFE_INTEGER }: EntriesOptions,
): BalanceChange[] {
  const rows = connection.all(
    `SELECT sequence, journal.kind AS kind, journal.id AS id, journal.milli_credits AS milliCredits, at, purpose
       FROM journal LEFT JOIN ledger_records ON ledger_records.id = journal.id
       WHERE journal.account = ? AND sequence < ? ORDER BY sequence DESC LIMIT ?`,
    account,
    before,
    limit,
  ) as (StoredChange & { purpose: string | null })[];
  return rows.map((row) => ({ ...changeOf(row), purpose: parsePurpose(row.purpose) }));
}

/** Returns changes, oldest first. */
export function readOldestEntries(
  connection: SqliteConnection,
  account: string,
  limit: number,
): StoredChange[] {
  const rows = connection.all(
    `SELECT sequence, kind, id, milli_credits AS milliCredits, at FROM journal
       WHERE account = ? ORDER BY sequence LIMIT ?`,
    account,
    limit,
  ) as StoredChange[];
  return rows.map(changeOf);
}

/** Returns undefined if no entry of the account has been folded. */
export function readOpening(connection: SqliteConnection, account: string): OpeningBalance | undefined {
  const row = connection.get(
    `SELECT opening_sequence AS sequence, opening_available AS milliCredits, opening_held AS heldMilliCredits,
         opening_at AS at
       FROM accounts WHERE account = ? AND opening_sequence > 0`,
    account,
  ) as Omit<OpeningBalance, 'kind' | 'id'> | undefined;
  if (row === undefined) return undefined;
  const { sequence, milliCredits, heldMilliCredits, at } = row;
  return { sequence, kind: 'opening', id: '', milliCredits, heldMilliCredits, at };
}

/** Returns the account whose oldest entry is older than those of all others, if it was made by `latest`. */
export function readAccountToFold(connection: SqliteConnection, latest: number): string | undefined {
  const row = connection.get(
    'SELECT account FROM accounts WHERE oldest_at <= ? ORDER BY oldest_at LIMIT 1',
    latest,
  ) as { account: string } | undefined;
  return row?.account;
}

/** Replaces the entries up to `sequence` by the opening balance. */
export function replaceByOpening(
  connection: SqliteConnection,
  account: string,
  { sequence, milliCredits, heldMilliCredits, at }: FoldedBalance & { sequence: number },
): void {
  connection.run('DELETE FROM journal WHERE account = ? AND sequence <= ?', account, sequence);
  connection.run(
    `UPDATE accounts SET opening_sequence = ?, opening_available = ?, opening_held = ?, opening_at = ?,
         oldest_at = (SELECT at FROM journal WHERE journal.account = accounts.account ORDER BY sequence LIMIT 1)
       WHERE account = ?`,
    sequence,
    milliCredits,
    heldMilliCredits,
    at,
    account,
  );
}

export function deleteRecords(connection: SqliteConnection, ids: readonly string[]): void {
  connection.run(
    'DELETE FROM ledger_records WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(ids),
  );
}

function textOf(purpose: ChargePurpose | undefined): string | null {
  return purpose === undefined ? null : formatPurpose(purpose);
}

function changeOf({ sequence, kind, id, milliCredits, at }: StoredChange): StoredChange {
  return { sequence, kind, id, milliCredits, at };
}
