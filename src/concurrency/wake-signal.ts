import type { Clock } from '../ports/clock.ts';

/** Lets one loop sleep until it is woken. Waking it has no effect unless it sleeps. */
export class WakeSignal {
  #wake: () => void = () => {};

  wake(): void {
    this.#wake();
  }

  async sleepAtMost(clock: Clock, durationMs: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancel = clock.after(durationMs, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
    });
    this.#wake = () => {};
  }
}
