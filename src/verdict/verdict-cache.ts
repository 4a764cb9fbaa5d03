import { type BoundedMap, boundedMap } from '../bounded-map.ts';
import type { Cache, Clock } from '../ports.ts';
import type { EmailVerification } from '../resources.ts';

/** How long a result is reused (service document, "Caching"). */
const reusedMs = 86_400_000;
const keptInProcess = 10_000;

interface Kept {
  readonly verdict: EmailVerification;
  /** How long the caller who got it was ready to wait. */
  readonly patienceMs: number;
}

/** Results of the last 24 hours by address, shared by all callers of a store. */
export class VerdictCache {
  readonly #cache: Cache;
  readonly #clock: Clock;
  /** Results that nothing replaces before they expire, so that the store need not be asked for them again. */
  readonly #lasting: BoundedMap<string, { verdict: Readonly<EmailVerification>; expiresAt: number }> =
    boundedMap(keptInProcess);

  constructor(cache: Cache, clock: Clock) {
    this.#cache = cache;
    this.#clock = clock;
  }

  /** What this process knows without asking the store. */
  peek(key: string): Readonly<EmailVerification> | undefined {
    const lasting = this.#lasting.get(key);
    return lasting !== undefined && lasting.expiresAt > this.#clock.now() ? lasting.verdict : undefined;
  }

  /** `key` as of a Mailbox. A result that will do for a caller with this patience, or undefined. */
  async find(key: string, timeoutMs: number): Promise<EmailVerification | undefined> {
    const entry = await this.#cache.get(keyOf(key));
    if (entry === undefined) return undefined;
    const { verdict, patienceMs } = JSON.parse(entry.value) as Kept;
    this.#remember(key, verdict, entry.expiresAt);
    return willDo(verdict, patienceMs, timeoutMs) ? verdict : undefined;
  }

  async keep(key: string, verdict: EmailVerification, patienceMs: number): Promise<void> {
    const kept: Kept = { verdict, patienceMs };
    const expiresAt = this.#clock.now() + reusedMs;
    await this.#cache.set(keyOf(key), { value: JSON.stringify(kept), expiresAt });
    this.#remember(key, verdict, expiresAt);
  }

  #remember(key: string, verdict: EmailVerification, expiresAt: number): void {
    if (verdict.status !== 'unknown')
      this.#lasting.set(key, { verdict: Object.freeze({ ...verdict }), expiresAt });
  }
}

/** Somebody more patient may well learn what a hurried caller did not. */
export function willDo(verdict: EmailVerification, patienceMs: number, timeoutMs: number): boolean {
  return verdict.status !== 'unknown' || timeoutMs <= patienceMs;
}

function keyOf(key: string): string {
  return `verification:${key}`;
}
