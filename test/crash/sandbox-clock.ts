import { systemClock } from '../../adapters/system-clock.ts';
import type { Clock } from '../../src/ports/clock.ts';

/** The system's clock, in which a test can skip time, or pause the timers. */
export class SandboxClock implements Clock {
  #paused = false;
  readonly #dueWhilePaused = new Set<() => void>();
  #skippedMs = 0;

  now(): number {
    return systemClock.now() + this.#skippedMs;
  }

  skip(ms: number): void {
    this.#skippedMs += ms;
  }

  after(delayMs: number, task: () => void): () => void {
    const due = () => task();
    const cancel = systemClock.after(delayMs, () => {
      if (this.#paused) this.#dueWhilePaused.add(due);
      else due();
    });
    return () => {
      cancel();
      this.#dueWhilePaused.delete(due);
    };
  }

  pauseTimers(): void {
    this.#paused = true;
  }

  /** Runs the timers that were due during the pause. */
  resumeTimers(): void {
    this.#paused = false;
    for (const due of this.#dueWhilePaused) {
      this.#dueWhilePaused.delete(due);
      due();
    }
  }
}
