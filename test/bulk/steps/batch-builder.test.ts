import { describe, expect, it } from 'vitest';
import { BatchBuilder, batchId, type DueBatch } from '../../../src/bulk/batches/batch-builder.ts';

const now = Date.UTC(2030, 0, 1);
const job = { id: 'job', account: 'acme' };
const alone = { isShared: false, itemCount: 251 };
const exchange = 'host:mx.example.com';
const domain = 'example.com';

/** The sizes of the batches of a list, in their order, as far as they are at this exchange. */
function sizesOf(itemCount: number, { isShared = true, everyOther = 1 } = {}): number[] {
  const builder = new BatchBuilder(job, { isShared, itemCount });
  const sizes: number[] = [];
  const note = (batches: readonly DueBatch[]) => {
    for (const { batch } of batches) if (batch.exchange === exchange) sizes.push(batch.positions.length);
  };
  for (const { position } of numbered(itemCount)) {
    const at = position % everyOther === 0 ? exchange : 'host:mx.example.net';
    builder.add(at, { position, domain, attempt: 1, dueAt: 0 }, now);
    note(builder.takeFull());
  }
  note(builder.takeAll());
  return sizes;
}

interface Item {
  position: number;
  domain?: string;
  attempt?: number;
  dueAt?: number;
  egress?: string;
  at?: string;
}

function builderOf(...items: readonly Item[]) {
  const builder = new BatchBuilder(job, alone);
  for (const { at = exchange, ...item } of items)
    builder.add(at, { domain, attempt: 1, dueAt: 0, ...item }, now);
  return builder;
}

function numbered(count: number): { position: number }[] {
  return Array.from({ length: count }, (_, position) => ({ position }));
}

const positionsOf = (batches: readonly DueBatch[]) => batches.map(({ batch }) => batch.positions);

describe('The batches of a job', () => {
  it('name the job, who pays, the exchange and the attempt, and are due at once where nothing was tried', () => {
    expect(builderOf({ position: 7 }, { position: 9 }).takeAll()).toEqual([
      {
        batch: { id: 'job:1:7', account: 'acme', jobId: 'job', exchange, attempt: 1, positions: [7, 9] },
        dueAt: 0,
      },
    ]);
  });

  it('hold the items of one exchange and one attempt', () => {
    const builder = builderOf(
      { position: 1 },
      { position: 2, at: 'host:mx.example.org' },
      { position: 3, attempt: 2 },
      { position: 4 },
    );
    expect(positionsOf(builder.takeAll())).toEqual([[1, 4], [2], [3]]);
  });

  it('hold the items of one egress, which they name, if one was put off', () => {
    const batches = builderOf(
      { position: 1, attempt: 2 },
      { position: 2, attempt: 2, egress: 'one' },
      { position: 3, attempt: 2, egress: 'other' },
      { position: 4, attempt: 2, egress: 'one' },
    ).takeAll();
    expect(positionsOf(batches)).toEqual([[1], [2, 4], [3]]);
    expect(batches.map(({ batch }) => batch.egress)).toEqual([undefined, 'one', 'other']);
    expect(batches[0]?.batch).not.toHaveProperty('egress');
  });

  it('hold their items in order, however late the answers of DNS came', () => {
    const builder = builderOf({ position: 30 }, { position: 4 }, { position: 200 }, { position: 5 });
    const [{ batch } = { batch: undefined }] = builder.takeAll();
    expect(batch).toMatchObject({ id: 'job:1:4', positions: [4, 5, 30, 200] });
  });

  it('hold at most 250 items, and are collected until there are a thousand of an exchange, or all are wanted', () => {
    expect(builderOf(...numbered(999)).takeFull()).toEqual([]);
    const builder = builderOf(...numbered(1_000));
    expect(builder.takeFull().map(({ batch }) => batch.positions.length)).toEqual([250, 250, 250, 250]);
    expect([builder.takeFull(), builder.takeAll()]).toEqual([[], []]);
    const mixed = builderOf(...numbered(1_010));
    expect(mixed.takeFull()).toHaveLength(4);
    expect(positionsOf(mixed.takeAll())).toEqual([
      numbered(1_010)
        .slice(1_000)
        .map(({ position }) => position),
    ]);
    expect(sizesOf(2_251, { isShared: false })).toEqual([...Array(9).fill(250), 1]);
  });

  it('keep the items of a domain together that fit into one, however they are mixed', () => {
    const items = numbered(400).map((item) => ({ ...item, domain: `${item.position % 4}.example` }));
    const batches = builderOf(...items).takeAll();
    const domains = positionsOf(batches).map((positions) => [...new Set(positions.map((each) => each % 4))]);
    expect(domains).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it.each([
    ['fill one where they fit exactly', [100, 150], [250]],
    ['leave a domain undivided that fills one alone', [20, 250], [20, 250]],
    ['divide a domain that does not fit', [20, 300], [250, 70]],
  ])('%s', (_, [ofFirst = 0, ofSecond = 0], expected) => {
    const items = numbered(ofFirst + ofSecond).map((item) => ({
      ...item,
      domain: item.position < ofFirst ? 'a.example' : domain,
    }));
    const sizes = builderOf(...items)
      .takeAll()
      .map(({ batch }) => batch.positions.length);
    expect(sizes).toEqual(expected);
  });

  it('get smaller towards the end of a list that processes share: an eighth of the rest, and at least 10 items', () => {
    const sizes = sizesOf(8_000);
    expect(sizes.slice(0, 27)).toEqual([...Array(25).fill(250), 219, 192]);
    expect(sizes.slice(-10)).toEqual([13, 12, 10, 10, 10, 10, 10, 10, 10, 7]);
    expect(sizes).toEqual(sizes.toSorted((one, other) => other - one));
  });

  it('get smaller by what is left at their exchange: as much of the items to come as of those before', () => {
    const half = sizesOf(8_000, { everyOther: 2 });
    expect(half.slice(0, 11)).toEqual([...Array(9).fill(250), 219, 192]);
    expect(half.reduce((sum, size) => sum + size)).toBe(4_000);
  });

  it('are taken once', () => {
    const builder = builderOf({ position: 1 });
    expect(builder.takeAll()).toHaveLength(1);
    expect(builder.takeAll()).toEqual([]);
    builder.add(exchange, { position: 2, domain, attempt: 1, dueAt: 0 }, now);
    expect(positionsOf(builder.takeAll())).toEqual([[2]]);
  });
});

describe('The time at which a batch is due', () => {
  const dueTimes = (...dueAt: readonly number[]) =>
    builderOf(...dueAt.map((at, position) => ({ position, dueAt: at })))
      .takeAll()
      .map((batch) => batch.dueAt);

  it('is at once for all items whose time has come', () => {
    expect(dueTimes(now - 60_000, now - 1, now, 0)).toEqual([0]);
  });

  it('is the next full second where the items are due soon, and never early', () => {
    expect(dueTimes(now + 1, now + 999, now + 1_000)).toEqual([now + 1_000]);
    expect(dueTimes(now + 29_001)).toEqual([now + 30_000]);
    expect(dueTimes(now + 1_001)).toEqual([now + 2_000]);
  });

  it('is the next half minute where they are due later, so that many of them share a batch', () => {
    expect(dueTimes(now + 30_001, now + 45_000, now + 60_000)).toEqual([now + 60_000]);
    // `now` is a full minute: shown from a time between.
    const builder = new BatchBuilder(job, alone);
    builder.add(exchange, { position: 1, domain, attempt: 1, dueAt: now + 30_500 }, now + 500);
    expect(builder.takeAll()[0]?.dueAt).toBe(now + 60_000);
  });
});

describe('The id of a batch', () => {
  it('is the same for the same items, and another one for each job, attempt and first item', () => {
    expect(batchId({ jobId: 'job', attempt: 2, positions: [5, 9] })).toBe('job:2:5');
    expect(batchId({ jobId: 'job', attempt: 2, positions: [] })).toBe('job:2:0');
  });
});
