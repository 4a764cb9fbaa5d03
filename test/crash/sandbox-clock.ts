import { systemClock } from '../../adapters/system-clock.ts';
import type { Clock } from '../../src/ports.ts';

/** The system's time, in which the test can skip a while, or hold the timers: who waits for them waits on. */
export class SandboxClock implements Clock {
  #holding = false;
  readonly #held = new Set<() => void>();
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
      if (this.#holding) this.#held.add(due);
      else due();
    });
    return () => {
      cancel();
      this.#held.delete(due);
    };
  }

  hold(): void {
    this.#holding = true;
  }

  letGo(): void {
    this.#holding = false;
    for (const due of this.#held) {
      this.#held.delete(due);
      due();
    }
  }
}
