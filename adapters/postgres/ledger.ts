import { boundedMap } from '../../src/bounded-map.ts';
import { shareOfRequests } from '../../src/concurrency/work-share.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type {
  AccountBalance,
  Balance,
  ChargePurpose,
  CreditLedger,
  HoldResult,
  HoldState,
  LedgerEntry,
} from '../../src/ports/credit-ledger.ts';
import { formatPurpose, parsePurpose } from '../stores/charge-purpose.ts';
import { Gathering } from '../stores/gathering.ts';
import {
  type AccountsOptions,
  decideGrant,
  decideHold,
  decideResolution,
  type EntriesOptions,
  expiryOf,
  type FoldedBalance,
  foldedBalance,
  type GrantRequest,
  type HoldRequest,
  type LedgerRecord,
} from '../stores/ledger-rules.ts';
import type { Transactions } from './database.ts';
import { isAboutOneRequest, isDuplicate } from './failures.ts';
import { digest, givenNow, nowOr, type Run } from './statements.ts';

/** How many entries one transaction folds, and how many holds one releases. */
const sliceLength = 500;

/**
 * Accounts in tables. Holds, captures and releases of one account that come together are one statement each, which
 * locks the row of the account while it runs. Repeats and refusals are looked into afterwards, by the rules of all ledgers.
 * Grants and folding are short transactions that lock the account first.
 */
export class PostgresLedger implements CreditLedger {
  readonly #database: Transactions;
  readonly #clock: Clock | undefined;
  readonly #holds = new Gathering(
    (holds: readonly HoldRequest[]) => this.#placeHolds(this.#database.query, holds),
    isAboutOneRequest,
  );
  readonly #captures = new Gathering((ids: readonly string[]) => this.#capture(ids), isAboutOneRequest);
  readonly #releases = new Gathering((ids: readonly string[]) => this.#release(ids), isAboutOneRequest);
  /** The accounts of the latest holds of this process. A hold may end in another one. */
  readonly #accounts = boundedMap<string, string>(10_000);

  constructor({ database, clock }: { readonly database: Transactions; readonly clock: Clock | undefined }) {
    this.#database = database;
    this.#clock = clock;
  }

  async grant(grant: GrantRequest): Promise<number> {
    const { id, account, milliCredits, reason, purpose } = grant;
    return this.#database.transact(async (run) => {
      // So that there is a row to lock. If the grant is refused, this is rolled back.
      await run('INSERT INTO mailproof.accounts (key, account) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        digest(account),
        account,
      ]);
      const balance = await lockAccount(run, account);
      const decision = decideGrant(grant, { record: await readRecord(run, id), balance });
      if (decision.kind === 'repeat') return decision.available;
      await run(
        `WITH changed AS (
           UPDATE mailproof.accounts SET available = available + $4, last_sequence = last_sequence + 1
             WHERE key = $3 RETURNING available, last_sequence
         ), record AS (
           INSERT INTO mailproof.ledger_records (key, id, account, milli_credits, available, reason, purpose)
             SELECT $1, $2, $3, $4, available, $5, $6 FROM changed
         )
         INSERT INTO mailproof.journal (account, sequence, kind, id, milli_credits, at, purpose)
           SELECT $3, last_sequence, 'grant', $2, $4, floor(${nowOr('$7')}), $6 FROM changed`,
        [digest(id), id, digest(account), milliCredits, reason, textOf(purpose), givenNow(this.#clock)],
      );
      return decision.available;
    }, shareOfRequests(account));
  }

  async hold(hold: HoldRequest): Promise<HoldResult> {
    const available = await this.#holds.add(hold, hold.account).catch((error) => {
      if (!isDuplicate(error)) throw error;
    });
    if (available !== undefined) {
      this.#accounts.set(hold.id, hold.account);
      return { kind: 'held', available };
    }
    // A repeat, or too few credits; or there were too few just now.
    return this.#database.transact(async (run) => {
      const balance = await lockAccount(run, hold.account);
      const decision = decideHold(hold, { record: await readRecord(run, hold.id), balance });
      if (decision.kind === 'apply') await this.#placeHolds(run, [hold]);
      return decision.result;
    }, shareOfRequests(hold.account));
  }

  async capture(holdId: string): Promise<'captured' | 'unknown'> {
    const isCaptured = await this.#captures.add(holdId, this.#takeGroupOf(holdId));
    return isCaptured ? 'captured' : this.#stateOf(holdId, 'captured');
  }

  async #capture(ids: readonly string[]): Promise<boolean[]> {
    const rows = await this.#database.query(
      `WITH record AS (
         UPDATE mailproof.ledger_records SET state = 'captured' WHERE key = ANY ($1) AND state = 'open'
           RETURNING id, account, milli_credits, purpose
       ), sums AS (
         SELECT account, sum(milli_credits)::bigint AS sum, count(*) AS count FROM record GROUP BY account
       ), changed AS (
         UPDATE mailproof.accounts SET held = held - sum, last_sequence = last_sequence + count
           FROM sums WHERE accounts.key = sums.account RETURNING key, last_sequence - count AS sequence
       )
       INSERT INTO mailproof.journal (account, sequence, kind, id, milli_credits, at, purpose)
         SELECT key, sequence + row_number() OVER (PARTITION BY key), 'capture', id, milli_credits,
             floor(${nowOr('$2')}), purpose
           FROM record JOIN changed ON record.account = changed.key RETURNING id`,
      [ids.map(digest), givenNow(this.#clock)],
    );
    const captured = new Set(rows.map(({ id }) => id));
    return ids.map((id) => captured.has(id));
  }

  async release(holdId: string): Promise<HoldState | 'unknown'> {
    const isReleased = await this.#releases.add(holdId, this.#takeGroupOf(holdId));
    return isReleased ? 'released' : this.#stateOf(holdId, 'released');
  }

  async #release(ids: readonly string[]): Promise<boolean[]> {
    const rows = await this.#database.query(
      `WITH record AS (
         DELETE FROM mailproof.ledger_records WHERE key = ANY ($1) AND state = 'open'
           RETURNING id, account, milli_credits
       ), sums AS (
         SELECT account, sum(milli_credits)::bigint AS sum FROM record GROUP BY account
       ), changed AS (
         UPDATE mailproof.accounts SET available = available + sum, held = held - sum
           FROM sums WHERE accounts.key = sums.account
       )
       SELECT id FROM record`,
      [ids.map(digest)],
    );
    const released = new Set(rows.map(({ id }) => id));
    // Of several releases of one hold, one has released it.
    return ids.map((id) => released.delete(id));
  }

  /** The account of a hold, as long as it is known here. Those of other processes each wait for themselves. */
  #takeGroupOf(holdId: string): string {
    const account = this.#accounts.get(holdId);
    this.#accounts.delete(holdId);
    return account ?? `hold ${holdId}`;
  }

  async sweep({ limit }: { limit: number }): Promise<number> {
    for (let swept = 0; ; ) {
      const slice = Math.min(limit - swept, sliceLength);
      const count = await this.#database.transact((run) => this.#sweepSlice(run, slice));
      swept += count;
      if (count < slice || swept === limit) return swept;
    }
  }

  async balance(account: string): Promise<Balance> {
    const sql = 'SELECT available, held FROM mailproof.accounts WHERE key = $1';
    const [balance] = await this.#database.query(sql, [digest(account)]);
    return balance ?? { available: 0, held: 0 };
  }

  /** In the order of the digests. */
  async accounts({ limit, after }: AccountsOptions): Promise<readonly AccountBalance[]> {
    return this.#database.query(
      `SELECT account, available, held FROM mailproof.accounts
         WHERE $1::bytea IS NULL OR key > $1 ORDER BY key LIMIT $2`,
      [after === undefined ? null : digest(after), limit],
    );
  }

  /** One statement: an entry that is being folded is either in the journal or in the opening balance. */
  async entries(account: string, { limit, before }: EntriesOptions): Promise<readonly LedgerEntry[]> {
    const rows = await this.#database.query(
      `SELECT sequence, kind, id, milli_credits, at, purpose FROM mailproof.journal
         WHERE account = $1 AND ($2::bigint IS NULL OR sequence < $2)
       UNION ALL
       SELECT opening_sequence, 'opening', '', opening_balance, opening_at, NULL FROM mailproof.accounts
         WHERE key = $1 AND opening_sequence IS NOT NULL AND ($2::bigint IS NULL OR opening_sequence < $2)
       ORDER BY sequence DESC LIMIT $3`,
      [digest(account), before ?? null, limit],
    );
    return rows.map(({ sequence, kind, id, milli_credits: milliCredits, at, purpose }) =>
      kind === 'opening'
        ? { sequence, kind, id, milliCredits, at }
        : { sequence, kind, id, milliCredits, at, purpose: parsePurpose(purpose) },
    );
  }

  async foldJournal({ olderThanMs, limit }: { olderThanMs: number; limit: number }): Promise<number> {
    const [{ now }] = await this.#database.query(`SELECT floor(${nowOr('$1')})::bigint AS now`, [
      givenNow(this.#clock),
    ]);
    const latest = now - olderThanMs;
    let folded = 0;
    while (folded < limit) {
      // If the clock was set back, an old entry may come after a newer one, and is folded after it.
      const [oldest] = await this.#database.query(
        `SELECT account FROM mailproof.journal AS entry WHERE at <= $1 AND NOT EXISTS (
           SELECT FROM mailproof.journal AS earlier
             WHERE earlier.account = entry.account AND earlier.sequence < entry.sequence AND earlier.at > $1
         ) ORDER BY at LIMIT 1`,
        [latest],
      );
      if (oldest === undefined) break;
      const most = Math.min(limit - folded, sliceLength);
      folded += await this.#database.transact((run) => foldAccount(run, oldest.account, { latest, most }));
    }
    return folded;
  }

  /**
   * Places holds of one account. Returns what is available after each; undefined if there are too few credits for it and
   * those before. Rejects as duplicate if an id is known.
   */
  async #placeHolds(run: Run, holds: readonly HoldRequest[]): Promise<(number | undefined)[]> {
    const rows = await run(
      `WITH locked AS MATERIALIZED (
         SELECT available FROM mailproof.accounts WHERE key = $1 FOR UPDATE
       ), placed AS (
         SELECT wanted.*, available - sum(amount) OVER (ORDER BY place) AS after FROM locked,
           unnest($2::bytea[], $3::text[], $4::bigint[], $5::bigint[], $6::text[]) WITH ORDINALITY
             AS wanted (key, id, amount, lasts_ms, purpose, place)
       ), changed AS (
         UPDATE mailproof.accounts SET available = available - sum, held = held + sum
           FROM (SELECT sum(amount)::bigint AS sum FROM placed WHERE after >= 0) AS sums WHERE key = $1 AND sum > 0
       )
       INSERT INTO mailproof.ledger_records (key, id, account, milli_credits, available, state, expires_at, purpose)
         SELECT key, id, $1, amount, after, 'open', ceil(${nowOr('$7')}) + lasts_ms, purpose
           FROM placed WHERE after >= 0 RETURNING id, available`,
      [
        ...[digest(holds[0]?.account ?? ''), holds.map(({ id }) => digest(id)), holds.map(({ id }) => id)],
        ...[holds.map(({ milliCredits }) => milliCredits), holds.map((hold) => expiryOf(hold, 0))],
        ...[holds.map(({ purpose }) => textOf(purpose)), givenNow(this.#clock)],
      ],
    );
    const after = new Map<string, number>(rows.map(({ id, available }) => [id, available]));
    return holds.map(({ id }) => after.get(id));
  }

  /** Returns what a capture or release that changed nothing found. */
  async #stateOf(holdId: string, wanted: HoldState): Promise<'captured' | 'unknown'> {
    const decision = decideResolution(wanted, await readRecord(this.#database.query, holdId));
    // It was placed after the statement that did not find it: as if this call had come before.
    return decision.kind === 'unchanged' ? decision.result : 'unknown';
  }

  async #sweepSlice(run: Run, limit: number): Promise<number> {
    // Sweeps wait for one another, because they lock several accounts.
    await run(`SELECT pg_advisory_xact_lock(1836216166, 'mailproof.ledger_records'::regclass::oid::integer)`);
    const [{ count }] = await run(
      `WITH expired AS (
         SELECT key FROM mailproof.ledger_records WHERE state = 'open' AND expires_at <= floor(${nowOr('$1')})
           ORDER BY expires_at LIMIT $2 FOR UPDATE SKIP LOCKED
       ), gone AS (
         DELETE FROM mailproof.ledger_records AS record USING expired WHERE record.key = expired.key
           RETURNING record.account, milli_credits
       ), sums AS (
         SELECT account, sum(milli_credits)::bigint AS sum FROM gone GROUP BY account
       ), changed AS (
         UPDATE mailproof.accounts SET available = available + sum, held = held - sum
           FROM sums WHERE accounts.key = sums.account
       )
       SELECT count(*) AS count FROM gone`,
      [givenNow(this.#clock), limit],
    );
    return count;
  }
}

/** Returns the balance, which is zero if there is no such account. */
async function lockAccount(run: Run, account: string): Promise<Balance> {
  const sql = 'SELECT available, held FROM mailproof.accounts WHERE key = $1 FOR UPDATE';
  const [balance] = await run(sql, [digest(account)]);
  return balance ?? { available: 0, held: 0 };
}

async function readRecord(run: Run, id: string): Promise<LedgerRecord | undefined> {
  const [row] = await run(
    `SELECT accounts.account, milli_credits, record.available, reason, state, purpose
       FROM mailproof.ledger_records AS record JOIN mailproof.accounts AS accounts ON accounts.key = record.account
       WHERE record.key = $1`,
    [digest(id)],
  );
  if (row === undefined) return undefined;
  const { account, milli_credits: milliCredits, available, reason, state } = row;
  const purpose = parsePurpose(row.purpose);
  const record = { id, account, milliCredits, available, ...(purpose === null ? {} : { purpose }) };
  return reason === null ? { kind: 'hold', state, ...record } : { kind: 'grant', reason, ...record };
}

/** Folds the oldest entries of an account into its opening balance. Returns how many; 0 if another process came first. */
async function foldAccount(
  run: Run,
  account: Buffer,
  { latest, most }: { latest: number; most: number },
): Promise<number> {
  const [{ opening_balance: milliCredits, opening_at: at }] = await run(
    'SELECT opening_balance, opening_at FROM mailproof.accounts WHERE key = $1 FOR UPDATE',
    [account],
  );
  const entries = await run(
    'SELECT sequence, kind, id, milli_credits, at FROM mailproof.journal WHERE account = $1 ORDER BY sequence LIMIT $2',
    [account, most],
  );
  const firstKept = entries.findIndex((entry) => entry.at > latest);
  const folded = firstKept === -1 ? entries : entries.slice(0, firstKept);
  let opening: FoldedBalance | undefined = at === null ? undefined : { milliCredits, at };
  for (const entry of folded)
    opening = foldedBalance(opening, { ...entry, milliCredits: entry.milli_credits });
  if (opening === undefined || folded.length === 0) return 0;
  const last = folded.at(-1).sequence;
  await run(
    'UPDATE mailproof.accounts SET opening_sequence = $2, opening_balance = $3, opening_at = $4 WHERE key = $1',
    [account, last, opening.milliCredits, opening.at],
  );
  await run('DELETE FROM mailproof.journal WHERE account = $1 AND sequence <= $2', [account, last]);
  // A purchase is made once, however long ago it was.
  await run(
    `DELETE FROM mailproof.ledger_records WHERE key = ANY ($1) AND reason IS DISTINCT FROM 'purchase'`,
    [folded.map(({ id }) => digest(id))],
  );
  return folded.length;
}

function textOf(purpose: ChargePurpose | undefined): string | null {
  return purpose === undefined ? null : formatPurpose(purpose);
}
