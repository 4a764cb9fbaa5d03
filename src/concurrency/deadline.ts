import type { Clock } from '../ports/clock.ts';
import { DirectAbortController, onAbort } from './abort-listeners.ts';
import { steadyNow } from './steady-time.ts';

/** The reason of a signal that fired because of a deadline, and not because the caller aborted. */
export class DeadlineExceeded extends Error {
  constructor(timeoutMs: number) {
    super(`The deadline of ${timeoutMs} ms has passed.`);
    this.name = 'DeadlineExceeded';
  }
}

/** A time limit on a piece of work. */
export interface Deadline {
  /** Fires with DeadlineExceeded when the time is over, or with the caller's reason when the caller aborts. */
  readonly signal: AbortSignal;
  readonly passed: boolean;
  /** Moves the end to `timeoutMs` from now, which must be later, unless it has passed. */
  extend(timeoutMs: number): void;
  /** Removes the timer and the listener on the caller's signal. Must be called when the work is done. */
  clear(): void;
}

/** Starts a deadline of `timeoutMs`, which also ends when `parent` fires. */
export function startDeadline(clock: Clock, timeoutMs: number, parent?: AbortSignal): Deadline {
  return new RunningDeadline(clock, timeoutMs, parent);
}

class RunningDeadline extends DirectAbortController implements Deadline {
  readonly #clock: Clock;
  readonly #unfollow: () => void;
  #timeoutMs: number;
  /** When it passes, if it was extended. */
  #endsAt = Number.NEGATIVE_INFINITY;
  #cancel: () => void;

  constructor(clock: Clock, timeoutMs: number, parent: AbortSignal | undefined) {
    super();
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
    this.#cancel = clock.after(timeoutMs, () => this.#end());
    const follow = () => this.abort(parent?.reason);
    if (parent?.aborted) follow();
    this.#unfollow = onAbort(parent, follow);
  }

  get passed(): boolean {
    return this.signal.reason instanceof DeadlineExceeded;
  }

  extend(timeoutMs: number): void {
    this.#timeoutMs = timeoutMs;
    this.#endsAt = steadyNow(this.#clock) + timeoutMs;
  }

  clear(): void {
    this.#cancel();
    this.#unfollow();
  }

  /** Most work is done before: a timer that may have to be set again costs less than to set one anew each time. */
  #end(): void {
    const leftMs = this.#endsAt - steadyNow(this.#clock);
    if (leftMs > 0) this.#cancel = this.#clock.after(leftMs, () => this.#end());
    else this.abort(new DeadlineExceeded(this.#timeoutMs));
  }
}

/** Settles like `promise`, or rejects with the signal's reason if that comes first. */
export function abortable<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise;
  return new Promise<T>((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) {
      promise.catch(() => {});
      abort();
      return;
    }
    const unfollow = onAbort(signal, abort);
    promise.then(
      (value) => {
        unfollow();
        resolve(value);
      },
      (error: unknown) => {
        unfollow();
        reject(error);
      },
    );
  });
}

/** Resolves after `delayMs`, or rejects with the signal's reason. `options`: those of the timer. */
export function delay(
  clock: Clock,
  delayMs: number,
  signal?: AbortSignal,
  options?: Parameters<Clock['after']>[2],
): Promise<void> {
  let cancel = () => {};
  const waited = new Promise<void>((resolve) => {
    cancel = clock.after(delayMs, resolve, options);
  });
  return abortable(waited, signal).finally(cancel);
}
