/** SQL of the ledger: rows in and out, no decisions. Writers must run inside a transaction. */
import type {
  AccountBalance,
  Balance,
  BalanceChange,
  ChargePurpose,
  GrantReason,
  OpeningBalance,
} from '../../src/ports/credit-ledger.ts';
import { formatPurpose, parsePurpose } from '../stores/charge-purpose.ts';
import type {
  AccountsOptions,
  EntriesOptions,
  FoldedBalance,
  HoldRequest,
  LedgerRecord,
} from '../stores/ledger-rules.ts';
import type { SqliteConnection } from './connection.ts';

/** A change as it is in the journal, with the balance after its grant or hold. */
export interface NewChange extends Omit<BalanceChange, 'sequence' | 'kind' | 'purpose'> {
  readonly available: number;
  /** That of a grant; null for a captured hold. */
  readonly reason: GrantReason | null;
  readonly purpose: ChargePurpose | undefined;
}

interface RecordRow {
  readonly account: string;
  readonly milliCredits: number;
  readonly available: number;
  readonly reason: GrantReason | null;
  readonly isOpen: 0 | 1;
  readonly purpose: string | null;
}

export function readRecord(connection: SqliteConnection, id: string): LedgerRecord | undefined {
  const row = connection.get(
    `SELECT account, milli_credits AS milliCredits, available, NULL AS reason, 1 AS isOpen, purpose
         FROM open_holds WHERE id = ?1
       UNION ALL
       SELECT account, milli_credits, available, reason, 0, purpose FROM journal WHERE id = ?1
       UNION ALL
       SELECT account, milli_credits, available, 'purchase', 0, NULL FROM folded_purchases WHERE id = ?1`,
    id,
  ) as RecordRow | undefined;
  if (row === undefined) return undefined;
  const { account, milliCredits, available, reason, isOpen } = row;
  const purpose = parsePurpose(row.purpose);
  const record = { id, account, milliCredits, available, ...(purpose === null ? {} : { purpose }) };
  if (reason !== null) return { kind: 'grant', reason, ...record };
  return { kind: 'hold', state: isOpen === 1 ? 'open' : 'captured', ...record };
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

export function writeBalance(connection: SqliteConnection, change: Balance & { account: string }): void {
  connection.run(
    `INSERT INTO accounts (account, available, held, last_sequence) VALUES (?, ?, ?, 0)
       ON CONFLICT (account) DO UPDATE SET available = excluded.available, held = excluded.held`,
    change.account,
    change.available,
    change.held,
  );
}

export function insertHold(
  connection: SqliteConnection,
  hold: HoldRequest & { available: number; expiresAt: number },
): void {
  connection.run(
    'INSERT INTO open_holds (id, account, milli_credits, available, expires_at, purpose) VALUES (?, ?, ?, ?, ?, ?)',
    hold.id,
    hold.account,
    hold.milliCredits,
    hold.available,
    hold.expiresAt,
    textOf(hold.purpose),
  );
}

export function deleteHold(connection: SqliteConnection, id: string): void {
  connection.run('DELETE FROM open_holds WHERE id = ?', id);
}

export function readExpiredHolds(connection: SqliteConnection, now: number, limit: number): string[] {
  const rows = connection.all(
    'SELECT id FROM open_holds WHERE expires_at <= ? ORDER BY expires_at LIMIT ?',
    now,
    limit,
  ) as { id: string }[];
  return rows.map(({ id }) => id);
}

/** Adds an entry to the journal of an account that exists. */
export function insertEntry(connection: SqliteConnection, account: string, change: NewChange): void {
  const { sequence, oldestAt } = connection.get(
    `UPDATE accounts SET last_sequence = last_sequence + 1 WHERE account = ?
       RETURNING last_sequence AS sequence, oldest_at AS oldestAt`,
    account,
  ) as { sequence: number; oldestAt: number | null };
  // Apart, so that most changes do not touch the index of this column.
  if (oldestAt === null)
    connection.run('UPDATE accounts SET oldest_at = ? WHERE account = ?', change.at, account);
  connection.run(
    `INSERT INTO journal (account, sequence, id, milli_credits, available, reason, purpose, at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    account,
    sequence,
    change.id,
    change.milliCredits,
    change.available,
    change.reason,
    textOf(change.purpose),
    change.at,
  );
}

/** Returns changes with a sequence below `before`, newest first. */
export function readEntries(
  connection: SqliteConnection,
  account: string,
  { limit, before = Number.MAX_SAFE_INTEGER }: EntriesOptions,
): BalanceChange[] {
  return changesIn(
    connection.all(
      `${selectChanges} WHERE account = ? AND sequence < ? ORDER BY sequence DESC LIMIT ?`,
      account,
      before,
      limit,
    ),
  );
}

/** Returns changes, oldest first. */
export function readOldestEntries(
  connection: SqliteConnection,
  account: string,
  limit: number,
): BalanceChange[] {
  return changesIn(
    connection.all(`${selectChanges} WHERE account = ? ORDER BY sequence LIMIT ?`, account, limit),
  );
}

const selectChanges = `SELECT sequence, iif(reason IS NULL, 'capture', 'grant') AS kind, id,
  milli_credits AS milliCredits, at, purpose FROM journal`;

function changesIn(rows: readonly unknown[]): BalanceChange[] {
  return (rows as (Omit<BalanceChange, 'purpose'> & { purpose: string | null })[]).map(
    ({ sequence, kind, id, milliCredits, at, purpose }) => ({
      ...{ sequence, kind, id, milliCredits, at },
      purpose: parsePurpose(purpose),
    }),
  );
}

/** Returns undefined if no entry of the account has been folded. */
export function readOpening(connection: SqliteConnection, account: string): OpeningBalance | undefined {
  const row = connection.get(
    `SELECT opening_sequence AS sequence, opening_balance AS milliCredits, opening_at AS at
       FROM accounts WHERE account = ? AND opening_sequence > 0`,
    account,
  ) as Omit<OpeningBalance, 'kind' | 'id'> | undefined;
  if (row === undefined) return undefined;
  const { sequence, milliCredits, at } = row;
  return { sequence, kind: 'opening', id: '', milliCredits, at };
}

/** Returns the account whose oldest entry is older than those of all others, if it was made by `latest`. */
export function readAccountToFold(connection: SqliteConnection, latest: number): string | undefined {
  const row = connection.get(
    'SELECT account FROM accounts WHERE oldest_at <= ? ORDER BY oldest_at LIMIT 1',
    latest,
  ) as { account: string } | undefined;
  return row?.account;
}

/** Replaces the entries up to `sequence` by the opening balance, and keeps the ids of purchases. */
export function replaceByOpening(
  connection: SqliteConnection,
  account: string,
  { sequence, milliCredits, at }: FoldedBalance & { sequence: number },
): void {
  connection.run(
    `INSERT INTO folded_purchases (id, account, milli_credits, available)
       SELECT id, account, milli_credits, available FROM journal
       WHERE account = ? AND sequence <= ? AND reason = 'purchase'`,
    account,
    sequence,
  );
  connection.run('DELETE FROM journal WHERE account = ? AND sequence <= ?', account, sequence);
  connection.run(
    `UPDATE accounts SET opening_sequence = ?, opening_balance = ?, opening_at = ?,
         oldest_at = (SELECT at FROM journal WHERE journal.account = accounts.account ORDER BY sequence LIMIT 1)
       WHERE account = ?`,
    sequence,
    milliCredits,
    at,
    account,
  );
}

function textOf(purpose: ChargePurpose | undefined): string | null {
  return purpose === undefined ? null : formatPurpose(purpose);
}
