import type { Schema } from './migration.ts';

/** What must survive: accounts, keys, and answers that were paid for. Amounts are integer milli-credits. */
export const mainSchema: Schema = {
  applicationId: 0x6d70_7266,
  migrations: [
    `
    CREATE TABLE accounts (
      account TEXT PRIMARY KEY,
      available INTEGER NOT NULL CHECK (available >= 0),
      held INTEGER NOT NULL CHECK (held >= 0),
      last_sequence INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    -- Grants and holds share one space of ids. available: the balance after it, which a repeat gets.
    CREATE TABLE ledger_records (
      id TEXT PRIMARY KEY,
      kind TEXT NOT NULL CHECK (kind IN ('grant', 'hold')),
      account TEXT NOT NULL REFERENCES accounts (account),
      milli_credits INTEGER NOT NULL CHECK (milli_credits > 0),
      available INTEGER NOT NULL CHECK (available >= 0),
      reason TEXT CHECK (reason IN ('purchase', 'refund')),
      state TEXT CHECK (state IN ('open', 'captured', 'released')),
      expires_at INTEGER,
      CHECK ((kind = 'grant') = (reason IS NOT NULL)),
      CHECK ((kind = 'hold') = (state IS NOT NULL)),
      CHECK ((kind = 'hold') = (expires_at IS NOT NULL))
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX open_holds ON ledger_records (expires_at) WHERE state = 'open';

    CREATE TABLE journal (
      account TEXT NOT NULL REFERENCES accounts (account),
      sequence INTEGER NOT NULL,
      kind TEXT NOT NULL CHECK (kind IN ('grant', 'hold', 'capture', 'release')),
      id TEXT NOT NULL REFERENCES ledger_records (id),
      milli_credits INTEGER NOT NULL CHECK (milli_credits > 0),
      at INTEGER NOT NULL,
      PRIMARY KEY (account, sequence)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE keys (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      hash TEXT NOT NULL UNIQUE,
      account TEXT NOT NULL,
      label TEXT,
      created_at INTEGER NOT NULL,
      revoked_at INTEGER
    ) STRICT;
    CREATE INDEX keys_of_account ON keys (account, sequence);

    -- value: the UTF-8 of a text, as a blob, since drivers may cut a text at NUL.
    CREATE TABLE cache (
      key TEXT PRIMARY KEY,
      value BLOB NOT NULL,
      expires_at REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX cache_by_expiry ON cache (expires_at);

    -- One row, written to see whether writing is possible.
    CREATE TABLE last_ping (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL) STRICT;
    `,
  ],
};

/** Limits towards exchanges, in a file of their own that needs no syncing: nothing in it outlives a crash. */
export const pacingSchema: Schema = {
  applicationId: 0x6d70_7270,
  migrations: [
    `
    CREATE TABLE leases (
      id TEXT PRIMARY KEY,
      exchange TEXT NOT NULL,
      expires_at REAL NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX leases_by_exchange ON leases (exchange, expires_at);

    -- Processes in which somebody waits for an exchange, in the order in which they are served.
    CREATE TABLE tickets (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      exchange TEXT NOT NULL,
      process TEXT NOT NULL,
      expires_at REAL NOT NULL,
      UNIQUE (exchange, process)
    ) STRICT;

    CREATE TABLE pauses (
      exchange TEXT PRIMARY KEY,
      until REAL NOT NULL,
      reason TEXT NOT NULL CHECK (reason IN ('unreachable', 'limited', 'blocked'))
    ) STRICT, WITHOUT ROWID;
    `,
  ],
};
