import type { Clock } from '../ports/clock.ts';
import { delay } from './deadline.ts';
import { yieldRegularly } from './event-loop-yield.ts';
import { Semaphore } from './semaphore.ts';
import { steadyNow } from './steady-time.ts';
import type { WorkShare } from './work-share.ts';

/** About how long all loops together may have the event loop in one iteration of it. */
const sliceMs = 1;

/** Called once per step of a long loop, which awaits its result unless that is undefined. */
export type YieldIfDue = () => Promise<void> | undefined;

/**
 * Lets long loops have the event loop in slices of a millisecond: one slice in each iteration of it,
 * however many loops there are, so that everything else goes on. Whose slice is next is decided as for
 * permits (`FairQueue`), so that no account waits for the many loops of another.
 */
export class LoopSlices {
  readonly #clock: Clock;
  readonly #slices = new Semaphore(1);
  /** How long loops have had the event loop since something else last could. */
  #spentMs = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs a loop, which awaits nothing else than its slices. */
  async run<Result>(share: WorkShare, loop: (yieldIfDue: YieldIfDue) => Promise<Result>): Promise<Result> {
    let slice = await this.#begin(share);
    const next = async (pause: Promise<void>) => {
      // The slice ends with the pause, so that the next one begins in another iteration.
      await pause;
      this.#spentMs = 0;
      slice.permit.release();
      slice = await this.#begin(share);
    };
    try {
      return await loop(() => {
        const pause = slice.pauseIfDue();
        return pause === undefined ? undefined : next(pause);
      });
    } finally {
      this.#spentMs += steadyNow(this.#clock) - slice.begunAt;
      slice.permit.release();
    }
  }

  async #begin(share: WorkShare) {
    const permit = await this.#slices.acquire({ share });
    if (this.#spentMs >= sliceMs) {
      await delay(this.#clock, 0);
      this.#spentMs = 0;
    }
    const pauseIfDue = yieldRegularly(this.#clock, { sliceMs: sliceMs - this.#spentMs });
    return { permit, pauseIfDue, begunAt: steadyNow(this.#clock) };
  }
}
