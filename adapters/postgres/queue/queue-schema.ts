/**
 * The work queue: batches, the rotation of their lanes, and functions that change them. All changes wait for one lock,
 * which ends with the statement. A lane is in the rotation while it has queued batches, and so are its job and account; the
 * one whose turn is the lowest is served first, and then gets the highest. Plans are made while the tables are empty, and
 * must still be good when they are not: so none may read a whole table.
 */
export const queueTables = `
-- state: delayed until due_at, then queued, then active until lease_until. slot: what the batch occupies of its lane while
-- it is active: the egress set of its worker, or '' of a lane with an egress; null once it has freed the lane.
CREATE TABLE mailproof.queue_batches (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id bytea NOT NULL UNIQUE,
  account bytea NOT NULL,
  job bytea NOT NULL,
  lane bytea NOT NULL,
  egress text,
  attempt integer NOT NULL,
  body text NOT NULL,
  state text NOT NULL CHECK (state IN ('delayed', 'queued', 'active')),
  due_at double precision NOT NULL,
  failures integer NOT NULL DEFAULT 0,
  holder text,
  lease_until double precision,
  slot bytea,
  dropped boolean NOT NULL DEFAULT false
) WITH (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_cost_delay = 0);
CREATE INDEX queued_batches ON mailproof.queue_batches (lane, number) WHERE state = 'queued';
CREATE INDEX delayed_batches ON mailproof.queue_batches (due_at) WHERE state = 'delayed';
CREATE INDEX active_batches ON mailproof.queue_batches (lease_until) WHERE state = 'active';
CREATE INDEX occupying_batches ON mailproof.queue_batches (lane, slot) WHERE slot IS NOT NULL;
CREATE INDEX batches_of_job ON mailproof.queue_batches (job);
CREATE SEQUENCE mailproof.queue_turns;
CREATE TABLE mailproof.queue_accounts (account bytea PRIMARY KEY, turn bigint NOT NULL)
  WITH (autovacuum_vacuum_scale_factor = 0.02);
CREATE TABLE mailproof.queue_jobs (job bytea PRIMARY KEY, account bytea NOT NULL, turn bigint NOT NULL)
  WITH (autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX queue_jobs_in_turn ON mailproof.queue_jobs (account, turn);
CREATE TABLE mailproof.queue_lanes (
  lane bytea PRIMARY KEY,
  job bytea NOT NULL,
  egress text,
  queued integer NOT NULL CHECK (queued > 0),
  turn bigint NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0.02);
CREATE INDEX queue_lanes_in_turn ON mailproof.queue_lanes (job, coalesce(egress, ''), turn);
-- at: when a worker was last known to have the egress; or, if none ever had, when a batch first asked for it.
CREATE TABLE mailproof.queue_egresses (egress text PRIMARY KEY, at double precision NOT NULL);
-- Egress sets, named by a digest of their egresses in JSON. at: when one of their workers was last known to be there.
CREATE TABLE mailproof.queue_sets (
  name bytea PRIMARY KEY,
  egresses text NOT NULL,
  at double precision NOT NULL
);

CREATE FUNCTION mailproof.queue_lock() RETURNS float8 LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1836216166, 'mailproof.queue_batches'::regclass::oid::integer);
  RETURN extract(epoch FROM clock_timestamp()) * 1000;
END $$;

-- Adds batches that have just been queued to the rotation. Returns whether there is a new job in it.
CREATE FUNCTION mailproof.queue_ready(numbers bigint[]) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  new_jobs integer;
BEGIN
  INSERT INTO mailproof.queue_lanes AS known (lane, job, egress, queued, turn)
    SELECT lane, job, egress, queued, nextval('mailproof.queue_turns') FROM (
      SELECT lane, job, egress, count(*) AS queued FROM mailproof.queue_batches
        WHERE number = ANY (numbers) GROUP BY lane, job, egress ORDER BY min(number)) AS readied
    ON CONFLICT (lane) DO UPDATE SET queued = known.queued + excluded.queued;
  INSERT INTO mailproof.queue_jobs (job, account, turn)
    SELECT job, account, nextval('mailproof.queue_turns') FROM (
      SELECT job, account FROM mailproof.queue_batches
        WHERE number = ANY (numbers) GROUP BY job, account ORDER BY min(number)) AS readied
    ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS new_jobs = ROW_COUNT;
  INSERT INTO mailproof.queue_accounts (account, turn)
    SELECT account, nextval('mailproof.queue_turns') FROM (
      SELECT account FROM mailproof.queue_batches
        WHERE number = ANY (numbers) GROUP BY account ORDER BY min(number)) AS readied
    ON CONFLICT DO NOTHING;
  RETURN new_jobs > 0;
END $$;

-- Queues batches, except those whose id is already present. The heartbeats of workers see what is due later than soon.
CREATE FUNCTION mailproof.queue_put(channel text, delay_ms float8, soon_ms float8, ids bytea[], accounts bytea[],
  jobs bytea[], lanes bytea[], egresses text[], attempts integer[], bodies text[]) RETURNS void
LANGUAGE plpgsql SET jit = off SET enable_seqscan = off AS $$
DECLARE
  time float8 := mailproof.queue_lock();
  numbers bigint[];
  is_news boolean := delay_ms < soon_ms;
BEGIN
  WITH added AS (
    INSERT INTO mailproof.queue_batches (id, account, job, lane, egress, attempt, body, state, due_at)
      SELECT id, account, job, lane, egress, attempt, body, CASE WHEN delay_ms > 0 THEN 'delayed' ELSE 'queued' END,
          time + delay_ms
        FROM unnest(ids, accounts, jobs, lanes, egresses, attempts, bodies) WITH ORDINALITY
          AS put (id, account, job, lane, egress, attempt, body, place)
        ORDER BY place
      ON CONFLICT (id) DO NOTHING
      RETURNING number
  ) SELECT array_agg(number) INTO numbers FROM added;
  IF numbers IS NULL THEN RETURN; END IF;
  INSERT INTO mailproof.queue_egresses
    SELECT DISTINCT egress, time FROM unnest(egresses) AS egress WHERE egress IS NOT NULL ON CONFLICT DO NOTHING;
  IF delay_ms <= 0 THEN is_news := mailproof.queue_ready(numbers); END IF;
  PERFORM pg_notify(channel, CASE WHEN is_news THEN 'news' ELSE 'wake' END);
END $$;

-- Drops the batches of a job. Active ones are marked, and removed when they end.
CREATE FUNCTION mailproof.queue_drop(dropped_job bytea) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM mailproof.queue_lock();
  UPDATE mailproof.queue_batches SET dropped = true WHERE job = dropped_job AND state = 'active';
  DELETE FROM mailproof.queue_batches WHERE job = dropped_job AND state <> 'active';
  DELETE FROM mailproof.queue_lanes WHERE job = dropped_job;
  DELETE FROM mailproof.queue_jobs WHERE job = dropped_job;
  DELETE FROM mailproof.queue_accounts AS emptied
    WHERE NOT EXISTS (SELECT FROM mailproof.queue_jobs WHERE account = emptied.account);
END $$;

-- The egresses that lanes of a job ask for ('': none) and that no other process has. Reads one lane of each egress.
CREATE FUNCTION mailproof.queue_open_egresses(of_job bytea, other_egresses text[]) RETURNS SETOF text LANGUAGE sql STABLE
AS $$
  WITH RECURSIVE asked_for AS (
    SELECT (SELECT min(coalesce(egress, '')) FROM mailproof.queue_lanes WHERE job = of_job) AS name
    UNION ALL
    SELECT (SELECT min(coalesce(egress, '')) FROM mailproof.queue_lanes WHERE job = of_job AND coalesce(egress, '') > name)
      FROM asked_for WHERE name IS NOT NULL
  ) SELECT name FROM asked_for WHERE name IS NOT NULL AND name <> ALL (other_egresses)
$$;

-- The lane whose turn it is, of those that a worker may have: full jobs and accounts are left.
CREATE FUNCTION mailproof.queue_next(set_name bytea, set_slots integer, other_egresses text[], full_names bytea[],
  OUT found_lane mailproof.queue_lanes, OUT left_full boolean) LANGUAGE plpgsql AS $$
DECLARE
  account_in_turn bytea;
  job_in_turn bytea;
BEGIN
  left_full := false;
  FOR account_in_turn IN SELECT account FROM mailproof.queue_accounts ORDER BY turn LOOP
    IF account_in_turn = ANY (full_names) THEN
      left_full := true;
      CONTINUE;
    END IF;
    FOR job_in_turn IN
      SELECT job FROM mailproof.queue_jobs WHERE account = account_in_turn
        AND EXISTS (SELECT FROM mailproof.queue_open_egresses(job, other_egresses)) ORDER BY turn
    LOOP
      IF job_in_turn = ANY (full_names) THEN
        left_full := true;
        CONTINUE;
      END IF;
      SELECT free.* INTO found_lane FROM mailproof.queue_open_egresses(job_in_turn, other_egresses) AS name,
        LATERAL (SELECT lanes.* FROM mailproof.queue_lanes AS lanes
          WHERE job = job_in_turn AND coalesce(egress, '') = name
            AND (SELECT count(*) FROM mailproof.queue_batches AS batches WHERE batches.lane = lanes.lane
              AND slot = CASE WHEN lanes.egress IS NULL THEN set_name ELSE ''::bytea END)
              < CASE WHEN egress IS NULL THEN set_slots ELSE 1 END
          ORDER BY turn LIMIT 1) AS free
        ORDER BY turn LIMIT 1;
      IF FOUND THEN RETURN; END IF;
    END LOOP;
  END LOOP;
  found_lane := NULL;
END $$;

-- Records what a worker reports of its batches (id, holder and outcome of each: its lane is freed, or it is done, failed or
-- unfinished), then delivers further ones to it. Reports on batches that it does not hold any more do nothing, so they may
-- be repeated. At its heartbeats, a worker also says which egresses it has, and renews the leases of its batches, and what
-- has lost its worker is queued again. A batch that is lost with the reply is delivered again once its lease has expired.
-- Returns JSON: batches; positions of lost ones among those to renew; in how many ms the next one is due; whether lanes
-- of full jobs were left.
CREATE FUNCTION mailproof.queue_deliver(channel text, own_set text, set_name bytea, egress_wait_ms float8,
  lease_ms float8, full_names bytea[], most integer, own_holder text, is_heartbeat boolean,
  ids bytea[], holders text[], outcomes text[], delays float8[], renewed_ids bytea[], renewed_holders text[])
RETURNS text LANGUAGE plpgsql SET jit = off SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET plan_cache_mode = force_generic_plan AS $$
DECLARE
  time float8 := mailproof.queue_lock();
  own text[] := ARRAY(SELECT json_array_elements_text(own_set::json));
  slots integer := greatest(1, cardinality(own));
  others text[];
  readied bigint[];
  more bigint[];
  lost json := '[]';
  batches json[] := '{}';
  lane mailproof.queue_lanes;
  lane_account bytea;
  is_left boolean := false;
  left_full boolean := false;
  taken record;
BEGIN
  IF cardinality(ids) > 0 THEN
    WITH reports AS (
      SELECT * FROM unnest(ids, holders, outcomes, delays) AS report (id, by_holder, outcome, delay_ms)
    ), gone AS (
      DELETE FROM mailproof.queue_batches AS batch USING reports WHERE batch.id = reports.id AND holder = by_holder
        AND state = 'active' AND (outcome = 'done' OR outcome <> 'freed' AND dropped)
    ), changed AS (
      UPDATE mailproof.queue_batches AS batch SET slot = NULL,
          state = CASE outcome WHEN 'freed' THEN 'active' WHEN 'failed' THEN 'delayed' ELSE 'queued' END,
          holder = CASE outcome WHEN 'freed' THEN holder END,
          failures = failures + CASE outcome WHEN 'failed' THEN 1 ELSE 0 END,
          due_at = time + CASE outcome WHEN 'failed' THEN delay_ms ELSE 0 END
        FROM reports WHERE batch.id = reports.id AND holder = by_holder AND state = 'active'
          AND outcome <> 'done' AND (outcome = 'freed' OR NOT dropped)
          -- One statement changes a row once: what is freed and ends is reported by its end.
          AND NOT (outcome = 'freed' AND EXISTS (
            SELECT FROM reports AS later WHERE later.id = reports.id AND later.by_holder = reports.by_holder
              AND later.outcome <> 'freed'))
        RETURNING number, state
    ) SELECT array_agg(number) INTO readied FROM changed WHERE state = 'queued';
  END IF;
  IF is_heartbeat THEN
    INSERT INTO mailproof.queue_egresses SELECT unnest(own), time ON CONFLICT (egress) DO UPDATE SET at = time;
    DELETE FROM mailproof.queue_egresses WHERE at < time - 2 * egress_wait_ms - 86400000;
    INSERT INTO mailproof.queue_sets VALUES (set_name, own_set, time) ON CONFLICT (name) DO UPDATE SET at = time;
    DELETE FROM mailproof.queue_sets WHERE at < time - lease_ms;
    WITH renewed AS (
      UPDATE mailproof.queue_batches AS batch SET lease_until = time + lease_ms
        FROM unnest(renewed_ids, renewed_holders) AS renewal (id, by_holder)
        WHERE batch.id = renewal.id AND holder = by_holder AND state = 'active' RETURNING batch.id
    ) SELECT coalesce(json_agg(place - 1), '[]') INTO lost
        FROM unnest(renewed_ids) WITH ORDINALITY AS renewal (id, place)
        WHERE NOT EXISTS (SELECT FROM renewed WHERE renewed.id = renewal.id);
    DELETE FROM mailproof.queue_batches WHERE state = 'active' AND lease_until <= time AND dropped;
    WITH expired AS (
      UPDATE mailproof.queue_batches SET state = 'queued', slot = NULL, holder = NULL, due_at = time
        WHERE state = 'active' AND lease_until <= time RETURNING number
    ) SELECT array_agg(number) INTO more FROM expired;
    readied := readied || more;
  END IF;
  WITH due AS (
    UPDATE mailproof.queue_batches SET state = 'queued' WHERE state = 'delayed' AND due_at <= time RETURNING number
  ) SELECT array_agg(number) INTO more FROM due;
  readied := readied || more;
  IF readied IS NOT NULL THEN PERFORM mailproof.queue_ready(readied); END IF;

  others := ARRAY(SELECT egress FROM mailproof.queue_egresses WHERE at + egress_wait_ms > time AND egress <> ALL (own));
  WHILE cardinality(batches) < most LOOP
    SELECT * INTO taken FROM mailproof.queue_next(set_name, slots, others, full_names);
    left_full := left_full OR taken.left_full;
    lane := taken.found_lane;
    EXIT WHEN lane.lane IS NULL;
    UPDATE mailproof.queue_batches SET state = 'active', holder = own_holder, lease_until = time + lease_ms,
        slot = CASE WHEN lane.egress IS NULL THEN set_name ELSE ''::bytea END
      WHERE number = (SELECT min(number) FROM mailproof.queue_batches WHERE queue_batches.lane = lane.lane AND state = 'queued')
      RETURNING body, failures, account INTO taken;
    batches := batches || json_build_object('body', taken.body, 'failures', taken.failures, 'hasNext', lane.queued > 1);
    lane_account := taken.account;
    IF lane.queued > 1 THEN
      UPDATE mailproof.queue_lanes SET queued = queued - 1, turn = nextval('mailproof.queue_turns')
        WHERE queue_lanes.lane = lane.lane;
    ELSE
      DELETE FROM mailproof.queue_lanes WHERE queue_lanes.lane = lane.lane;
      DELETE FROM mailproof.queue_jobs WHERE job = lane.job
        AND NOT EXISTS (SELECT FROM mailproof.queue_lanes WHERE job = lane.job);
      DELETE FROM mailproof.queue_accounts WHERE account = lane_account
        AND NOT EXISTS (SELECT FROM mailproof.queue_jobs WHERE account = lane_account);
    END IF;
    -- What is alone has every turn.
    UPDATE mailproof.queue_jobs SET turn = nextval('mailproof.queue_turns') WHERE job = lane.job
      AND EXISTS (SELECT FROM mailproof.queue_jobs WHERE account = lane_account AND job <> lane.job);
    UPDATE mailproof.queue_accounts SET turn = nextval('mailproof.queue_turns') WHERE account = lane_account
      AND EXISTS (SELECT FROM mailproof.queue_accounts WHERE account <> lane_account);
  END LOOP;

  -- What is left is for other workers of the set; what became queued, and is left, for those of others, too.
  IF cardinality(batches) = most OR left_full THEN
    SELECT (found_lane).lane IS NOT NULL INTO is_left FROM mailproof.queue_next(set_name, slots, others, '{}');
  END IF;
  IF is_left OR EXISTS (SELECT FROM mailproof.queue_batches WHERE number = ANY (readied) AND state = 'queued') THEN
    PERFORM pg_notify(channel, 'wake');
  END IF;
  RETURN json_build_object('batches', array_to_json(batches), 'lost', lost, 'leftFull', left_full, 'alarmMs',
    (SELECT min(due_at) - time FROM mailproof.queue_batches WHERE state = 'delayed'))::text;
END $$;
`;
