import type { Cache, CacheEntry, Clock } from '../../src/ports.ts';
import type { RedisConnection } from './connection.ts';
import { textOf } from './reply.ts';

/** Beyond this Redis takes no expiry; entries are kept for good. */
const lastExpiry = 2 ** 52;
/** With a clock of its own: Redis must forget nothing before that clock says so. */
const slackMs = 24 * 3_600_000;

/**
 * Entries as text "expiresAt value". Without a clock the server's own time expires them; with one, its time does,
 * and Redis only sweeps up after it.
 */
export class RedisCache implements Cache {
  readonly #redis: RedisConnection;
  readonly #clock: Clock | undefined;
  readonly #prefix: string;

  constructor(options: { redis: RedisConnection; clock: Clock | undefined; prefix: string }) {
    this.#redis = options.redis;
    this.#clock = options.clock;
    this.#prefix = `${options.prefix}:cache:`;
  }

  async get(key: string): Promise<CacheEntry | undefined> {
    const reply = await this.#redis.command('GET', this.#prefix + key);
    if (reply === null) return undefined;
    const entry = entryOf(textOf(reply));
    const expired = this.#clock !== undefined && entry.expiresAt <= this.#clock.now();
    return expired ? undefined : entry;
  }

  async set(key: string, entry: CacheEntry): Promise<void> {
    const name = this.#prefix + key;
    const expiry = this.#expiry(entry.expiresAt);
    if (expiry === undefined) await this.#redis.command('DEL', name);
    else await this.#redis.command('SET', name, `${entry.expiresAt} ${entry.value}`, ...expiry);
  }

  /** Undefined: expired already. */
  #expiry(expiresAt: number): [option: 'PXAT' | 'PX', milliseconds: string] | undefined {
    if (this.#clock === undefined) {
      // Redis still serves a key in the millisecond that it is given, and takes no time before 1970.
      const lastMoment = Math.min(Math.ceil(expiresAt) - 1, lastExpiry);
      return lastMoment < 1 ? undefined : ['PXAT', String(lastMoment)];
    }
    const leftMs = expiresAt - this.#clock.now();
    return leftMs > 0 ? ['PX', String(Math.min(Math.ceil(leftMs) + slackMs, lastExpiry))] : undefined;
  }
}

function entryOf(text: string): CacheEntry {
  const space = text.indexOf(' ');
  return { expiresAt: Number(text.slice(0, space)), value: text.slice(space + 1) };
}
