import { InvalidArgument } from '../src/errors.ts';
import type { Clock, RateLimits } from '../src/ports.ts';

export type TakeOptions = Parameters<RateLimits['take']>[1];
export type TakeResult = Awaited<ReturnType<RateLimits['take']>>;

interface Subject {
  /** When it was taken, oldest first; none older than the window. */
  takenAt: number[];
  windowMs: number;
}

/**
 * Exact rate limits of this process: remembers when each take of the last window was. A take at `t` is free again
 * at `t + windowMs`, to the millisecond.
 */
export class SlidingWindow implements RateLimits {
  /** The subject that was asked for last comes last. */
  readonly #subjects = new Map<string, Subject>();
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
    const state = this.#subjects.get(subject) ?? { takenAt: [], windowMs };
    state.windowMs = windowMs;
    state.takenAt = livingTakes(state.takenAt, now, windowMs);
    this.#subjects.delete(subject);
    this.#subjects.set(subject, state);
    this.#dropQuiet(now);

    // With a limit lower than before more than one may have to lapse.
    const blocking = state.takenAt[state.takenAt.length - limit];
    if (blocking !== undefined) return { taken: false, retryAfterMs: blocking + windowMs - now };
    state.takenAt.push(now);
    return { taken: true };
  }

  /** Two a call, so that as many can go as come and no call takes long. */
  #dropQuiet(now: number): void {
    let looks = 2;
    for (const [subject, { takenAt, windowMs }] of this.#subjects) {
      const last = takenAt.at(-1);
      if (looks === 0 || last === undefined || last + windowMs > now) return;
      this.#subjects.delete(subject);
      looks -= 1;
    }
  }
}

/**
 * The takes that still count. After the clock was set back, those from its future count as made just now: nobody
 * gets more than the limit, and nobody waits for longer than one window.
 */
function livingTakes(takenAt: number[], now: number, windowMs: number): number[] {
  const last = takenAt.at(-1);
  const past = last !== undefined && last > now ? takenAt.map((at) => Math.min(at, now)) : takenAt;
  const firstLiving = past.findIndex((at) => at + windowMs > now);
  if (firstLiving === -1) return [];
  return firstLiving === 0 ? past : past.slice(firstLiving);
}

/** Throws InvalidArgument unless `limit` and `windowMs` are integers from 1 and the subject is some text. */
export function checkTake(subject: string, options: TakeOptions): void {
  if (typeof subject !== 'string' || subject === '')
    throw new InvalidArgument('subject', 'subject must be text that is not empty.');
  for (const parameter of ['limit', 'windowMs'] as const) {
    if (!Number.isSafeInteger(options[parameter]) || options[parameter] < 1)
      throw new InvalidArgument(parameter, `${parameter} must be an integer of at least 1.`);
  }
}
