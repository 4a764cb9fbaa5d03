import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expectThat } from './failure/contract-failure.ts';
import type { ManualClock } from './manual-clock.ts';

/** Resolves with what the promise resolves with. Meanwhile, time passes slowly, so that adapters that poll do so. */
export async function inTime<Result>(promise: Promise<Result>, clock: ManualClock): Promise<Result> {
  const state = { settled: false };
  const settle = () => {
    state.settled = true;
  };
  promise.then(settle, settle);
  const deadline = performance.now() + 20_000;
  while (!state.settled) {
    expectThat(performance.now() <= deadline, 'that the call settles', 'nothing for 20 seconds');
    await clock.advance(1);
    // Answers of a server arrive in real time.
    for (let turn = 0; turn < 20 && !state.settled; turn += 1) await yieldToEventLoop();
  }
  return promise;
}
