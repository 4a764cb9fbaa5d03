import { steadyNow } from '../../../src/concurrency/steady-time.ts';
import type { WakeUps } from '../../stores/queue-worker.ts';
import { systemClock } from '../../system-clock.ts';
import type { Database } from '../database.ts';
import type { PooledClient } from '../pool.ts';

type Wanted = 'any' | 'news';

/** How long a worker waits that hears of what becomes queued, and one that cannot. */
const waitMs = { listening: 20_000, deaf: 500 };
/** How soon a notification of our own must arrive. Behind PgBouncer in transaction mode none does. */
const proofMs = 2_000;
const reconnectMs = 1_000;

/**
 * Wakes the workers of this process when batches become queued, in whichever process: by LISTEN, on a connection that is taken
 * out of the pool while there are workers. Where LISTEN does not work, as behind PgBouncer in transaction mode, workers look
 * for batches twice a second.
 */
export class QueueNotifications {
  readonly #database: Database;
  readonly #channel: string;
  readonly #listeners = new Set<Listener>();
  #client: PooledClient | undefined;
  /** A notification has arrived on the present connection. */
  #isProven = false;
  #provenUntil = 0;
  #cancelReconnect = () => {};

  constructor(database: Database, channel: string) {
    this.#database = database;
    this.#channel = channel;
  }

  /** Returns what wakes a new worker. */
  listen(): WakeUps {
    const listener = new Listener(
      () => (this.#isProven || steadyNow(systemClock) < this.#provenUntil ? waitMs.listening : waitMs.deaf),
      () => {
        this.#listeners.delete(listener);
        if (this.#listeners.size === 0) this.#disconnect();
      },
    );
    this.#listeners.add(listener);
    if (this.#listeners.size === 1) void this.#connect();
    return listener;
  }

  async #connect(): Promise<void> {
    try {
      const client = await this.#database.connect();
      const lose = () => {
        if (this.#client === client) this.#retry();
      };
      client.on('error', lose);
      client.on('end', lose);
      if (this.#listeners.size === 0 || this.#client !== undefined) {
        client.release();
        return;
      }
      this.#client = client;
      client.on('notification', ({ payload }) => {
        this.#isProven = true;
        for (const listener of this.#listeners) listener.wake(payload === 'news' ? 'news' : 'any');
      });
      await client.query({ text: `LISTEN "${this.#channel}"` });
      // What became queued while nobody listened, is looked for now. It also shows whether notifications arrive.
      this.#provenUntil = steadyNow(systemClock) + proofMs;
      await this.#database.query("SELECT pg_notify($1, 'news')", [this.#channel]);
    } catch {
      this.#retry();
    }
  }

  #retry(): void {
    this.#disconnect();
    if (this.#listeners.size === 0) return;
    this.#cancelReconnect = systemClock.after(reconnectMs, () => void this.#connect());
  }

  #disconnect(): void {
    this.#cancelReconnect();
    this.#isProven = false;
    this.#provenUntil = 0;
    const client = this.#client;
    this.#client = undefined;
    // Its session listens: it is closed.
    client?.release(true);
  }
}

/** One worker, which waits at most once at a time. */
class Listener implements WakeUps {
  readonly #longestMs: () => number;
  readonly #onClose: () => void;
  /** Notifications that arrived while the worker was not waiting. */
  readonly #arrived = new Set<Wanted>();
  #waiting: { readonly wanted: Wanted; readonly end: (isWoken: boolean) => void } | undefined;
  #isClosed = false;

  constructor(longestMs: () => number, onClose: () => void) {
    this.#longestMs = longestMs;
    this.#onClose = onClose;
  }

  next(wanted: Wanted, timeoutMs = this.#longestMs()): Promise<boolean> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) {
        reject(new Error('The worker was closed.'));
        return;
      }
      const timeout = Math.min(timeoutMs, this.#longestMs());
      // Without notifications, the time itself is a reason to look.
      const cancel = systemClock.after(timeout, () => end(timeout === waitMs.deaf));
      const end = (isWoken: boolean) => {
        cancel();
        this.#waiting = undefined;
        if (isWoken) this.#arrived.clear();
        resolve(isWoken);
      };
      this.#waiting = { wanted, end };
      if (this.#arrived.has('news') || (wanted === 'any' && this.#arrived.has('any'))) end(true);
    });
  }

  wake(kind: Wanted): void {
    this.#arrived.add(kind);
    if (kind === 'news' || this.#waiting?.wanted === 'any') this.#waiting?.end(true);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#waiting?.end(false);
    this.#onClose();
  }
}
