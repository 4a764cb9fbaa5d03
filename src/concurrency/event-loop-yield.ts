import type { Clock } from '../ports.ts';
import { delay } from './deadline.ts';

/** Longer than this nobody else should wait for us. */
const turnMs = 5;
const stepsBetweenLooks = 64;

/**
 * Lets others have their turn of the event loop during long loops: call it once a step. Rejects with the signal's
 * reason.
 */
export function turnTaking(clock: Clock, signal?: AbortSignal): () => Promise<void> | undefined {
  let steps = 0;
  let turnEndsAt = clock.now() + turnMs;
  return () => {
    steps += 1;
    if (steps % stepsBetweenLooks !== 0 || clock.now() < turnEndsAt) return undefined;
    return delay(clock, 0, signal).then(() => {
      turnEndsAt = clock.now() + turnMs;
    });
  };
}
