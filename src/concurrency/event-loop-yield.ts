import type { Clock } from '../ports/clock.ts';
import { delay } from './deadline.ts';
import { steadyNow } from './steady-time.ts';

/** A loop may block the event loop for this long. Node accepts one connection in an iteration of it, however many wait. */
const usualSliceMs = 1;
/** Reading the clock costs less than a step; the costliest, an address that is anything but ordinary, takes about 1 ms. */
const usualStepsBetweenChecks = 4;

/**
 * Lets a long loop, or several that share it, yield to the event loop. Call the returned function before each iteration and
 * await its result, again and again until it is undefined: others may have used up the next slice. Rejects with the signal's
 * reason. `sliceMs`: how long the loops may go on together, default 1 ms; `stepsBetweenChecks`: after how many iterations the
 * clock is read, default 4.
 */
export function yieldRegularly(
  clock: Clock,
  {
    signal,
    stepsBetweenChecks = usualStepsBetweenChecks,
    sliceMs = usualSliceMs,
  }: { signal?: AbortSignal | undefined; stepsBetweenChecks?: number; sliceMs?: number } = {},
): () => Promise<void> | undefined {
  let steps = 0;
  let sliceEndsAt = steadyNow(clock) + sliceMs;
  let pause: Promise<void> | undefined;
  return () => {
    if (pause !== undefined) return pause;
    steps += 1;
    if (steps % stepsBetweenChecks !== 0 || steadyNow(clock) < sliceEndsAt) return undefined;
    pause = delay(clock, 0, signal).finally(() => {
      sliceEndsAt = steadyNow(clock) + sliceMs;
      pause = undefined;
    });
    return pause;
  };
}
