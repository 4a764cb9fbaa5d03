import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../src/ports.ts';

interface Timer {
  readonly dueAt: number;
  readonly task: () => void;
}

/** A clock that stands still until it is told to go on. */
export class ManualClock implements Clock {
  #now: number;
  /** In order of creation, which is the order of those due at the same moment. */
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

  /** How many timers are running. */
  get pending(): number {
    return this.#timers.size;
  }

  /**
   * Lets time pass. Tasks run in the order they are due, at their own time; after each one the promises and
   * callbacks that wait for it run too, so that timers they start within the span are also served.
   */
  async advance(spanMs: number): Promise<void> {
    const end = this.#now + spanMs;
    await nextTurn();
    for (let timer = this.#firstDue(end); timer !== undefined; timer = this.#firstDue(end)) {
      this.#fire(timer);
      await nextTurn();
    }
    this.#now = Math.max(this.#now, end);
  }

  /** Lets time pass before anything else can happen: no promise, no packet comes in between. */
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
