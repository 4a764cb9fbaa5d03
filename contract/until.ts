import { setImmediate as nextTurn } from 'node:timers/promises';

const patienceMs = 20_000;

/**
 * Resolves once `condition` holds, looking again after every turn of the event loop: for real sockets, whose
 * packets take a turn or two. Throws when it does not come true at all.
 */
export async function until(condition: () => boolean): Promise<void> {
  const givenUpAt = performance.now() + patienceMs;
  while (!condition()) {
    if (performance.now() > givenUpAt) throw new Error(`Never came true: ${condition}`);
    await nextTurn();
  }
}
