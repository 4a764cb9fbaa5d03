import type { Clock } from '../../src/ports/clock.ts';
import type { LeaseRenewal, PauseReason } from '../../src/ports/leases.ts';
import type { LeaseOptions } from '../stores/lease-waiters.ts';
import {
  type LeaseAnswer,
  type LeaseStorage,
  PolledLeases,
  type StoredLease,
} from '../stores/polled-leases.ts';
import { systemClock } from '../system-clock.ts';
import type { PostgresStoreDependencies } from './database.ts';
import { closedError } from './failures.ts';
import * as states from './lease-state.ts';
import { nowOr } from './statements.ts';

const pollMs = 100;

/** Returns leases that are shared by all processes that use the same schema. */
export function postgresLeases(dependencies: PostgresStoreDependencies): PolledLeases {
  const clock = dependencies.clock ?? systemClock;
  return new PolledLeases({
    storage: new PostgresLeaseStorage(dependencies, clock),
    clock,
    pollMs,
    closedError,
  });
}

/**
 * One row for each key. It is read, changed here, and written if it is still what was read: so no lock is held between
 * two statements.
 */
class PostgresLeaseStorage implements LeaseStorage {
  readonly #dependencies: PostgresStoreDependencies;
  /** The clock of this machine. */
  readonly #clock: Clock;
  /** The last change of each key that this process makes: changes of one key wait for one another. */
  readonly #changes = new Map<string, Promise<unknown>>();

  constructor(dependencies: PostgresStoreDependencies, clock: Clock) {
    this.#dependencies = dependencies;
    this.#clock = clock;
  }

  async take(exchange: string, process: string, waiters: readonly LeaseOptions[]): Promise<LeaseAnswer[]> {
    const { now, result } = await this.#change(exchange, (state, time) =>
      states.takeLeases(state, { process, now: time }, waiters),
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
      `DELETE FROM mailproof.lease_states WHERE ends_at <= ${nowOr('$1')}`,
      [this.#givenNow()],
    );
  }

  async #change<Result>(
    exchange: string,
    decide: (state: states.LeaseState, now: number) => Result,
  ): Promise<{ readonly now: number; readonly result: Result }> {
    const before = this.#changes.get(exchange) ?? Promise.resolve();
    const change = before.catch(() => {}).then(() => this.#changeNow(exchange, decide));
    this.#changes.set(exchange, change);
    try {
      return await change;
    } finally {
      if (this.#changes.get(exchange) === change) this.#changes.delete(exchange);
    }
  }

  async #changeNow<Result>(
    exchange: string,
    decide: (state: states.LeaseState, now: number) => Result,
  ): Promise<{ readonly now: number; readonly result: Result }> {
    const { database } = this.#dependencies;
    for (;;) {
      const [{ now, stored }] = await database.query(
        `SELECT ${nowOr('$2')} AS now, (SELECT state FROM mailproof.lease_states WHERE key = $1) AS stored`,
        [exchange, this.#givenNow()],
      );
      const state: states.LeaseState = stored === null ? { leases: [], tickets: [] } : JSON.parse(stored);
      states.removeEnded(state, now);
      const result = decide(state, now);
      if (await this.#write(exchange, stored, state)) return { now, result };
    }
  }

  /** Returns false if the state is no longer what it was. */
  async #write(exchange: string, before: string | null, state: states.LeaseState): Promise<boolean> {
    const { database } = this.#dependencies;
    const endsAt = states.endOf(state);
    const after = JSON.stringify(state);
    if (before === after || (before === null && endsAt === 0)) return true;
    const values = [exchange, after, endsAt];
    if (before === null) {
      const insert =
        'INSERT INTO mailproof.lease_states (key, state, ends_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING RETURNING 1';
      return (await database.query(insert, values)).length > 0;
    }
    const changed =
      endsAt === 0
        ? await database.query(
            'DELETE FROM mailproof.lease_states WHERE key = $1 AND state = $2 RETURNING 1',
            [exchange, before],
          )
        : await database.query(
            'UPDATE mailproof.lease_states SET state = $2, ends_at = $3 WHERE key = $1 AND state = $4 RETURNING 1',
            [...values, before],
          );
    return changed.length > 0;
  }

  #givenNow(): number | null {
    return this.#dependencies.clock?.now() ?? null;
  }
}
