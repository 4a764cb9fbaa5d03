import type { Schema } from './schema-state.ts';

/** Durable data: accounts, keys, jobs, and results that were paid for. Amounts are integer milli-credits. */
export const mainSchema: Schema = {
  applicationId: 0x6d70_7266,
  version: 2,
  tables: `
    -- opening_*: the opening balance, that after the entry opening_sequence, which is folded like all before it; 0: none is.
    -- oldest_at: the time of the oldest entry in the journal; null if it has none.
    CREATE TABLE accounts (
      account TEXT PRIMARY KEY,
      available INTEGER NOT NULL CHECK (available >= 0),
      held INTEGER NOT NULL CHECK (held >= 0),
      last_sequence INTEGER NOT NULL,
      opening_sequence INTEGER NOT NULL DEFAULT 0,
      opening_balance INTEGER NOT NULL DEFAULT 0 CHECK (opening_balance >= 0),
      opening_at INTEGER NOT NULL DEFAULT 0,
      oldest_at INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX accounts_by_oldest_entry ON accounts (oldest_at) WHERE oldest_at IS NOT NULL;

    -- Grants and holds share one id space. available: the balance after it, which repeats return again. purpose: what the
    -- charge or refund is for: "kind:count:key".
    CREATE TABLE open_holds (
      id TEXT PRIMARY KEY,
      account TEXT NOT NULL REFERENCES accounts (account),
      milli_credits INTEGER NOT NULL CHECK (milli_credits > 0),
      available INTEGER NOT NULL CHECK (available >= 0),
      expires_at INTEGER NOT NULL,
      purpose TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX open_holds_by_expiry ON open_holds (expires_at);

    -- reason: of a grant; null for a captured hold.
    CREATE TABLE journal (
      account TEXT NOT NULL REFERENCES accounts (account),
      sequence INTEGER NOT NULL,
      id TEXT NOT NULL UNIQUE,
      milli_credits INTEGER NOT NULL CHECK (milli_credits > 0),
      available INTEGER NOT NULL CHECK (available >= 0),
      reason TEXT CHECK (reason IN ('purchase', 'refund')),
      purpose TEXT,
      at INTEGER NOT NULL,
      PRIMARY KEY (account, sequence)
    ) STRICT, WITHOUT ROWID;

    -- What is left of entries once they are folded, so that a purchase is made once.
    CREATE TABLE folded_purchases (
      id TEXT PRIMARY KEY,
      account TEXT NOT NULL,
      milli_credits INTEGER NOT NULL,
      available INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- test: 1 for a test key.
    CREATE TABLE keys (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      hash TEXT NOT NULL UNIQUE,
      account TEXT NOT NULL,
      label TEXT,
      created_at INTEGER NOT NULL,
      revoked_at INTEGER,
      rotated_at INTEGER,
      previous_valid_until INTEGER,
      test INTEGER NOT NULL DEFAULT 0 CHECK (test IN (0, 1)),
      last_used_at INTEGER
    ) STRICT;
    CREATE INDEX keys_of_account ON keys (account, sequence);
    -- Secrets that were replaced, and may still be valid; keys.hash is that of the current one.
    CREATE TABLE replaced_secrets (
      hash TEXT PRIMARY KEY,
      key_id TEXT NOT NULL REFERENCES keys (id),
      replaced_at INTEGER NOT NULL,
      valid_until INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX replaced_secrets_of_key ON replaced_secrets (key_id);

    -- value: UTF-8 as a blob, because drivers may cut off a text at NUL.
    CREATE TABLE cache (
      key TEXT PRIMARY KEY,
      value BLOB NOT NULL,
      expires_at REAL NOT NULL,
      entry_group TEXT
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX cache_by_expiry ON cache (expires_at);
    CREATE INDEX cache_by_group ON cache (entry_group) WHERE entry_group IS NOT NULL;

    -- One row, written by each ping to check that writing is possible.
    CREATE TABLE last_ping (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL) STRICT;

    -- safe, risky, invalid, unknown: items by the status of their latest result. lease_ms: how long the lease was to last
    -- when it was acquired or renewed. cancelled: 1 for a job that failed because it was cancelled.
    CREATE TABLE jobs (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      kind TEXT NOT NULL CHECK (kind IN ('verification', 'lookup')),
      account TEXT,
      key_id TEXT,
      milli_credits_per_item INTEGER NOT NULL CHECK (milli_credits_per_item >= 0),
      submitted_at INTEGER NOT NULL,
      idempotency_key TEXT UNIQUE,
      fingerprint TEXT,
      traceparent TEXT,
      total INTEGER NOT NULL CHECK (total > 0),
      processed INTEGER NOT NULL DEFAULT 0 CHECK (processed BETWEEN 0 AND total),
      retrying INTEGER NOT NULL DEFAULT 0 CHECK (retrying BETWEEN 0 AND processed),
      retried INTEGER NOT NULL DEFAULT 0 CHECK (retried >= 0),
      safe INTEGER NOT NULL DEFAULT 0 CHECK (safe BETWEEN 0 AND processed),
      risky INTEGER NOT NULL DEFAULT 0 CHECK (risky BETWEEN 0 AND processed),
      invalid INTEGER NOT NULL DEFAULT 0 CHECK (invalid BETWEEN 0 AND processed),
      unknown INTEGER NOT NULL DEFAULT 0 CHECK (unknown BETWEEN 0 AND processed),
      started_at INTEGER,
      completed_at INTEGER,
      failed_at INTEGER,
      cancelled INTEGER NOT NULL DEFAULT 0 CHECK (cancelled IN (0, 1)),
      settled_at INTEGER,
      lease_owner TEXT,
      lease_until INTEGER,
      lease_ms INTEGER,
      name TEXT,
      CHECK ((idempotency_key IS NULL) = (fingerprint IS NULL)),
      CHECK (completed_at IS NULL OR failed_at IS NULL),
      CHECK (settled_at IS NULL OR failed_at IS NOT NULL)
    ) STRICT;
    CREATE INDEX unsettled_jobs ON jobs (submitted_at, number) WHERE completed_at IS NULL AND settled_at IS NULL;
    CREATE INDEX finished_jobs ON jobs (coalesce(completed_at, failed_at))
      WHERE completed_at IS NOT NULL OR settled_at IS NOT NULL;
    CREATE INDEX jobs_of_account ON jobs (account, submitted_at, id);

    -- Staged jobs: their items are being written, and no reader sees them. A number is never used twice. job, submitted_at:
    -- whose items they are: the id of the job, and when it was submitted.
    CREATE TABLE job_drafts (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      job TEXT NOT NULL,
      submitted_at INTEGER NOT NULL,
      expires_at INTEGER NOT NULL
    ) STRICT;
    -- Removed jobs whose items and results are being deleted. No reader sees them.
    CREATE TABLE removed_jobs (number INTEGER PRIMARY KEY) STRICT;

    -- place: 2^17 times the number of the job, plus the position of the item, or of the first item in the row.
    CREATE TABLE job_items (place INTEGER PRIMARY KEY, items TEXT NOT NULL) STRICT;

    -- Items with a result. Results are in a table of their own: they arrive in any order, and are appended there, so
    -- that only these small rows are written in scattered places. egress: the one that was put off at the last attempt.
    CREATE TABLE job_progress (
      place INTEGER PRIMARY KEY,
      attempts INTEGER NOT NULL CHECK (attempts > 0),
      retry_at INTEGER,
      egress TEXT,
      result_id INTEGER NOT NULL
    ) STRICT;
    -- Items that wait for a retry, by the number of their job.
    CREATE INDEX job_retries ON job_progress (place / 131072, retry_at) WHERE retry_at IS NOT NULL;
    CREATE TABLE job_results (id INTEGER PRIMARY KEY, result TEXT NOT NULL) STRICT;

    -- bits: one per item, set while the item is open.
    CREATE TABLE job_open_items (number INTEGER PRIMARY KEY, bits BLOB NOT NULL) STRICT;

    -- Endpoints that are still to be told of the end of a job. account: in JSON. due_at: null until the job has finished; then
    -- the end of a lease, or of a wait, that began at set_at.
    CREATE TABLE job_announcements (
      job TEXT NOT NULL,
      endpoint TEXT NOT NULL,
      account TEXT NOT NULL,
      failures INTEGER NOT NULL DEFAULT 0 CHECK (failures >= 0),
      due_at INTEGER,
      set_at INTEGER,
      lease TEXT,
      PRIMARY KEY (job, endpoint)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX due_announcements ON job_announcements (endpoint, account, due_at, set_at) WHERE due_at IS NOT NULL;
  `,
};

/** Leases, in a separate file without syncing: nothing in it needs to survive a crash. */
export const pacingSchema: Schema = {
  applicationId: 0x6d70_7270,
  version: 2,
  replaces: 1,
  tables: `
    DROP TABLE IF EXISTS leases;
    DROP TABLE IF EXISTS tickets;
    DROP TABLE IF EXISTS pauses;
    DROP TABLE IF EXISTS releases;

    -- state: the leases on one key, the processes that wait for one, the pause and the last release, as JSON. ends_at: when
    -- nothing of it counts any more.
    CREATE TABLE lease_states (
      key TEXT PRIMARY KEY,
      state TEXT NOT NULL,
      ends_at REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX lease_states_by_end ON lease_states (ends_at);
  `,
};
