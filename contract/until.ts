import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

const timeoutMs = 20_000;

/**
 * Resolves when `condition` returns true. Checks it in every iteration of the event loop, for real sockets and processes.
 * Throws after 20 seconds.
 */
export async function until(condition: () => boolean): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!condition()) {
    if (performance.now() > deadline) throw new Error(`Never came true: ${condition}`);
    await yieldToEventLoop();
  }
}
