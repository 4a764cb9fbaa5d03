import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { WakeSignal } from '../../src/concurrency/wake-signal.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** Returns whether a promise is settled by now. */
async function isOver(promise: Promise<void>): Promise<boolean> {
  let over = false;
  void promise.then(() => {
    over = true;
  });
  await yieldToEventLoop();
  return over;
}

describe('A loop that sleeps', () => {
  it('is not woken by a call from before it slept', async () => {
    const signal = new WakeSignal();
    signal.wake();
    expect(await isOver(signal.sleepAtMost(new ManualClock(), 1_000))).toBe(false);
  });

  it('goes on when its time is over', async () => {
    const [signal, clock] = [new WakeSignal(), new ManualClock()];
    const slept = signal.sleepAtMost(clock, 1_000);
    await clock.advance(999);
    expect(await isOver(slept)).toBe(false);
    await clock.advance(1);
    expect(await isOver(slept)).toBe(true);
  });

  it('leaves no timer if it is woken before', async () => {
    const [signal, clock] = [new WakeSignal(), new ManualClock()];
    const slept = signal.sleepAtMost(clock, 1_000);
    signal.wake();
    expect(await isOver(slept)).toBe(true);
    expect(clock.pending).toBe(0);
  });
});
