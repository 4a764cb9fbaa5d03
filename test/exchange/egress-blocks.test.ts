import { describe, expect, it } from 'vitest';
import {
  blocksInForce,
  domainPlace,
  formatBlocks,
  parseBlocks,
  partsOfPlace,
  remainingMsOf,
} from '../../src/exchange/egress-blocks.ts';

const hour = 3_600_000;
const block = (place: string, until: number, durationMs = hour) => ({ place, until, durationMs });

describe('A block of an egress', () => {
  it('lasts until its time has come', () => {
    const known = block('host:x', 5_000, 3_000);
    expect(remainingMsOf(known, 4_000)).toBe(1_000);
    expect(remainingMsOf(known, 5_000)).toBe(0);
    expect(remainingMsOf(known, 6_000)).toBeLessThan(0);
  });

  it('lasts no longer than at first, where the clock of another machine is up to a minute ahead', () => {
    const known = block('host:x', 100_000, 3_000);
    expect(remainingMsOf(known, 96_999)).toBe(3_000);
    expect(remainingMsOf(known, 100_000 - 3_000 - 60_000)).toBe(3_000);
  });

  it('has ended if it begins later than that: the clock was set back', () => {
    expect(remainingMsOf(block('host:x', 100_000, 3_000), 100_000 - 3_000 - 60_001)).toBe(0);
  });
});

describe('The blocks of an egress', () => {
  const blocks = [
    block('host:mx.example.com', 2.25 * hour),
    block(domainPlace('provider:gmail', 'example.org'), 2 * hour),
    block('host:over', hour),
  ];

  it('are read as they were written', () => {
    expect(parseBlocks({ value: formatBlocks(blocks) })).toEqual(blocks);
    expect(parseBlocks(undefined)).toEqual([]);
  });

  it('are shown without those that are over', () => {
    const entry = { value: formatBlocks(blocks) };
    expect(blocksInForce(entry, 1.5 * hour)).toEqual(blocks.slice(0, 2));
    expect(blocksInForce(entry, 2 * hour)).toEqual(blocks.slice(0, 1));
    expect(blocksInForce(undefined, 0)).toEqual([]);
  });

  it.each([
    '',
    '\n',
    'soon',
    'Infinity 1000 host:x',
    '1000 -5 host:x',
    '9000000 long host:x',
    '9000000 3600000',
  ])('are read without what is no block, such as %j', (value) => {
    expect(parseBlocks({ value })).toEqual([]);
  });

  it('say who blocks', () => {
    expect(partsOfPlace('provider:gmail')).toEqual({ provider: 'gmail' });
    expect(partsOfPlace('host:mx.example.com')).toEqual({ host: 'mx.example.com' });
    expect(partsOfPlace(domainPlace('host:2001:db8::1', 'example.org'))).toEqual({
      host: '2001:db8::1',
      domain: 'example.org',
    });
  });

  it('say nothing that another version may have written beside it', () => {
    expect(partsOfPlace('provider:gmail region:eu')).toEqual({ provider: 'gmail' });
  });
});
