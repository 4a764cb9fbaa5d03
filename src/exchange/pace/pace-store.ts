import { boundedMap } from '../../bounded-map.ts';
import { steadyNow } from '../../concurrency/steady-time.ts';
import type { Cache } from '../../ports/cache.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PaceBounds, PaceState } from './pace.ts';
import { type ClockReading, formatPace, paceCacheKey, parsePace } from './pace-record.ts';

/** How long a pace that does not change is kept. */
const ttlMs = 3_600_000;
const writeDelayMs = 5_000;
const rereadMs = 60_000;

/**
 * Keeps paces in the cache, so that they outlive the process, and other processes of the egress begin with them. It reads
 * each of them at most once a minute, and writes what has changed at most every five seconds. All that happens in the background: nobody
 * waits for it, and a cache that fails or loses entries costs what was found out, no more.
 */
export class PaceStore {
  readonly #cache: Cache;
  readonly #clock: Clock;
  /** When each key was read last, or began to be. */
  readonly #read = boundedMap<string, number>(20_000);
  /** Keys that are being read: what was read last may be forgotten meanwhile. */
  readonly #asking = new Set<string>();
  /** States that are to be written, by key. */
  readonly #changed = new Map<string, { readonly state: PaceState; readonly bounds: PaceBounds }>();
  readonly #written = boundedMap<string, { readonly value: string; readonly expiresAt: number }>(20_000);
  readonly #underWay = new Set<Promise<void>>();
  #cancelWrite: (() => void) | undefined;
  #closed = false;

  constructor({ cache, clock }: { readonly cache: Cache; readonly clock: Clock }) {
    this.#cache = cache;
    this.#clock = clock;
  }

  /**
   * Reads a pace, unless that was done within the last minute. Calls `adopt` if there is one, at later times only if another
   * process has written it. `previousReadAt`: when it was read before.
   */
  read(
    key: string,
    bounds: PaceBounds,
    adopt: (state: PaceState, previousReadAt: number | undefined) => void,
  ): void {
    const now = steadyNow(this.#clock);
    const previousReadAt = this.#read.get(key);
    if (this.#closed || this.#asking.has(key)) return;
    if (previousReadAt !== undefined && now - previousReadAt < rereadMs) return;
    this.#read.set(key, now);
    this.#asking.add(key);
    this.#run(async () => {
      const entry = await this.#cache.get(paceCacheKey(key)).finally(() => this.#asking.delete(key));
      if (previousReadAt !== undefined && entry?.value === this.#written.get(key)?.value) return;
      const state = entry && parsePace(entry.value, bounds, this.#reading);
      if (state !== undefined && !this.#closed) adopt(state, previousReadAt);
    });
  }

  /** Writes a pace soon. */
  write(key: string, bounds: PaceBounds, state: PaceState): void {
    if (this.#closed) return;
    this.#changed.set(key, { state, bounds });
    this.#cancelWrite ??= this.#clock.after(writeDelayMs, () => this.#writeChanged());
  }

  /** Resolves when nothing is under way. What was to be written soon is not. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#cancelWrite?.();
    this.#changed.clear();
    await Promise.all(this.#underWay);
  }

  #writeChanged(): void {
    this.#cancelWrite = undefined;
    const now = this.#clock.now();
    const expiresAt = now + ttlMs;
    for (const [key, { state, bounds }] of this.#changed) {
      const value = formatPace(state, bounds, this.#reading);
      const written = this.#written.get(key);
      const isKept = written !== undefined && written.value === value && written.expiresAt - now > ttlMs / 2;
      if (value === undefined || isKept) continue;
      this.#written.set(key, { value, expiresAt });
      this.#run(() => this.#cache.set(paceCacheKey(key), { value, expiresAt }));
    }
    this.#changed.clear();
  }

  get #reading(): ClockReading {
    return { steady: steadyNow(this.#clock), now: this.#clock.now() };
  }

  #run(work: () => Promise<void>): void {
    const running = work()
      .catch(() => {})
      .finally(() => this.#underWay.delete(running));
    this.#underWay.add(running);
  }
}
