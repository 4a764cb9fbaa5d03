import type { WakeUps } from '../../stores/queue-worker.ts';
import { systemClock } from '../../system-clock.ts';
import type { Database } from '../database.ts';
import type { PooledClient } from '../pool.ts';

type Wanted = 'any' | 'news';

/** How long a worker waits that hears of what becomes queued, and one that cannot. */
const waitMs = { listening: 20_000, polling: 500 };
const reconnectMs = 1_000;

/**
 * Wakes the workers of this process when batches become queued, in whichever process: by LISTEN, on a connection that is taken
 * out of the pool while there are workers. Through a pooler such as PgBouncer none would arrive, and LISTEN would stay on a
 * connection that others get: there, workers look for batches twice a second.
 */
export class QueueNotifications {
  readonly #database: Database;
  readonly #channel: string;
  readonly #listeners = new Set<Listener>();
  #client: PooledClient | undefined;
  #isListening = false;
  #cancelReconnect = () => {};

  constructor(database: Database, channel: string) {
    this.#database = database;
    this.#channel = channel;
  }

  /** Returns what wakes a new worker. */
  listen(): WakeUps {
    const listener = new Listener(
      () => (this.#isListening ? waitMs.listening : waitMs.polling),
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
    let client: PooledClient | undefined;
    // Otherwise it was given back meanwhile, because there is no worker any more.
    const isCurrent = () => this.#client === client;
    const lose = () => {
      if (isCurrent()) this.#retry();
    };
    try {
      client = await this.#database.connect();
      if (this.#listeners.size === 0 || this.#client !== undefined) {
        client.release();
        return;
      }
      this.#client = client;
      client.on('error', lose);
      const isDirect = await leadsToServer(client);
      if (!isCurrent()) return;
      if (!isDirect) {
        this.#client = undefined;
        client.removeListener('error', lose);
        client.release();
        return;
      }
      client.on('end', lose);
      client.on('notification', ({ payload }) => this.#wake(payload === 'news' ? 'news' : 'any'));
      await client.query({ text: `LISTEN "${this.#channel}"` });
      if (!isCurrent()) return;
      this.#isListening = true;
      // What became queued while nobody listened is looked for now.
      this.#wake('news');
    } catch {
      lose();
    }
  }

  #wake(kind: Wanted): void {
    for (const listener of this.#listeners) listener.wake(kind);
  }

  #retry(): void {
    this.#disconnect();
    if (this.#listeners.size === 0) return;
    this.#cancelReconnect = systemClock.after(reconnectMs, () => void this.#connect());
  }

  #disconnect(): void {
    this.#cancelReconnect();
    this.#isListening = false;
    const client = this.#client;
    this.#client = undefined;
    // Its session listens: it is closed.
    client?.release(true);
  }
}

/** Returns whether the process of the server is the one that was named when the connection began: a pooler names another. */
async function leadsToServer(client: PooledClient): Promise<boolean> {
  const { rows } = await client.query({ text: 'SELECT pg_backend_pid() AS id' });
  return rows[0].id === client.processID;
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
      const cancel = systemClock.after(timeout, () => end(timeout === waitMs.polling));
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
