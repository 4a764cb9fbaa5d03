import type { Clock } from '../ports/clock.ts';
import { yieldRegularly } from './event-loop-yield.ts';
import { Semaphore } from './semaphore.ts';
import type { WorkShare } from './work-share.ts';

/**
 * Lets the short steps of many tasks have the event loop, about a millisecond in each iteration of it, however many they are. Whose
 * step is next is decided as for permits (`FairQueue`), so that no account waits for the many steps of another.
 */
export class LoopSteps {
  readonly #yieldIfDue: () => Promise<void> | undefined;
  readonly #turns = new Semaphore(1);

  constructor(clock: Clock) {
    this.#yieldIfDue = yieldRegularly(clock, { stepsBetweenChecks: 1 });
  }

  /** To be called before each step, which has to wait for the result unless that is undefined. */
  next(share: WorkShare): Promise<void> | undefined {
    const mayGoOn = this.#turns.held === 0 && this.#turns.waiting === 0 && this.#yieldIfDue() === undefined;
    return mayGoOn ? undefined : this.#wait(share);
  }

  async #wait(share: WorkShare): Promise<void> {
    const turn = await this.#turns.acquire({ share });
    try {
      for (let pause = this.#yieldIfDue(); pause !== undefined; pause = this.#yieldIfDue()) await pause;
    } finally {
      turn.release();
    }
  }
}
