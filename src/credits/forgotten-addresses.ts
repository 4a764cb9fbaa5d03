import type { Cache } from '../ports/cache.ts';
import type { Clock } from '../ports/clock.ts';
import { textDigest } from '../text-digest.ts';

/** Longer than any request may take, with some difference between the clocks of processes. */
const rememberedMs = 1_800_000;

/**
 * Marks addresses as forgotten for half an hour, so that work which began before does not bring them back. The mark is
 * set before anything is removed, and a writer looks for it after it has stored: one of the two sees the other. A mark
 * names the address by a short digest only. Others that share it are merely not cached meanwhile.
 */
export class ForgottenAddresses {
  readonly #cache: Cache;
  readonly #clock: Clock;

  constructor(cache: Cache, clock: Clock) {
    this.#cache = cache;
    this.#clock = clock;
  }

  /** `key`: that of the address, as `addressKey` returns it. */
  async mark(key: string): Promise<void> {
    await this.#cache.set(markOf(key), { value: '', expiresAt: this.#clock.now() + rememberedMs });
  }

  async has(key: string): Promise<boolean> {
    return (await this.#cache.get(markOf(key))) !== undefined;
  }
}

function markOf(key: string): string {
  return `forgotten:${textDigest(key)}`;
}
