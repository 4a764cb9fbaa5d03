import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { DeadlineExceeded } from '../../src/concurrency/deadline.ts';
import { type SharedWait, SingleFlight } from '../../src/concurrency/single-flight.ts';
import { NoSlotInTime } from '../../src/concurrency/slot.ts';
import { singleShare } from '../../src/concurrency/work-share.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** A flight whose work is settled by the test, and what its work was told. */
function controlledFlight() {
  const clock = new ManualClock();
  const flights = new SingleFlight<string>();
  const waits: SharedWait[] = [];
  const abandoned: Error[] = [];
  let settle: { resolve: (value: string) => void; reject: (error: unknown) => void } | undefined;
  const work = (wait: SharedWait) => {
    waits.push(wait);
    wait.signal.addEventListener('abort', () => abandoned.push(wait.signal.reason));
    return new Promise<string>((resolve, reject) => {
      settle = { resolve, reject };
    });
  };
  return {
    clock,
    waits,
    abandoned,
    join: (signal?: AbortSignal) => flights.runInSlot('key', { share: singleShare, signal, clock }, work),
    resolve: (value: string) => settle?.resolve(value),
    reject: (error: unknown) => settle?.reject(error),
  };
}

describe('work that several callers need', () => {
  it('is done once, and again for callers who come later', async () => {
    const { join, resolve, waits } = controlledFlight();
    const both = Promise.all([join(), join()]);
    resolve('first');
    expect(await both).toEqual(['first', 'first']);
    const later = join();
    resolve('second');
    expect(await later).toBe('second');
    expect(waits).toHaveLength(2);
  });

  it('fails for all of them, and is done again for the next', async () => {
    const { join, reject, resolve } = controlledFlight();
    const outcomes = Promise.allSettled([join(), join()]);
    reject(new Error('no reply'));
    expect((await outcomes).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    const next = join();
    resolve('reply');
    expect(await next).toBe('reply');
  });

  it('goes on if one of them leaves, and leaves no listener on any signal', async () => {
    const { join, resolve, abandoned } = controlledFlight();
    const [leaving, staying] = [new AbortController(), new AbortController()];
    const left = join(leaving.signal);
    const stayed = join(staying.signal);
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    resolve('reply');
    expect(await stayed).toBe('reply');
    expect(abandoned).toEqual([]);
    for (const { signal } of [leaving, staying]) expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('goes on for a caller who joins while the last one leaves', async () => {
    const { join, resolve, abandoned, waits } = controlledFlight();
    const leaving = new AbortController();
    const left = join(leaving.signal);
    leaving.abort(new Error('gone'));
    const joined = join();
    await expect(left).rejects.toThrow('gone');
    resolve('reply');
    expect(await joined).toBe('reply');
    expect(abandoned).toEqual([]);
    expect(waits).toHaveLength(1);
  });

  it('is abandoned when the last of them has left, and begins anew for the next', async () => {
    const { join, resolve, abandoned, waits } = controlledFlight();
    const leaving = new AbortController();
    const left = [join(leaving.signal), join(leaving.signal)];
    const { signal } = waits[0]!;
    leaving.abort(new Error('gone'));
    await Promise.allSettled(left);
    expect(abandoned).toHaveLength(1);
    expect(signal.reason).toBe(abandoned[0]);
    const next = join();
    resolve('reply');
    expect(await next).toBe('reply');
    expect(waits).toHaveLength(2);
  });

  it('learns that it was abandoned even if it asks only afterwards', async () => {
    const { join, waits, abandoned } = controlledFlight();
    const leaving = new AbortController();
    const left = join(leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    const [wait] = waits;
    expect(wait!.signal.reason).toBe(abandoned[0]);
  });
});

describe('a deadline that passes', () => {
  /** Joins, and leaves with its deadline after `waitMs` without a slot, and `inSlotMs` more with it. */
  async function leaveAfter(waitMs: number, inSlotMs: number | undefined, joinedBeforeMs = 0) {
    const { clock, join, waits } = controlledFlight();
    const controller = new AbortController();
    // Keeps the work going.
    join().catch(() => {});
    clock.leap(joinedBeforeMs);
    if (waitMs < 0) waits[0]!.onSlot();
    const left = join(controller.signal);
    clock.leap(Math.max(0, waitMs));
    if (inSlotMs !== undefined) {
      waits[0]!.onSlot();
      clock.leap(inSlotMs);
    }
    controller.abort(new DeadlineExceeded(1_000));
    return left.catch((error: unknown) => error);
  }

  it('before there is a slot is told apart from one that passes during the work', async () => {
    expect(await leaveAfter(1_000, undefined)).toBeInstanceOf(NoSlotInTime);
    expect(await leaveAfter(0, 0)).toBeInstanceOf(DeadlineExceeded);
    // Others had the slot before it came.
    expect(await leaveAfter(-1, 10, 5_000)).toBeInstanceOf(DeadlineExceeded);
  });

  it('while the work waits for another slot is told apart as well', async () => {
    const { clock, join, waits } = controlledFlight();
    const controller = new AbortController();
    const left = join(controller.signal).catch((error: unknown) => error);
    waits[0]!.onSlot();
    clock.leap(20_000);
    waits[0]!.onSlotLost();
    clock.leap(1_000);
    controller.abort(new DeadlineExceeded(21_000));
    expect(await left).toBeInstanceOf(NoSlotInTime);
  });

  it.each([
    // A quarter of its time in the slot is enough for a short one, three seconds for a long one.
    [3_000, 999, NoSlotInTime],
    [3_000, 1_000, DeadlineExceeded],
    [60_000, 2_999, NoSlotInTime],
    [60_000, 3_000, DeadlineExceeded],
  ])('%i ms before the slot and %i ms after it is %o', async (waitMs, inSlotMs, expected) => {
    expect(await leaveAfter(waitMs, inSlotMs)).toBeInstanceOf(expected);
  });
});
