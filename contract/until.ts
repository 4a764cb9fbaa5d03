import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { expectThat } from './failure/contract-failure.ts';

const timeoutMs = 20_000;

/**
 * Resolves when `condition` returns true. Checks it in every iteration of the event loop, for real sockets and processes.
 * Throws after 20 seconds.
 */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!condition()) {
    const came = 'that it did not come true within 20 seconds';
    expectThat(performance.now() <= deadline, `that this comes true: ${condition}`, came);
    await yieldToEventLoop();
  }
}
