import type { Cache, Clock } from '../ports.ts';
import { type Finding, isSettled } from './finding.ts';

/** How long a lookup is reused (service document, "Caching"). */
const reusedMs = 86_400_000;

interface Kept {
  readonly finding: Finding;
  /** How long the caller who got it was ready to wait. */
  readonly patienceMs: number;
}

/** What lookups of the last 24 hours found, by `rowKey`, shared by all callers of a store. */
export class FindingCache {
  readonly #cache: Cache;
  readonly #clock: Clock;

  constructor(cache: Cache, clock: Clock) {
    this.#cache = cache;
    this.#clock = clock;
  }

  /** A finding that will do for a caller with this patience, or undefined. */
  async find(key: string, patienceMs: number): Promise<Finding | undefined> {
    const entry = await this.#cache.get(keyOf(key));
    if (entry === undefined) return undefined;
    const kept = JSON.parse(entry.value) as Kept;
    return willDo(kept.finding, kept.patienceMs, patienceMs) ? kept.finding : undefined;
  }

  async keep(key: string, finding: Finding, patienceMs: number): Promise<void> {
    const kept: Kept = { finding, patienceMs };
    const expiresAt = this.#clock.now() + reusedMs;
    await this.#cache.set(keyOf(key), { value: JSON.stringify(kept), expiresAt });
  }
}

/** Somebody more patient may well learn what a hurried caller did not. */
export function willDo(finding: Finding, patienceMs: number, wantedMs: number): boolean {
  return isSettled(finding) || wantedMs <= patienceMs;
}

function keyOf(key: string): string {
  return `lookup:${key}`;
}
