import { setTimeout as delay } from 'node:timers/promises';
import type { VirtualTime } from '../../simulation/clock/virtual-time.ts';

const stepMs = 5;
/** A machine that is busy does not skip time. */
const longestStepMs = 4 * stepMs;

/** Lets virtual time pass `speed` times as fast as real time, whenever it may pass, until it is over. */
export async function passTime(
  time: VirtualTime,
  { speed, mayPass, over }: { speed: number; mayPass: () => boolean; over: () => boolean },
): Promise<void> {
  let until = time.now;
  let steppedAt = performance.now();
  while (!over()) {
    await delay(stepMs);
    const now = performance.now();
    if (mayPass()) until += Math.min(now - steppedAt, longestStepMs) * speed;
    steppedAt = now;
    while (time.step(until));
  }
}
