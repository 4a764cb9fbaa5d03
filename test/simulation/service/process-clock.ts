import type { Clock } from '../../../src/ports/index.ts';
import type { VirtualTime } from '../clock/virtual-time.ts';
import type { ProcessLife } from './process-life.ts';

/** The clock of a machine, which may be wrong, and may be set. Timers are right. */
export class MachineClock {
  /** What it is ahead of the true time, in milliseconds. */
  aheadMs: number;
  readonly #time: VirtualTime;

  constructor(time: VirtualTime, aheadMs: number) {
    this.#time = time;
    this.aheadMs = aheadMs;
  }

  /** Returns the clock as a process of the machine sees it. Without a process: as the store sees it. */
  clockOf(life?: ProcessLife): Clock {
    return {
      now: () => this.#time.now + this.aheadMs,
      steady: () => this.#time.now,
      after: (delayMs, task) => {
        const end = life?.begin(`a timer of ${delayMs} ms`);
        const run = () => {
          end?.();
          task();
        };
        const cancel = this.#time.schedule(delayMs, run, life);
        return () => {
          end?.();
          cancel();
        };
      },
    };
  }
}
