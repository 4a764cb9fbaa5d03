import type { Clock } from '../ports.ts';
import { delay } from './deadline.ts';

/** A loop keeps the event loop to itself for at most this long. */
const sliceMs = 5;
const stepsBetweenChecks = 64;

/**
 * Keeps a long loop from blocking the event loop: call the returned function once a step, and await what it returns,
 * if anything. Rejects with the signal's reason.
 */
export function yieldRegularly(clock: Clock, signal?: AbortSignal): () => Promise<void> | undefined {
  let steps = 0;
  let sliceEndsAt = clock.now() + sliceMs;
  return () => {
    steps += 1;
    if (steps % stepsBetweenChecks !== 0 || clock.now() < sliceEndsAt) return undefined;
    return delay(clock, 0, signal).then(() => {
      sliceEndsAt = clock.now() + sliceMs;
    });
  };
}
