import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** The work on bodies, of all requests together, takes about this long per iteration of the event loop. */
const maxMsPerIteration = 5;

/** Spreads the work on the bodies of all requests over iterations of the event loop, so that it holds up no others. */
export class LoopShare {
  #spentMs = 0;
  #willReset = false;

  /** Runs a short piece of work in the first iteration that has time for it. Pieces run in the order of the calls. */
  async run<Result>(work: () => Result): Promise<Result> {
    while (this.#spentMs >= maxMsPerIteration) await yieldToEventLoop();
    this.#resetInNextIteration();
    const startedAt = performance.now();
    try {
      return work();
    } finally {
      this.#spentMs += performance.now() - startedAt;
    }
  }

  #resetInNextIteration(): void {
    if (this.#willReset) return;
    this.#willReset = true;
    setImmediate(() => {
      this.#willReset = false;
      this.#spentMs = 0;
    });
  }
}
