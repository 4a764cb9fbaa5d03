import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Clock } from '../src/ports.ts';

interface Timer {
  readonly dueAt: number;
  readonly task: () => void;
}

/** A clock for tests that moves only when a test calls `advance` or `leap`. */
export class ManualClock implements Clock {
  #now: number;
  /** In order of creation: timers due at the same time fire in this order. */
  readonly #timers = new Set<Timer>();

  constructor(startAt = Date.UTC(2030, 0, 1)) {
    this.#now = startAt;
  }

  now(): number {
    return this.#now;
  }

  after(delayMs: number, task: () => void): () => void {
    const timer = { dueAt: this.#now + Math.max(0, delayMs), task };
    this.#timers.add(timer);
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
    const end = this.#now + spanMs;
    await yieldToEventLoop();
    for (let timer = this.#firstDue(end); timer !== undefined; timer = this.#firstDue(end)) {
      this.#fire(timer);
      await yieldToEventLoop();
    }
    this.#now = Math.max(this.#now, end);
  }

  /** Advances the clock synchronously: timers fire, but no promise or I/O callback runs in between. */
  leap(spanMs: number): void {
    const end = this.#now + spanMs;
    for (let timer = this.#firstDue(end); timer !== undefined; timer = this.#firstDue(end)) this.#fire(timer);
    this.#now = Math.max(this.#now, end);
  }

  #fire(timer: Timer): void {
    this.#timers.delete(timer);
    this.#now = Math.max(this.#now, timer.dueAt);
    timer.task();
  }

  #firstDue(end: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.dueAt <= end && (first === undefined || timer.dueAt < first.dueAt)) first = timer;
    }
    return first;
  }
}
