import { describe, expect, it } from 'vitest';
import { ManualClock } from '../contract/manual-clock.ts';
import { UsedKeys } from '../src/used-keys.ts';

function scene(write: (id: string) => Promise<void> = async () => {}) {
  const clock = new ManualClock();
  const written: string[] = [];
  const keys = {
    markUsed: (id: string) => {
      written.push(id);
      return write(id);
    },
  };
  return { clock, written, used: new UsedKeys({ keys, clock }) };
}

describe('the use of an API key', () => {
  it('is written once a minute, however many requests come with it', async () => {
    const { clock, written, used } = scene();
    clock.leap(60_000 - (clock.now() % 60_000));
    for (let request = 0; request < 100; request += 1) {
      await used.markUsed('a');
      clock.leap(500);
    }
    await used.markUsed('b');
    expect(written).toEqual(['a', 'b']);
    clock.leap(10_000);
    await used.markUsed('a');
    expect(written).toEqual(['a', 'b', 'a']);
  });

  it('is written again in a minute that the clock is set back to', async () => {
    const { clock, written, used } = scene();
    await used.markUsed('a');
    clock.adjust(-3_600_000);
    await used.markUsed('a');
    expect(written).toEqual(['a', 'a']);
  });

  it('is not waited for, and may fail', async () => {
    const hanging = scene(() => new Promise(() => {}));
    await hanging.used.markUsed('a');
    const failing = scene(async () => {
      throw new Error('The store is gone.');
    });
    await failing.used.markUsed('a');
    expect(failing.written).toEqual(['a']);
  });

  it('is left out until the next minute where ten thousand keys are used', async () => {
    const { clock, written, used } = scene();
    for (let key = 0; key < 10_005; key += 1) await used.markUsed(`${key}`);
    expect(written).toHaveLength(10_000);
    clock.leap(60_000);
    await used.markUsed('10004');
    expect(written.at(-1)).toBe('10004');
  });
});
