import { queueTables } from './queue/queue-schema.ts';

/**
 * Everything in the schema `mailproof`. Keys that others choose are digests (SHA-256), because an entry of an index must
 * be short. Amounts are integer milli-credits. What may be lost in a crash is in unlogged tables.
 */
export const tables = `
-- last_ping: written by each ping to check that writing is possible.
CREATE TABLE mailproof.storage (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  version integer NOT NULL,
  last_ping timestamptz
);

-- value: UTF-8, not text, because values may contain NUL.
CREATE TABLE mailproof.cache (
  key bytea PRIMARY KEY,
  value bytea NOT NULL,
  expires_at double precision NOT NULL,
  entry_group bytea
) WITH (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX cache_by_expiry ON mailproof.cache (expires_at);
CREATE INDEX cache_by_group ON mailproof.cache (entry_group) WHERE entry_group IS NOT NULL;

-- opening_*: the opening balance, that after the entry opening_sequence; null: no entry is folded.
CREATE TABLE mailproof.accounts (
  key bytea PRIMARY KEY,
  account text NOT NULL,
  available bigint NOT NULL DEFAULT 0 CHECK (available >= 0),
  held bigint NOT NULL DEFAULT 0 CHECK (held >= 0),
  last_sequence bigint NOT NULL DEFAULT 0,
  opening_sequence bigint,
  opening_balance bigint CHECK (opening_balance >= 0),
  opening_at bigint
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
-- Grants and holds, which share one id space. available: the balance after it, which repeats return again.
CREATE TABLE mailproof.ledger_records (
  key bytea PRIMARY KEY,
  id text NOT NULL,
  account bytea NOT NULL REFERENCES mailproof.accounts (key),
  milli_credits bigint NOT NULL CHECK (milli_credits > 0),
  available bigint NOT NULL CHECK (available >= 0),
  reason text CHECK (reason IN ('purchase', 'refund')),
  state text CHECK (state IN ('open', 'captured')),
  expires_at bigint,
  purpose text,
  CHECK ((reason IS NULL) = (state IS NOT NULL))
) WITH (autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX open_holds_by_expiry ON mailproof.ledger_records (expires_at) WHERE state = 'open';
CREATE TABLE mailproof.journal (
  account bytea NOT NULL,
  sequence bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('grant', 'capture')),
  id text NOT NULL,
  milli_credits bigint NOT NULL CHECK (milli_credits > 0),
  at bigint NOT NULL,
  purpose text,
  PRIMARY KEY (account, sequence)
);
CREATE INDEX journal_by_age ON mailproof.journal (at);

CREATE TABLE mailproof.keys (
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL UNIQUE,
  hash text NOT NULL UNIQUE,
  account text NOT NULL,
  account_key bytea NOT NULL,
  label text,
  test boolean NOT NULL,
  created_at bigint NOT NULL,
  rotated_at bigint,
  previous_valid_until bigint,
  revoked_at bigint,
  last_used_at bigint
);
CREATE INDEX keys_of_account ON mailproof.keys (account_key, sequence);
-- Secrets that were replaced, and may still be valid.
CREATE TABLE mailproof.replaced_secrets (
  hash text PRIMARY KEY,
  key_id text NOT NULL,
  replaced_at bigint NOT NULL,
  valid_until bigint NOT NULL
);
CREATE INDEX replaced_secrets_of_key ON mailproof.replaced_secrets (key_id);

-- Uses in sliding windows, in milliseconds with a fraction. ends_at: when the use no longer counts.
CREATE UNLOGGED TABLE mailproof.rate_uses (
  subject bytea NOT NULL,
  at double precision NOT NULL,
  ends_at double precision NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX rate_uses_of_subject ON mailproof.rate_uses (subject, at);
CREATE INDEX rate_uses_by_end ON mailproof.rate_uses (ends_at);

-- Counts one use if the limit allows it. Returns null, or in how many milliseconds the next one is possible.
CREATE FUNCTION mailproof.take_use(of_subject bytea, most bigint, window_ms float8, given_now float8) RETURNS float8
LANGUAGE plpgsql SET jit = off SET enable_seqscan = off AS $$
DECLARE
  time float8;
  blocking float8;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended(encode(of_subject, 'hex'), 1836216166));
  time := coalesce(given_now, extract(epoch FROM clock_timestamp()) * 1000);
  -- If the clock was set back, uses in its future count as made now.
  UPDATE mailproof.rate_uses SET at = time WHERE subject = of_subject AND at > time;
  DELETE FROM mailproof.rate_uses WHERE subject = of_subject AND at <= time - window_ms;
  SELECT at INTO blocking FROM mailproof.rate_uses WHERE subject = of_subject ORDER BY at DESC OFFSET most - 1 LIMIT 1;
  IF FOUND THEN RETURN blocking + window_ms - time; END IF;
  INSERT INTO mailproof.rate_uses VALUES (of_subject, time, time + window_ms);
  DELETE FROM mailproof.rate_uses WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM mailproof.rate_uses WHERE ends_at <= time ORDER BY ends_at LIMIT 4 FOR UPDATE SKIP LOCKED));
  RETURN NULL;
END $$;

-- state: leases, waiting processes, pause and last release of one key, in JSON.
CREATE UNLOGGED TABLE mailproof.lease_states (
  key text PRIMARY KEY,
  state text NOT NULL,
  ends_at double precision NOT NULL
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);

-- safe, risky, invalid, unknown: items by the status of their latest result. lease_ms: how long the lease was to last when
-- it was acquired or renewed.
CREATE TABLE mailproof.jobs (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  key bytea NOT NULL UNIQUE,
  id text COLLATE "C" NOT NULL,
  kind text NOT NULL CHECK (kind IN ('verification', 'lookup')),
  account text,
  account_key bytea,
  key_id text,
  milli_credits_per_item bigint NOT NULL,
  submitted_at bigint NOT NULL,
  idempotency_digest bytea UNIQUE,
  idempotency_key text,
  fingerprint text,
  name text,
  traceparent text,
  total integer NOT NULL CHECK (total > 0),
  processed integer NOT NULL DEFAULT 0 CHECK (processed BETWEEN 0 AND total),
  retrying integer NOT NULL DEFAULT 0 CHECK (retrying BETWEEN 0 AND processed),
  retried bigint NOT NULL DEFAULT 0 CHECK (retried >= 0),
  safe integer NOT NULL DEFAULT 0 CHECK (safe BETWEEN 0 AND processed),
  risky integer NOT NULL DEFAULT 0 CHECK (risky BETWEEN 0 AND processed),
  invalid integer NOT NULL DEFAULT 0 CHECK (invalid BETWEEN 0 AND processed),
  unknown integer NOT NULL DEFAULT 0 CHECK (unknown BETWEEN 0 AND processed),
  started_at bigint,
  completed_at bigint,
  failed_at bigint,
  cancelled boolean NOT NULL DEFAULT false,
  settled_at bigint,
  lease_owner text,
  lease_until bigint,
  lease_ms bigint
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX unsettled_jobs ON mailproof.jobs (submitted_at, number) WHERE completed_at IS NULL AND settled_at IS NULL;
CREATE INDEX finished_jobs ON mailproof.jobs (coalesce(completed_at, failed_at))
  WHERE completed_at IS NOT NULL OR settled_at IS NOT NULL;
CREATE INDEX jobs_of_account ON mailproof.jobs (account_key, submitted_at);
-- items: those from the position first on, in JSON.
CREATE TABLE mailproof.job_items (
  job bigint NOT NULL,
  first integer NOT NULL,
  items text NOT NULL,
  PRIMARY KEY (job, first)
);
-- Items with a result. egress: the one that was put off at the last attempt.
CREATE TABLE mailproof.job_results (
  job bigint NOT NULL,
  position integer NOT NULL,
  attempts integer NOT NULL CHECK (attempts > 0),
  retry_at bigint,
  egress text,
  status text NOT NULL,
  result text NOT NULL,
  PRIMARY KEY (job, position)
) WITH (autovacuum_vacuum_scale_factor = 0.05);
CREATE INDEX job_retries ON mailproof.job_results (job, retry_at) WHERE retry_at IS NOT NULL;

-- Endpoints that are still to be told of the end of a job. account: a digest. due_at: null until the job has finished; then
-- the end of a lease, or of a wait, that began at set_at.
CREATE TABLE mailproof.job_announcements (
  job bytea NOT NULL,
  job_id text NOT NULL,
  endpoint text NOT NULL,
  account bytea NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  due_at bigint,
  set_at bigint,
  lease text,
  PRIMARY KEY (job, endpoint)
);
CREATE INDEX due_announcements ON mailproof.job_announcements (endpoint, account, due_at) WHERE due_at IS NOT NULL;
${queueTables}`;
