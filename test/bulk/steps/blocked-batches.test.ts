import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { BlockedBatches } from '../../../src/bulk/blocked-batches.ts';
import type { Batch } from '../../../src/ports/work-queue.ts';
import { blockRecords } from '../../exchange/block-records.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const hourMs = 3_600_000;
const exchange = 'provider:gmail';
const batch: Batch = { id: 'batch', account: null, jobId: 'job', exchange, attempt: 1, positions: [4, 5] };
const namesIn = (text: string) => text.split(' ').filter(Boolean);

/** What a process with the egresses `a` and `b` knows, where there are `others`, too, and some of all are blocked. */
async function knowing({ others, blocked }: { others: string; blocked: string }) {
  const clock = new ManualClock();
  const { cache } = memoryStores({ clock });
  const lengths = blockRecords({ cache, clock }, { firstMs: hourMs, longestMs: hourMs });
  for (const name of namesIn(blocked)) await lengths.begin(`${name} ${exchange}`);
  const present = ['a', 'b', ...namesIn(others)];
  const queue = { egresses: async () => present };
  return { batches: new BlockedBatches({ cache, clock, queue, egresses: ['a', 'b'] }), clock, cache };
}

describe('A batch whose exchange blocks every egress of a process', () => {
  it.each([
    ['c', 'a b', 'c'],
    ['c d', 'a b c', 'd'],
    ['c', 'a b c', undefined],
    ['', 'a b', undefined],
    ['c', 'a', undefined],
    ['c', '', undefined],
  ])('beside [%s], while [%s] are blocked, is left to %s', async (others, blocked, expected) => {
    const { batches } = await knowing({ others, blocked });
    expect(await batches.findOtherEgress(batch)).toBe(expected);
  });

  it('is left to different egresses, by its first item', async () => {
    const { batches } = await knowing({ others: 'd c', blocked: 'a b' });
    const chosen = [0, 1, 2, 3].map((first) => batches.findOtherEgress({ ...batch, positions: [first] }));
    expect(await Promise.all(chosen)).toEqual(['c', 'd', 'c', 'd']);
  });

  it('is left to nobody once the block has ended', async () => {
    const { batches, clock } = await knowing({ others: 'c', blocked: 'a b' });
    clock.leap(hourMs);
    expect(await batches.findOtherEgress(batch)).toBeUndefined();
  });

  it('is left to nobody if its exchange is another one, or it has an egress', async () => {
    const { batches } = await knowing({ others: 'c', blocked: 'a b' });
    expect(await batches.findOtherEgress({ ...batch, exchange: 'host:mx.example.com' })).toBeUndefined();
    expect(await batches.findOtherEgress({ ...batch, egress: 'a' })).toBeUndefined();
  });
});

describe('A retry at an exchange that has blocked us', () => {
  it.each([
    ['', 'a b', hourMs],
    ['c', 'a b c', hourMs],
    ['c', 'a b', undefined],
    ['', 'a', undefined],
  ])('beside [%s], while [%s] are blocked, waits %o', async (others, blocked, expected) => {
    const { batches, clock } = await knowing({ others, blocked });
    expect(await batches.blockedUntil(batch)).toBe(expected === undefined ? 0 : clock.now() + expected);
  });

  it('waits for the block that ends first, and an hour at most', async () => {
    const { batches, clock, cache } = await knowing({ others: '', blocked: 'a' });
    const long = blockRecords({ cache, clock }, { firstMs: 24 * hourMs, longestMs: 24 * hourMs });
    await long.begin(`b ${exchange}`);
    clock.leap(hourMs / 2);
    expect(await batches.blockedUntil(batch)).toBe(clock.now() + hourMs / 2);
    const elsewhere = { exchange: 'host:mx.example.com' };
    for (const name of ['a', 'b']) await long.begin(`${name} ${elsewhere.exchange}`);
    expect(await batches.blockedUntil(elsewhere)).toBe(clock.now() + hourMs);
  });
});
