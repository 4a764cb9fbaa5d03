import { InvalidArgument } from '../../src/errors.ts';
import type { Clock, RateLimits } from '../../src/ports.ts';

export type TakeOptions = Parameters<RateLimits['take']>[1];
export type TakeResult = Awaited<ReturnType<RateLimits['take']>>;

const taken: TakeResult = { taken: true };

/**
 * Exact rate limits of this process: remembers when each take of the last window was. A take at `t` is free again
 * at `t + windowMs`, to the millisecond.
 */
export class SlidingWindow implements RateLimits {
  readonly #subjects = new Map<string, Takes>();
  /** Where the search for quiet subjects has come to: it goes round, and starts over at the end. */
  #round = this.#subjects.values();
  readonly #clock: Clock;

  constructor(options: { clock: Clock }) {
    this.#clock = options.clock;
  }

  /** How many subjects are remembered. Those whose window has emptied go as others come. */
  get size(): number {
    return this.#subjects.size;
  }

  async take(subject: string, options: TakeOptions): Promise<TakeResult> {
    checkTake(subject, options);
    const { limit, windowMs } = options;
    const now = this.#clock.now();
    let takes = this.#subjects.get(subject);
    if (takes === undefined) {
      takes = new Takes(subject);
      this.#subjects.set(subject, takes);
    }
    takes.forgetLapsed(now, windowMs);
    const blocking = takes.newest(limit);
    if (blocking === undefined) takes.add(now);
    this.#dropQuiet(now);
    return blocking === undefined ? taken : { taken: false, retryAfterMs: blocking + windowMs - now };
  }

  /** Looks at two a call, so that as many can go as come and no call takes long. */
  #dropQuiet(now: number): void {
    for (let looks = 2; looks > 0; looks -= 1) {
      const { done, value } = this.#round.next();
      if (done) this.#round = this.#subjects.values();
      else if (value.isQuiet(now)) this.#subjects.delete(value.subject);
    }
  }
}

/** When a subject was taken within its window: a ring, so that a busy subject leaves nothing to collect. */
class Takes {
  readonly subject: string;
  #windowMs = 0;
  #ring: number[] = [];
  #oldest = 0;
  #count = 0;

  constructor(subject: string) {
    this.subject = subject;
  }

  /** True once nothing counts any more. */
  isQuiet(now: number): boolean {
    const last = this.newest(1);
    return last === undefined || last + this.#windowMs <= now;
  }

  /** The `nth` from the end, 1 being the last; undefined where there are fewer. */
  newest(nth: number): number | undefined {
    if (nth > this.#count) return undefined;
    return this.#ring[(this.#oldest + this.#count - nth) % this.#ring.length];
  }

  /**
   * After the clock was set back, takes from its future count as made just now: nobody gets more than the limit,
   * and nobody waits for longer than one window.
   */
  forgetLapsed(now: number, windowMs: number): void {
    this.#windowMs = windowMs;
    const last = this.newest(1);
    if (last !== undefined && last > now) this.#ring = this.#ring.map((at) => Math.min(at, now));
    while (this.#count > 0 && (this.#ring[this.#oldest] ?? now) + windowMs <= now) {
      this.#oldest = (this.#oldest + 1) % this.#ring.length;
      this.#count -= 1;
    }
  }

  add(at: number): void {
    if (this.#count === this.#ring.length) this.#widen();
    this.#count += 1;
    this.#ring[(this.#oldest + this.#count - 1) % this.#ring.length] = at;
  }

  #widen(): void {
    const inOrder = [...this.#ring.slice(this.#oldest), ...this.#ring.slice(0, this.#oldest)];
    this.#ring = [...inOrder, ...Array<number>(Math.max(4, inOrder.length)).fill(0)];
    this.#oldest = 0;
  }
}

/** Throws InvalidArgument unless `limit` and `windowMs` are integers from 1 and the subject is some text. */
export function checkTake(subject: string, options: TakeOptions): void {
  if (typeof subject !== 'string' || subject === '')
    throw new InvalidArgument('subject', 'subject must be text that is not empty.');
  checkWhole('limit', options.limit);
  checkWhole('windowMs', options.windowMs);
}

function checkWhole(parameter: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 1) return;
  throw new InvalidArgument(parameter, `${parameter} must be an integer of at least 1.`);
}
