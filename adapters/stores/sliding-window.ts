import { steadyNow } from '../../src/concurrency/steady-time.ts';
import { InvalidArgument } from '../../src/errors.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { RateLimits } from '../../src/ports/rate-limits.ts';
import { checkPositiveInteger } from './argument-checks.ts';

export type TakeOptions = Parameters<RateLimits['take']>[1];
export type TakeResult = Awaited<ReturnType<RateLimits['take']>>;

const taken: TakeResult = { taken: true };

/**
 * Exact rate limits within this process: a log of the takes of the last window. A take at `t` counts until
 * `t + windowMs`, to the millisecond.
 */
export class SlidingWindow implements RateLimits {
  readonly #subjects = new Map<string, TakeLog>();
  /** Iterator of the clean-up over all subjects; it restarts at the end. */
  #cleanup = this.#subjects.values();
  readonly #clock: Clock;

  constructor(options: { clock: Clock }) {
    this.#clock = options.clock;
  }

  /** Number of subjects remembered. Idle ones are removed as others call. */
  get size(): number {
    return this.#subjects.size;
  }

  async take(subject: string, options: TakeOptions): Promise<TakeResult> {
    checkTake(subject, options);
    const { limit, windowMs } = options;
    const now = steadyNow(this.#clock);
    let takes = this.#subjects.get(subject);
    if (takes === undefined) {
      takes = new TakeLog(subject);
      this.#subjects.set(subject, takes);
    }
    takes.removeExpired(now, windowMs);
    const blocking = takes.newest(limit);
    if (blocking === undefined) takes.add(now);
    this.#removeIdle(now);
    return blocking === undefined ? taken : { taken: false, retryAfterMs: blocking + windowMs - now };
  }

  /** Checks two subjects per call: enough to keep up with new ones, and no call takes long. */
  #removeIdle(now: number): void {
    for (let checks = 2; checks > 0; checks -= 1) {
      const { done, value } = this.#cleanup.next();
      if (done) this.#cleanup = this.#subjects.values();
      else if (value.isIdle(now)) this.#subjects.delete(value.subject);
    }
  }
}

/** The times of one subject's takes within its window, in a ring buffer so that a busy subject creates no garbage. */
class TakeLog {
  readonly subject: string;
  #windowMs = 0;
  #ring: number[] = [];
  #oldest = 0;
  #count = 0;

  constructor(subject: string) {
    this.subject = subject;
  }

  /** Returns whether no take counts any more. */
  isIdle(now: number): boolean {
    const last = this.newest(1);
    return last === undefined || last + this.#windowMs <= now;
  }

  /** Returns the `nth` newest take, from 1; undefined if there are fewer. */
  newest(nth: number): number | undefined {
    if (nth > this.#count) return undefined;
    return this.#ring[(this.#oldest + this.#count - nth) % this.#ring.length];
  }

  /**
   * Removes takes outside the window. If the clock was set back, takes in its future count as made now, so that no
   * subject exceeds the limit or waits longer than one window.
   */
  removeExpired(now: number, windowMs: number): void {
    this.#windowMs = windowMs;
    const last = this.newest(1);
    if (last !== undefined && last > now) this.#ring = this.#ring.map((at) => Math.min(at, now));
    while (this.#count > 0 && (this.#ring[this.#oldest] ?? now) + windowMs <= now) {
      this.#oldest = (this.#oldest + 1) % this.#ring.length;
      this.#count -= 1;
    }
  }

  add(at: number): void {
    if (this.#count === this.#ring.length) this.#grow();
    this.#count += 1;
    this.#ring[(this.#oldest + this.#count - 1) % this.#ring.length] = at;
  }

  #grow(): void {
    const inOrder = [...this.#ring.slice(this.#oldest), ...this.#ring.slice(0, this.#oldest)];
    this.#ring = [...inOrder, ...Array<number>(Math.max(4, inOrder.length)).fill(0)];
    this.#oldest = 0;
  }
}

/** Throws InvalidArgument unless `limit` and `windowMs` are positive integers and the subject is not empty. */
export function checkTake(subject: string, options: TakeOptions): void {
  if (typeof subject !== 'string' || subject === '')
    throw new InvalidArgument('subject', 'subject must be text that is not empty.');
  checkPositiveInteger('limit', options.limit);
  checkPositiveInteger('windowMs', options.windowMs);
}
