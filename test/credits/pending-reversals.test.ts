import { describe, expect, it } from 'vitest';
import { PendingReversals, type Reversal } from '../../src/credits/pending-reversals.ts';
import { StorageUnavailable } from '../../src/errors.ts';
import { ManualClock } from '../support/manual-clock.ts';

const mebibyte = 1_024 * 1_024;

function pending() {
  const clock = new ManualClock();
  const reversals = new PendingReversals(clock);
  const made: string[] = [];
  let away = false;
  /** A reversal that a ledger makes, unless it is away. */
  const reversal = (holdId: string, options: Partial<Reversal> = {}): Reversal => ({
    holdId,
    bytes: 300,
    needed: true,
    undo: async () => {
      made.push(holdId);
      if (away) throw new StorageUnavailable('away');
    },
    ...options,
  });
  return {
    clock,
    reversals,
    reversal,
    /** The reversals that were tried, in order, since this was last asked. */
    tried: () => made.splice(0),
    setAway: (isAway: boolean) => {
      away = isAway;
    },
  };
}

describe('a pending reversal', () => {
  it('is made after a second, and then no more', async () => {
    const { clock, reversals, reversal, tried } = pending();
    reversals.add(reversal('a'));
    await clock.advance(999);
    expect(tried()).toEqual([]);
    await clock.advance(1);
    expect(tried()).toEqual(['a']);
    expect(clock.pending).toBe(0);
    await expect(reversals.makeAll()).resolves.toBeUndefined();
    expect(tried()).toEqual([]);
  });

  it('is tried again after twice as long each time, and at least once a minute', async () => {
    const { clock, reversals, reversal, setAway } = pending();
    setAway(true);
    const triedAt: number[] = [];
    const undo = async () => {
      triedAt.push(clock.now() - startedAt);
      throw new StorageUnavailable('away');
    };
    const startedAt = clock.now();
    reversals.add(reversal('a', { undo }));
    await clock.advance(200_000);
    const seconds = triedAt.map((ms) => ms / 1_000);
    expect(seconds).toEqual([1, 3, 7, 15, 31, 63, 123, 183]);
  });

  it('is tried after a second again once the ledger has made another one', async () => {
    const { clock, reversals, reversal, tried, setAway } = pending();
    setAway(true);
    reversals.add(reversal('a'));
    await clock.advance(31_000);
    setAway(false);
    await reversals.makeAll();
    tried();
    reversals.add(reversal('b'));
    await clock.advance(1_000);
    expect(tried()).toEqual(['b']);
  });

  it('lets the others go first after a failure', async () => {
    const { clock, reversals, reversal, tried } = pending();
    let failures = 1;
    const undo = async () => {
      failures -= 1;
      if (failures >= 0) throw new StorageUnavailable('this one only');
      await reversal('a').undo();
    };
    reversals.add(reversal('a', { undo }));
    reversals.add(reversal('b'));
    await expect(reversals.makeAll()).rejects.toThrow('this one only');
    await clock.advance(60_000);
    expect(tried()).toEqual(['b', 'a']);
  });

  it('is dropped when it fails for another reason than an unavailable ledger', async () => {
    const { clock, reversals, reversal, tried } = pending();
    const undo = async () => {
      throw new TypeError('wrong in itself');
    };
    reversals.add(reversal('a', { undo, bytes: 4 * mebibyte }));
    reversals.add(reversal('b'));
    await expect(reversals.makeAll()).rejects.toThrow('wrong in itself');
    expect(reversals.full).toBe(false);
    await clock.advance(60_000);
    expect(tried()).toEqual(['b']);
    expect(clock.pending).toBe(0);
  });

  it('replaces an earlier one for the same hold', async () => {
    const { clock, reversals, reversal } = pending();
    const made: string[] = [];
    const noting = (note: string) => async () => {
      made.push(note);
    };
    reversals.add(reversal('a', { undo: noting('first'), bytes: 4 * mebibyte }));
    reversals.add(reversal('a', { undo: noting('second') }));
    expect(reversals.full).toBe(false);
    await clock.advance(60_000);
    expect(made).toEqual(['second']);
  });

  it('needs no timer of its own beside others, nor while others are made', async () => {
    const { clock, reversals, reversal, tried } = pending();
    const addLater = async () => {
      await Promise.resolve();
      reversals.add(reversal('c'));
      expect(clock.pending).toBe(0);
    };
    reversals.add(reversal('a', { undo: addLater }));
    reversals.add(reversal('b'));
    expect(clock.pending).toBe(1);
    await clock.advance(1_000);
    expect(tried()).toEqual(['b', 'c']);
    expect(clock.pending).toBe(0);
  });

  it('is tried once by all who ask at the same time', async () => {
    const { reversals, reversal, tried } = pending();
    reversals.add(reversal('a'));
    await Promise.all([reversals.makeAll(), reversals.makeAll()]);
    expect(tried()).toEqual(['a']);
  });
});

describe('the space for pending reversals', () => {
  it('is full at 4 MiB, and free again when they are made', async () => {
    const { reversals, reversal } = pending();
    reversals.add(reversal('a', { bytes: 4 * mebibyte - 1 }));
    expect(reversals.full).toBe(false);
    reversals.add(reversal('b', { bytes: 1 }));
    expect(reversals.full).toBe(true);
    await reversals.makeAll();
    expect(reversals.full).toBe(false);
  });

  it('is for needed ones alone when half of it is used', async () => {
    const { reversals, reversal, tried } = pending();
    reversals.add(reversal('large', { bytes: 2 * mebibyte - 1 }));
    reversals.add(reversal('optional', { bytes: 1, needed: false }));
    reversals.add(reversal('dropped', { bytes: 1, needed: false }));
    reversals.add(reversal('needed', { bytes: 1 }));
    await reversals.makeAll();
    expect(tried()).toEqual(['large', 'optional', 'needed']);
  });
});

describe('pending reversals of a process that ends', () => {
  it('are made at once', async () => {
    const { clock, reversals, reversal, tried } = pending();
    reversals.add(reversal('a'));
    await reversals.close();
    expect(tried()).toEqual(['a']);
    expect(clock.pending).toBe(0);
  });

  it('are tried once more if the ledger is away, and leave no timer', async () => {
    const { clock, reversals, reversal, tried, setAway } = pending();
    setAway(true);
    reversals.add(reversal('a'));
    await expect(reversals.close()).resolves.toBeUndefined();
    expect(tried()).toEqual(['a']);
    expect(clock.pending).toBe(0);
    reversals.add(reversal('b'));
    expect(clock.pending).toBe(0);
  });

  it('are tried once more after an attempt that fails meanwhile', async () => {
    const { clock, reversals, reversal, tried } = pending();
    let fail = (_: Error) => {};
    let attempts = 0;
    const undo = () => {
      attempts += 1;
      if (attempts > 1) return reversal('a').undo();
      return new Promise<void>((_, reject) => {
        fail = reject;
      });
    };
    reversals.add(reversal('a', { undo }));
    await clock.advance(1_000);
    const closed = reversals.close();
    expect(tried()).toEqual([]);
    fail(new StorageUnavailable('away'));
    await expect(closed).resolves.toBeUndefined();
    expect(tried()).toEqual(['a']);
    expect(clock.pending).toBe(0);
  });
});
