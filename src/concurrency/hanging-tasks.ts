import type { Clock } from '../ports/clock.ts';
import { steadyNow } from './steady-time.ts';

/** A task without progress for this long counts as hanging. */
const hangMs = 1_000;
const checkEveryMs = 500;

/** A running task. */
export interface WatchedTask {
  reportProgress(): void;
  end(): void;
}

/** Counts the running tasks that make no progress. */
export class HangingTasks {
  readonly #clock: Clock;
  readonly #onChange: (count: number) => void;
  /** When each running task last made progress. */
  readonly #tasks = new Map<WatchedTask, number>();
  #count = 0;
  #cancelCheck: (() => void) | undefined;

  /** `onChange` is called when the number of hanging tasks has changed. */
  constructor(clock: Clock, onChange: (count: number) => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  start(): WatchedTask {
    const task: WatchedTask = {
      reportProgress: () => {
        if (this.#tasks.has(task)) this.#tasks.set(task, steadyNow(this.#clock));
      },
      end: () => {
        this.#tasks.delete(task);
        if (this.#tasks.size === 0) this.#stopChecking();
      },
    };
    this.#tasks.set(task, steadyNow(this.#clock));
    if (this.#cancelCheck === undefined) this.#checkLater();
    return task;
  }

  #checkLater(): void {
    this.#cancelCheck = this.#clock.after(checkEveryMs, () => {
      this.#checkLater();
      this.#recount();
    });
  }

  #stopChecking(): void {
    this.#cancelCheck?.();
    this.#cancelCheck = undefined;
    this.#recount();
  }

  #recount(): void {
    const since = steadyNow(this.#clock) - hangMs;
    let count = 0;
    for (const progressAt of this.#tasks.values()) if (progressAt <= since) count += 1;
    if (count === this.#count) return;
    this.#count = count;
    this.#onChange(count);
  }
}
