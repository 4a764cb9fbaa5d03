import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Clock } from '../src/ports/clock.ts';

interface Timer {
  /** By the steady reading. */
  readonly dueAt: number;
  readonly task: () => void;
}

/** A clock for tests that moves only when a test calls `advance`, `leap` or `adjust`. */
export class ManualClock implements Clock {
  #steady: number;
  /** What `now` is ahead of `steady`. */
  #offset = 0;
  /** In order of creation: timers due at the same time fire in this order. */
  readonly #timers = new Set<Timer>();
  /** No timer is due before. */
  #earliest = Number.POSITIVE_INFINITY;

  constructor(startAt = Date.UTC(2030, 0, 1)) {
    this.#steady = startAt;
  }

  now(): number {
    return this.#offset + this.#steady;
  }

  steady(): number {
    return this.#steady;
  }

  /** Sets the time of day forward, or back by a negative number. Timers and `steady` go on as before. */
  adjust(byMs: number): void {
    this.#offset += byMs;
  }

  after(delayMs: number, task: () => void): () => void {
    const timer = { dueAt: this.#steady + Math.max(0, delayMs), task };
    this.#timers.add(timer);
    this.#earliest = Math.min(this.#earliest, timer.dueAt);
    return () => {
      this.#timers.delete(timer);
    };
  }

  /** Number of pending timers. */
  get pending(): number {
    return this.#timers.size;
  }

  /**
   * Advances the clock. Timers fire in order, each at its due time. After each one the event loop runs, so that timers
   * which its task starts within the span also fire.
   */
  async advance(spanMs: number): Promise<void> {
    const end = this.#steady + spanMs;
    await yieldToEventLoop();
    for (let timer = this.#firstDue(end); timer !== undefined; timer = this.#firstDue(end)) {
      this.#fire(timer);
      await yieldToEventLoop();
    }
    this.#steady = Math.max(this.#steady, end);
  }

  /** Advances the clock synchronously: timers fire, but no promise or I/O callback runs in between. */
  leap(spanMs: number): void {
    const end = this.#steady + spanMs;
    for (let timer = this.#firstDue(end); timer !== undefined; timer = this.#firstDue(end)) this.#fire(timer);
    this.#steady = Math.max(this.#steady, end);
  }

  #fire(timer: Timer): void {
    this.#timers.delete(timer);
    this.#steady = Math.max(this.#steady, timer.dueAt);
    timer.task();
  }

  #firstDue(end: number): Timer | undefined {
    if (this.#earliest > end) return undefined;
    let first: Timer | undefined;
    for (const timer of this.#timers) if (first === undefined || timer.dueAt < first.dueAt) first = timer;
    this.#earliest = first?.dueAt ?? Number.POSITIVE_INFINITY;
    return this.#earliest > end ? undefined : first;
  }
}
