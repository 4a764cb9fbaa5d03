import { describe, expect, it } from 'vitest';
import {
  blockListKey,
  domainPlace,
  egressBlockKey,
  formatBlockList,
  formatEgressBlock,
  parseBlockList,
  parseEgressBlock,
  partsOfPlace,
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

describe('The list of the blocks of an egress', () => {
  const hour = 3_600_000;
  const block = (place: string, until: number) => ({ place, until, durationMs: hour });

  it('has a key of its own for each egress', () => {
    expect(blockListKey('ours')).toBe('egress-blocks:ours');
  });

  it('is read as it was written, without those that are over', () => {
    const blocks = [
      block(domainPlace('provider:gmail', 'example.org'), 2 * hour),
      block('host:mx.example.com', 2.25 * hour),
    ];
    const entry = { value: formatBlockList([...blocks, block('host:over', hour)]) };
    expect(parseBlockList(entry, 1.5 * hour)).toEqual(blocks);
    expect(parseBlockList(entry, 2 * hour)).toEqual(blocks.slice(1));
    expect(parseBlockList(undefined, 0)).toEqual([]);
  });

  it.each(['', '\n', 'soon', '9000000 3600000', '9000000 long host:x', '9000000'])(
    'leaves out what is no block, such as %j',
    (value) => {
      expect(parseBlockList({ value }, 8_000_000)).toEqual([]);
    },
  );

  it('says who blocks', () => {
    expect(partsOfPlace('provider:gmail')).toEqual({ provider: 'gmail' });
    expect(partsOfPlace('host:mx.example.com')).toEqual({ host: 'mx.example.com' });
    expect(partsOfPlace(domainPlace('host:2001:db8::1', 'example.org'))).toEqual({
      host: '2001:db8::1',
      domain: 'example.org',
    });
  });

  it('says nothing that another version may have written beside it', () => {
    expect(partsOfPlace('provider:gmail region:eu')).toEqual({ provider: 'gmail' });
  });
});
