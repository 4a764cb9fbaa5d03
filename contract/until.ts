import { setTimeout as delay, setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expectThat } from './failure/contract-failure.ts';

/** For what never comes true only: a machine that is busy with other tests may take long. */
const timeoutMs = 60_000;
/** After so many turns of the event loop, the processor is left to those who are waited for. */
const eagerTurns = 100;

/** Resolves when `condition` returns true. For real sockets and processes. Throws after 60 seconds. */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (let turn = 0; !condition(); turn += 1) {
    const came = 'that it did not come true within 60 seconds';
    expectThat(performance.now() <= deadline, `that this comes true: ${condition}`, came);
    await (turn < eagerTurns ? yieldToEventLoop() : delay(5));
  }
}

/** Starts `count` calls at the same time, and returns their results in order. */
export function race<Result>(
  count: number,
  call: (racer: number) => Promise<Result>,
): Promise<readonly Result[]> {
  return Promise.all(Array.from({ length: count }, (_, racer) => call(racer)));
}
