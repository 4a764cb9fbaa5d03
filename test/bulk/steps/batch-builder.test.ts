import { describe, expect, it } from 'vitest';
import { BatchBuilder, batchId, type DueBatch } from '../../../src/bulk/batch-builder.ts';

const now = Date.UTC(2030, 0, 1);
const job = { id: 'job', account: 'acme', total: 251 };
const alone = { isShared: false };
const exchange = 'host:mx.example.com';

function sizesOf(total: number, options: { isShared: boolean }): number[] {
  const builder = new BatchBuilder({ ...job, total }, options);
  for (const { position } of numbered(total)) builder.add(exchange, { position, attempt: 1, dueAt: 0 }, now);
  return builder.takeAll().map(({ batch }) => batch.positions.length);
}

function builderOf(...items: readonly { position: number; attempt?: number; dueAt?: number; at?: string }[]) {
  const builder = new BatchBuilder(job, alone);
  for (const { at = exchange, ...item } of items) builder.add(at, { attempt: 1, dueAt: 0, ...item }, now);
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

  it('hold their items in order, however late the answers of DNS came', () => {
    const builder = builderOf({ position: 30 }, { position: 4 }, { position: 200 }, { position: 5 });
    const [{ batch } = { batch: undefined }] = builder.takeAll();
    expect(batch).toMatchObject({ id: 'job:1:4', positions: [4, 5, 30, 200] });
  });

  it('are full with 250 items', () => {
    expect(builderOf(...numbered(249)).takeFull()).toEqual([]);
    const builder = builderOf(...numbered(251));
    expect(builder.takeFull().map(({ batch }) => batch.positions.length)).toEqual([250]);
    expect(builder.takeFull()).toEqual([]);
    expect(positionsOf(builder.takeAll())).toEqual([[250]]);
  });

  it('get smaller towards the end of a list that processes share, down to 100 items', () => {
    const sizes = sizesOf(8_000, { isShared: true });
    expect(sizes.slice(0, 16)).toEqual(Array(16).fill(250));
    const smaller = sizes.slice(16, -1);
    expect(smaller).toEqual(smaller.toSorted((one, other) => other - one));
    expect([smaller[0], smaller.at(-1)]).toEqual([236, 100]);
    expect(sizesOf(250, { isShared: true })).toEqual([100, 100, 50]);
    expect(sizesOf(8_000, alone)).toEqual(Array(32).fill(250));
  });

  it('are taken once', () => {
    const builder = builderOf({ position: 1 });
    expect(builder.takeAll()).toHaveLength(1);
    expect(builder.takeAll()).toEqual([]);
    builder.add(exchange, { position: 2, attempt: 1, dueAt: 0 }, now);
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
    builder.add(exchange, { position: 1, attempt: 1, dueAt: now + 30_500 }, now + 500);
    expect(builder.takeAll()[0]?.dueAt).toBe(now + 60_000);
  });
});

describe('The id of a batch', () => {
  it('is the same for the same items, and another one for each job, attempt and first item', () => {
    expect(batchId({ jobId: 'job', attempt: 2, positions: [5, 9] })).toBe('job:2:5');
    expect(batchId({ jobId: 'job', attempt: 2, positions: [] })).toBe('job:2:0');
  });
});
