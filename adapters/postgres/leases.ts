import type { Clock } from '../../src/ports/clock.ts';
import type { LeaseRenewal, PauseReason } from '../../src/ports/leases.ts';
import type { RateLimits } from '../../src/ports/rate-limits.ts';
import { Gathering } from '../stores/gathering.ts';
import * as states from '../stores/lease-state.ts';
import type { LeaseOptions } from '../stores/lease-waiters.ts';
import {
  type LeaseAnswer,
  type LeaseStorage,
  PolledLeases,
  type StoredLease,
} from '../stores/polled-leases.ts';
import { checkTake, type TakeOptions, type TakeResult } from '../stores/sliding-window.ts';
import { systemClock } from '../system-clock.ts';
import type { PostgresStoreDependencies } from './database.ts';
import { closedError, isAboutOneRequest } from './failures.ts';
import { digest, givenNow, nowOr } from './statements.ts';

const pollMs = 100;
/** The server may be far away. */
const queueTimeoutMs = 2_000;
/** A state that has ended is kept for so long: what was decided when it was read may be written later. */
const keptMs = 60_000;

/** Returns leases that are shared by all processes that use the same schema. */
export function postgresLeases(dependencies: PostgresStoreDependencies): PolledLeases {
  const clock = dependencies.clock ?? systemClock;
  return new PolledLeases({ storage: new PostgresLeaseStorage(dependencies), clock, pollMs, closedError });
}

/** A change of the state of one key. It may be decided several times. */
interface Change {
  readonly key: string;
  readonly decide: (state: states.LeaseState, now: number) => unknown;
}

/** `before`: as it is stored. `state`: what is left of it now. */
interface ReadState {
  readonly before: string | null;
  readonly state: states.LeaseState;
  readonly now: number;
}

interface Made {
  readonly now: number;
  readonly result: unknown;
}

/**
 * One row for each key. It is read, changed here, and written if it is still what was read: so no lock is held between
 * two statements. Changes of any keys that come together share these.
 */
class PostgresLeaseStorage implements LeaseStorage {
  readonly #dependencies: PostgresStoreDependencies;
  /** The clock of this machine. */
  readonly #clock: Clock;
  readonly #changes = new Gathering(
    (changes: readonly Change[]) => this.#changeTogether(changes),
    isAboutOneRequest,
  );

  constructor(dependencies: PostgresStoreDependencies) {
    this.#dependencies = dependencies;
    this.#clock = dependencies.clock ?? systemClock;
  }

  async take(exchange: string, process: string, waiters: readonly LeaseOptions[]): Promise<LeaseAnswer[]> {
    const { now, result } = await this.#change(exchange, (state, time) =>
      states.takeLeases(state, { process, now: time, queueTimeoutMs }, waiters),
    );
    // The clock of this machine may differ from the server's.
    const aheadMs = this.#dependencies.clock === undefined ? this.#clock.now() - now : 0;
    return result.map((answer) =>
      answer.kind === 'pause' ? { ...answer, until: answer.until + aheadMs } : answer,
    );
  }

  async renew({ id, exchange }: StoredLease, leaseMs: number): Promise<LeaseRenewal> {
    const { result } = await this.#change(exchange, (state, now) =>
      states.renewLease(state, id, now + leaseMs),
    );
    return result;
  }

  async release({ id, exchange }: StoredLease, { isRemembered }: { isRemembered: boolean }): Promise<void> {
    await this.#change(exchange, (state, now) =>
      states.releaseLease(state, id, isRemembered ? now : undefined),
    );
  }

  async leaveQueue(exchange: string, process: string): Promise<void> {
    await this.#change(exchange, (state) => states.leaveQueue(state, process));
  }

  async pause(exchange: string, { until, reason }: { until: number; reason: PauseReason }): Promise<void> {
    const durationMs = until - this.#clock.now();
    await this.#change(exchange, (state, now) => states.setPause(state, { durationMs, reason, now }));
  }

  async deleteExpired(): Promise<void> {
    await this.#dependencies.database.query(
      `DELETE FROM mailproof.lease_states WHERE key = ANY (ARRAY(SELECT key FROM mailproof.lease_states
         WHERE ends_at <= ${nowOr('$1')} - $2 FOR UPDATE SKIP LOCKED))`,
      [givenNow(this.#dependencies.clock), keptMs],
    );
  }

  async #change<Result>(
    key: string,
    decide: (state: states.LeaseState, now: number) => Result,
  ): Promise<{ readonly now: number; readonly result: Result }> {
    for (;;) {
      const made = await this.#changes.add({ key, decide });
      if (made !== undefined) return { now: made.now, result: made.result as Result };
    }
  }

  /** Returns undefined for a change that another process has overtaken: it has changed the state of the key meanwhile. */
  async #changeTogether(changes: readonly Change[]): Promise<(Made | undefined)[]> {
    const known = await this.#read(new Set(changes.map(({ key }) => key)));
    const made = changes.flatMap(({ key, decide }) => {
      const row = known.get(key);
      return row === undefined ? [] : { key, now: row.now, result: decide(row.state, row.now) };
    });
    const overtaken = await this.#write(known);
    return made.map(({ key, ...each }) => (overtaken.has(key) ? undefined : each));
  }

  async #read(keys: ReadonlySet<string>): Promise<Map<string, ReadState>> {
    const rows = await this.#dependencies.database.query(
      `SELECT ${nowOr('$2')} AS now, key, state AS before
         FROM unnest($1::text[]) AS asked (key) LEFT JOIN mailproof.lease_states USING (key)`,
      [[...keys], givenNow(this.#dependencies.clock)],
    );
    const read = new Map<string, ReadState>();
    for (const { key, before, now } of rows)
      read.set(key, { before, state: states.readState(before ?? undefined, now), now });
    return read;
  }

  /** Returns the keys whose state is no longer what it was. */
  async #write(known: ReadonlyMap<string, ReadState>): Promise<Set<string>> {
    const rows = [...known]
      .map(([key, row]) => ({
        key,
        ...row,
        after: JSON.stringify(row.state),
        endsAt: Math.max(row.now, states.endOf(row.state)),
      }))
      .filter(({ before, after, state }) => before !== after && (before !== null || states.endOf(state) > 0))
      // In one order, so that two processes do not wait for each other.
      .sort((one, other) => (one.key < other.key ? -1 : 1));
    if (rows.length === 0) return new Set();
    const written = await this.#dependencies.database.query(
      `WITH changed AS (SELECT * FROM json_to_recordset($1) AS given (key text, before text, after text, "endsAt" float8))
       INSERT INTO mailproof.lease_states AS known SELECT key, after, "endsAt" FROM changed
         ON CONFLICT (key) DO UPDATE SET state = excluded.state, ends_at = excluded.ends_at
         WHERE known.state = (SELECT before FROM changed WHERE changed.key = known.key)
         RETURNING key`,
      [JSON.stringify(rows.map(({ state, now, ...row }) => row))],
    );
    const overtaken = new Set(rows.map(({ key }) => key));
    for (const { key } of written) overtaken.delete(key);
    return overtaken;
  }
}

/** Exact limits shared by all processes: a row for each use of a subject in its window. */
export function postgresRateLimits({ database, clock }: PostgresStoreDependencies): RateLimits {
  const take = async (subject: string, options: TakeOptions): Promise<TakeResult> => {
    checkTake(subject, options);
    const { limit, windowMs } = options;
    const values = [digest(subject), limit, windowMs, givenNow(clock)];
    const [{ wait }] = await database.query('SELECT mailproof.take_use($1, $2, $3, $4) AS wait', values);
    if (wait === null) return { taken: true };
    return { taken: false, retryAfterMs: Math.min(windowMs, Math.max(1, Math.ceil(wait))) };
  };
  return { take };
}
