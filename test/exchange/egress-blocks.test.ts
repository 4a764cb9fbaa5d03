import { describe, expect, it } from 'vitest';
import {
  egressBlockKey,
  formatEgressBlock,
  parseEgressBlock,
  remainingMsOf,
} from '../../src/exchange/egress-blocks.ts';

describe('A block of an egress in the cache', () => {
  it('has a key of its own for each egress and exchange', () => {
    expect(egressBlockKey('ours host:mx.example.com')).toBe('egress-block:ours host:mx.example.com');
  });

  it('is read as it was written', () => {
    const block = { until: 1_700_000_000_000, durationMs: 60_000 };
    expect(parseEgressBlock({ value: formatEgressBlock(block) })).toEqual(block);
  });

  it.each(['', 'soon', '1000', '1000 long', 'soon 1000', '1000 0', '1000 -5', 'Infinity 1000'])(
    'is none if the entry says %j',
    (value) => {
      expect(parseEgressBlock({ value })).toBeUndefined();
    },
  );

  it('is none without an entry', () => {
    expect(parseEgressBlock(undefined)).toBeUndefined();
  });

  it('lasts until its time has come', () => {
    const block = { until: 5_000, durationMs: 3_000 };
    expect(remainingMsOf(block, 4_000)).toBe(1_000);
    expect(remainingMsOf(block, 5_000)).toBe(0);
    expect(remainingMsOf(block, 6_000)).toBeLessThan(0);
  });

  it('lasts no longer than at first, where the clock of another machine is up to a minute ahead', () => {
    const block = { until: 100_000, durationMs: 3_000 };
    expect(remainingMsOf(block, 96_999)).toBe(3_000);
    expect(remainingMsOf(block, 100_000 - 3_000 - 60_000)).toBe(3_000);
  });

  it('has ended if it begins later than that: the clock was set back', () => {
    expect(remainingMsOf({ until: 100_000, durationMs: 3_000 }, 100_000 - 3_000 - 60_001)).toBe(0);
  });
});
