// A ledger in PostgreSQL. Every change locks the row of its account, and unique ids decide the rest. What to write is
// decided by the rules in mailproof/stores.
import {
  checkedStore,
  decideGrant,
  decideHold,
  decideResolution,
  expiryOf,
  foldedBalance,
  formatPurpose,
  ledgerChecks,
  parsePurpose,
} from 'mailproof/stores';
import { Again, digest } from './database.mjs';

/** In all tables, `account` is the digest of the account, and in the records `key` that of the id. */
export const ledgerTables = `
  CREATE TABLE IF NOT EXISTS accounts (
    account bytea PRIMARY KEY,
    name text NOT NULL,
    available bigint NOT NULL DEFAULT 0,
    held bigint NOT NULL DEFAULT 0,
    last_sequence bigint NOT NULL DEFAULT 0, -- of the newest entry in the journal; never goes back
    opening_sequence bigint, opening_balance bigint, opening_at bigint
  );
  CREATE TABLE IF NOT EXISTS ledger_records (
    key bytea PRIMARY KEY,                   -- of grants and holds together
    id text NOT NULL,
    kind text NOT NULL,
    account bytea NOT NULL,
    milli_credits bigint NOT NULL,
    available bigint NOT NULL,               -- after it: a repeat returns that again
    purpose text,
    reason text,                             -- of a grant
    state text, expires_at bigint            -- of a hold
  );
  CREATE INDEX IF NOT EXISTS open_holds ON ledger_records (expires_at) WHERE state = 'open';
  CREATE TABLE IF NOT EXISTS journal (
    account bytea, sequence bigint, kind text NOT NULL, id text NOT NULL,
    milli_credits bigint NOT NULL, at bigint NOT NULL, purpose text,
    PRIMARY KEY (account, sequence)
  );
  CREATE INDEX IF NOT EXISTS journal_age ON journal (at);
`;

/** How many entries one transaction folds, and how many holds one statement finds. */
const sliceLength = 1_000;

/** Returns a ledger. Its calls with wrong arguments reject before a method is called. */
export const pgLedger = (options) => checkedStore(new PgLedger(options), ledgerChecks);

class PgLedger {
  #database;
  #clock;

  /** Without a clock, the time is that of the database, on which all machines agree. */
  constructor({ database, clock }) {
    this.#database = database;
    this.#clock = clock;
  }

  async grant(grant) {
    const { id, account, milliCredits, reason } = grant;
    return this.#database.change(async (run) => {
      // So that there is a row to lock. If the grant is refused, the transaction is rolled back, and the account is not there.
      await run('INSERT INTO accounts (account, name) VALUES ($1, $2) ON CONFLICT DO NOTHING', [
        digest(account),
        account,
      ]);
      const balance = await lockAccount(run, account);
      const decision = decideGrant(grant, { record: await readRecord(run, id), balance });
      if (decision.kind === 'repeat') return decision.available;
      const purpose = textOf(grant.purpose);
      await run(
        `INSERT INTO ledger_records (key, id, kind, account, milli_credits, available, purpose, reason)
           VALUES ($1, $2, 'grant', $3, $4, $5, $6, $7)`,
        [digest(id), id, digest(account), milliCredits, decision.available, purpose, reason],
      );
      await changeBalance(run, account, { available: milliCredits, held: 0 });
      await this.#enter(run, account, { kind: 'grant', id, milliCredits, purpose });
      return decision.available;
    });
  }

  async hold(hold) {
    const { id, account, milliCredits } = hold;
    return this.#database.change(async (run) => {
      const balance = await lockAccount(run, account);
      const decision = decideHold(hold, { record: await readRecord(run, id), balance });
      if (decision.kind === 'unchanged') return decision.result;
      const purpose = textOf(hold.purpose);
      const expiresAt = expiryOf(hold, await this.#now(run));
      await run(
        `INSERT INTO ledger_records (key, id, kind, account, milli_credits, available, purpose, state, expires_at)
           VALUES ($1, $2, 'hold', $3, $4, $5, $6, 'open', $7)`,
        [digest(id), id, digest(account), milliCredits, decision.result.available, purpose, expiresAt],
      );
      await changeBalance(run, account, { available: -milliCredits, held: milliCredits });
      return decision.result;
    });
  }

  async capture(holdId) {
    return (await this.#resolve(holdId, 'captured')).result;
  }

  async release(holdId) {
    return (await this.#resolve(holdId, 'released')).result;
  }

  async sweep(options) {
    let released = 0;
    while (released < options.limit) {
      const expired = await this.#database.query(
        `SELECT id FROM ledger_records WHERE state = 'open' AND expires_at <= $1 ORDER BY expires_at LIMIT $2`,
        [Math.floor(await this.#now(this.#query)), Math.min(options.limit - released, sliceLength)],
      );
      if (expired.length === 0) break;
      // Another process may resolve some of them first: those do not count, and others are looked for.
      for (const { id } of expired) {
        const decision = await this.#resolve(id, 'released');
        if (decision.kind === 'apply') released += 1;
      }
    }
    return released;
  }

  async balance(account) {
    const sql = 'SELECT available, held FROM accounts WHERE account = $1';
    const [balance] = await this.#database.query(sql, [digest(account)]);
    return balance ?? { available: 0, held: 0 };
  }

  async accounts(options) {
    const { limit, after } = options;
    return this.#database.query(
      `SELECT name AS account, available, held FROM accounts
         WHERE $1::bytea IS NULL OR account > $1 ORDER BY accounts.account LIMIT $2`,
      [after === undefined ? null : digest(after), limit],
    );
  }

  /** One statement sees one moment: an entry that is being folded is either in the journal or in the opening balance. */
  async entries(account, options) {
    const { limit, before = null } = options;
    const rows = await this.#database.query(
      `SELECT sequence, kind, id, milli_credits, at, purpose FROM journal
         WHERE account = $1 AND ($2::bigint IS NULL OR sequence < $2)
       UNION ALL
       SELECT opening_sequence, 'opening', '', opening_balance, opening_at, NULL FROM accounts
         WHERE account = $1 AND opening_sequence IS NOT NULL AND ($2::bigint IS NULL OR opening_sequence < $2)
       ORDER BY sequence DESC LIMIT $3`,
      [digest(account), before, limit],
    );
    return rows.map(({ sequence, kind, id, milli_credits: milliCredits, at, purpose }) =>
      kind === 'opening'
        ? { sequence, kind, id, milliCredits, at }
        : { sequence, kind, id, milliCredits, at, purpose: parsePurpose(purpose) },
    );
  }

  async foldJournal(options) {
    const { olderThanMs, limit } = options;
    const until = Math.floor((await this.#now(this.#query)) - olderThanMs);
    let folded = 0;
    while (folded < limit) {
      // If the clock was set back, an old entry may come after a newer one, and is folded after it.
      const [oldest] = await this.#database.query(
        `SELECT account FROM journal AS entry WHERE at <= $1 AND NOT EXISTS (
           SELECT FROM journal WHERE account = entry.account AND sequence < entry.sequence AND at > $1
         ) ORDER BY at LIMIT 1`,
        [until],
      );
      if (oldest === undefined) break;
      const most = Math.min(limit - folded, sliceLength);
      folded += await this.#database.change((run) => foldAccount(run, oldest.account, { until, most }));
    }
    return folded;
  }

  /** Captures or releases a hold. Only its record says whose it is, so it is read again once the account is locked. */
  #resolve(id, wanted) {
    return this.#database.change(async (run) => {
      const before = await readRecord(run, id);
      if (before !== undefined) await lockAccount(run, before.account);
      const record = await readRecord(run, id);
      if (record !== undefined && record.account !== before?.account) throw new Again();
      const decision = decideResolution(wanted, record);
      if (decision.kind === 'unchanged') return decision;
      await changeBalance(run, decision.account, decision.change);
      if (wanted === 'released') {
        await run('DELETE FROM ledger_records WHERE key = $1', [digest(id)]);
        return decision;
      }
      await run(`UPDATE ledger_records SET state = 'captured' WHERE key = $1`, [digest(id)]);
      const { milliCredits, purpose } = record;
      const entry = { kind: 'capture', id, milliCredits, purpose: textOf(purpose) };
      await this.#enter(run, decision.account, entry);
      return decision;
    });
  }

  /** Writes an entry of the journal. */
  async #enter(run, account, { kind, id, milliCredits, purpose }) {
    const at = Math.floor(await this.#now(run));
    const [{ sequence }] = await run(
      'UPDATE accounts SET last_sequence = last_sequence + 1 WHERE account = $1 RETURNING last_sequence AS sequence',
      [digest(account)],
    );
    await run(
      `INSERT INTO journal (account, sequence, kind, id, milli_credits, at, purpose)
         VALUES ($1, $2, $3, $4, $5, $6, $7)`,
      [digest(account), sequence, kind, id, milliCredits, at, purpose],
    );
  }

  async #now(run) {
    if (this.#clock !== undefined) return this.#clock.now();
    const [{ now }] = await run('SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS now');
    return now;
  }

  #query = (sql, values) => this.#database.query(sql, values);
}

/** Resolves with the balance, which is zero if there is no such account. */
async function lockAccount(run, account) {
  const sql = 'SELECT available, held FROM accounts WHERE account = $1 FOR UPDATE';
  const [balance] = await run(sql, [digest(account)]);
  return balance ?? { available: 0, held: 0 };
}

function changeBalance(run, account, { available, held }) {
  const sql = 'UPDATE accounts SET available = available + $2, held = held + $3 WHERE account = $1';
  return run(sql, [digest(account), available, held]);
}

async function readRecord(run, id) {
  const [row] = await run(
    'SELECT record.*, name FROM ledger_records AS record JOIN accounts USING (account) WHERE key = $1',
    [digest(id)],
  );
  if (row === undefined) return undefined;
  const { kind, name: account, milli_credits: milliCredits, available, reason, state } = row;
  const purpose = parsePurpose(row.purpose) ?? undefined;
  const common = { id, account, milliCredits, available, purpose };
  return kind === 'grant' ? { kind, reason, ...common } : { kind, state, ...common };
}

/** Folds the oldest entries of an account into its opening balance. Resolves with how many. */
async function foldAccount(run, account, { until, most }) {
  const [{ opening_balance: milliCredits, opening_at }] = await run(
    'SELECT * FROM accounts WHERE account = $1 FOR UPDATE',
    [account],
  );
  let opening = opening_at === null ? undefined : { milliCredits, at: opening_at };
  const entries = await run(
    'SELECT sequence, kind, id, milli_credits, at FROM journal WHERE account = $1 ORDER BY sequence LIMIT $2',
    [account, most],
  );
  const firstKept = entries.findIndex(({ at }) => at > until);
  const folded = firstKept === -1 ? entries : entries.slice(0, firstKept);
  const last = folded.at(-1);
  if (last === undefined) return 0; // another process came first
  for (const { kind, milli_credits, at } of folded)
    opening = foldedBalance(opening, { kind, milliCredits: milli_credits, at });
  await run(
    'UPDATE accounts SET opening_sequence = $2, opening_balance = $3, opening_at = $4 WHERE account = $1',
    [account, last.sequence, opening.milliCredits, opening.at],
  );
  await run('DELETE FROM journal WHERE account = $1 AND sequence <= $2', [account, last.sequence]);
  const keys = folded.map(({ id }) => digest(id));
  // A purchase is made once, however long ago it was.
  await run(`DELETE FROM ledger_records WHERE key = ANY($1) AND reason IS DISTINCT FROM 'purchase'`, [keys]);
  return folded.length;
}

function textOf(purpose) {
  return purpose === undefined ? null : formatPurpose(purpose);
}
