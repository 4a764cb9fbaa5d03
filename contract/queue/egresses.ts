import assert from 'node:assert/strict';
import type { Batch, QueueWorker, WorkQueue } from '../../src/ports/work-queue.ts';
import { expectThat } from '../failure/contract-failure.ts';
import { atOnce, batchesOf, batchOf, idsOf, latch, type QueueTest } from './queue-test.ts';

const manyExchanges = (index: number) => `mx${index % 10}.example.org`;

/** Starts a worker with these egresses, and returns it with the batches that it gets. */
function startRecorder(
  startWorker: (options: {
    egresses: readonly string[];
    on: WorkQueue;
    concurrency?: number;
    handler: (batch: Batch, signal: AbortSignal) => Promise<void>;
  }) => QueueWorker,
  options: {
    egresses: readonly string[];
    on: WorkQueue;
    concurrency?: number;
    handler?: (batch: Batch, signal: AbortSignal) => Promise<void>;
  },
): { readonly worker: QueueWorker; readonly received: string[] } {
  const received: string[] = [];
  const worker = startWorker({
    ...options,
    handler: async (batch, signal) => {
      received.push(batch.id);
      await options.handler?.(batch, signal);
    },
  });
  return { worker, received };
}

export function egressesContract(test: QueueTest): void {
  test('delivers batches with an egress to workers that have it, and others to any', async (context) => {
    const { queue, handles, startWorker, finished } = context;
    const one = startRecorder(startWorker, { on: handles[0], egresses: ['a', 'b'] });
    const other = startRecorder(startWorker, { on: handles[1], egresses: ['c'] });
    const none = startRecorder(startWorker, { on: handles[1], egresses: [] });
    for (const egress of ['a', 'b', 'c']) {
      await queue.put(batchesOf(egress, 30, { egress, exchange: manyExchanges }), atOnce);
    }
    await queue.put(batchesOf('any', 30, { exchange: manyExchanges }), atOnce);
    await finished('job');
    const named = (ids: readonly string[]) => [...new Set(ids.map((id) => id.split(' ')[0]))].sort();
    assert.deepEqual(
      named(one.received).filter((name) => name !== 'any'),
      ['a', 'b'],
    );
    assert.deepEqual(
      named(other.received).filter((name) => name !== 'any'),
      ['c'],
    );
    assert.deepEqual(
      named(none.received).filter((name) => name !== 'any'),
      [],
    );
    const all = [...one.received, ...other.received, ...none.received];
    assert.equal(all.length, 120);
    assert.equal(new Set(all).size, 120);
  });

  test('knows the egresses of all workers', async (context) => {
    const { queue, handles, startWorker, eventually } = context;
    const known = async () => [...(await queue.egresses())].sort().join(' ');
    assert.equal(await known(), '');
    startWorker({ on: handles[0], egresses: ['a', 'b'] });
    startWorker({ on: handles[1], egresses: ['b', 'c'] });
    startWorker({ on: handles[1], egresses: [] });
    await eventually(async () => (await known()) === 'a b c');
  });

  test('delivers each batch once if several workers have its egress', async (context) => {
    const { queue, handles, startWorker, finished, deliveries } = context;
    for (const on of handles) startWorker({ on, egresses: ['a', 'b'] });
    startWorker({ egresses: ['other'] });
    await Promise.all(
      ['a', 'b'].map((egress) =>
        queue.put(batchesOf(egress, 60, { egress, exchange: manyExchanges }), atOnce),
      ),
    );
    await finished('job');
    assert.equal(deliveries.length, 120);
    assert.equal(new Set(idsOf(deliveries)).size, 120);
  });

  test('a batch that waits for its egress holds up no others', async (context) => {
    const { queue, startWorker, soon, deliveries } = context;
    startWorker({ egresses: ['b'], concurrency: 1 });
    await queue.put([batchOf('waits', { egress: 'a' })], atOnce);
    await queue.put([batchOf('any'), batchOf('b', { egress: 'b' })], atOnce);
    await soon(() => deliveries.length === 2);
    assert.deepEqual(idsOf(deliveries).sort(), ['any', 'b']);
    await soon(async () => (await queue.count('job')) === 1);
  });

  test('a batch goes to any worker once none has had its egress for long enough', async (context) => {
    const { queue, startWorker, finished, now, pass, deliveries, egressWaitMs } = context;
    startWorker({ egresses: ['b'] });
    const put = now();
    await queue.put(batchesOf('orphan', 5, { egress: 'a', exchange: manyExchanges }), atOnce);
    await pass(egressWaitMs - 100);
    await finished('job');
    assert.equal(deliveries.length, 5);
    for (const { at } of deliveries)
      expectThat(at >= put + egressWaitMs - 2, `a delivery after ${egressWaitMs} ms, not before`, at - put);
  });

  test('the wait for an egress begins when the last worker with it ends', async (context) => {
    const { queue, handles, startWorker, finished, now, pass, deliveries, egressWaitMs } = context;
    const leaving = [handles[0], handles[1]].map((on) => startWorker({ on, egresses: ['a'] }));
    startWorker({ egresses: ['b'] });
    await queue.put([batchOf('first', { egress: 'a' })], atOnce);
    await finished('job');
    await leaving[0]?.close();
    await pass(egressWaitMs / 2);
    await leaving[1]?.close();
    const left = now();
    await queue.put([batchOf('orphan', { egress: 'a' })], atOnce);
    await pass(egressWaitMs * 0.7);
    await finished('job');
    const [, orphan] = deliveries;
    // A shared queue knows when a worker was there last to within its interval.
    const waitedMs = (orphan?.at ?? 0) - left;
    expectThat(
      waitedMs >= egressWaitMs * 0.8,
      `a delivery about ${egressWaitMs} ms after the last worker left`,
      waitedMs,
    );
  });

  test('a worker that comes back in time gets what waits for its egress', async (context) => {
    const { queue, handles, startWorker, finished, pass, egressWaitMs } = context;
    const first = startRecorder(startWorker, { on: handles[0], egresses: ['a'] });
    await queue.put([batchOf('first', { egress: 'a' })], atOnce);
    await finished('job');
    await first.worker.close();
    const other = startRecorder(startWorker, { on: handles[0], egresses: ['b'] });
    await queue.put([batchOf('second', { egress: 'a' })], atOnce);
    await pass(egressWaitMs / 4);
    const back = startRecorder(startWorker, { on: handles[1], egresses: ['a'] });
    await finished('job');
    assert.deepEqual([first.received, other.received, back.received], [['first'], [], ['second']]);
  });

  test('a batch waits for a busy worker that has its egress, however long that takes', async (context) => {
    const { queue, handles, startWorker, soon, finished, pass, egressWaitMs } = context;
    const blocked = latch();
    const busy = startRecorder(startWorker, {
      on: handles[0],
      egresses: ['a'],
      concurrency: 1,
      handler: (_, signal) => blocked.wait(signal),
    });
    const idle = startRecorder(startWorker, { on: handles[1], egresses: ['b'] });
    await queue.put(batchesOf('a', 3, { egress: 'a', exchange: manyExchanges }), atOnce);
    await soon(() => busy.received.length === 1);
    await pass(2 * egressWaitMs);
    assert.deepEqual([busy.received.length, idle.received], [1, []]);
    await finished('job', blocked);
    assert.deepEqual([busy.received.length, idle.received], [3, []]);
  });

  test('the batches of each egress at one exchange are a lane of their own', async (context) => {
    const { queue, startWorker, soon, finished, deliveries } = context;
    const blocked = latch();
    startWorker({ egresses: ['a', 'b'], handler: blocked.handler });
    await queue.put(batchesOf('any', 3), atOnce);
    for (const egress of ['a', 'b']) await queue.put(batchesOf(egress, 2, { egress }), atOnce);
    await soon(() => deliveries.length === 4);
    assert.deepEqual(idsOf(deliveries).sort(), ['a 1', 'any 1', 'any 2', 'b 1']);
    await finished('job', blocked);
  });

  test('a delayed batch waits for its egress only after it is due', async (context) => {
    const { queue, handles, startWorker, eventually, now, pass, egressWaitMs } = context;
    const other = startRecorder(startWorker, { on: handles[0], egresses: ['b'] });
    const dueAt = now() + egressWaitMs / 4;
    await queue.put([batchOf('delayed', { egress: 'a' })], { dueAt });
    await pass(egressWaitMs / 2);
    const right = startRecorder(startWorker, { on: handles[1], egresses: ['a'] });
    await eventually(() => right.received.length === 1);
    assert.deepEqual(other.received, []);
  });

  test('a batch that failed, or was not finished, goes to a worker with its egress again', async (context) => {
    const { queue, handles, startWorker, soon, finished } = context;
    const blocked = latch();
    const other = startRecorder(startWorker, { on: handles[1], egresses: ['b'] });
    const failing = startRecorder(startWorker, {
      on: handles[0],
      egresses: ['a'],
      handler: async ({ id }, signal) => {
        if (id === 'fails' && failing.received.filter((received) => received === id).length === 1)
          throw new Error('Not this time.');
        if (id === 'unfinished') await blocked.wait(signal);
      },
    });
    await queue.put([batchOf('fails', { egress: 'a' })], atOnce);
    await finished('job');
    assert.deepEqual(failing.received, ['fails', 'fails']);
    await queue.put([batchOf('unfinished', { egress: 'a' })], atOnce);
    await soon(() => failing.received.length === 3);
    await failing.worker.close();
    const next = startRecorder(startWorker, { on: handles[1], egresses: ['a'] });
    await finished('job');
    assert.deepEqual([next.received, other.received], [['unfinished'], []]);
  });

  test('counts and drops batches that wait for an egress', async (context) => {
    const { queue, startWorker, soon, deliveries } = context;
    startWorker({ egresses: ['b'] });
    await queue.put(batchesOf('a', 6, { egress: 'a', exchange: manyExchanges }), atOnce);
    assert.equal(await queue.count('job'), 6);
    await queue.drop('job');
    assert.equal(await queue.count('job'), 0);
    startWorker({ egresses: ['a'] });
    await queue.put([batchOf('later', { egress: 'a' })], atOnce);
    await soon(async () => (await queue.count('job')) === 0);
    assert.deepEqual(idsOf(deliveries), ['later']);
  });

  test('serves the accounts in turn, whether their batches have an egress or not', async (context) => {
    const { queue, startWorker, finished, deliveries } = context;
    await queue.put(batchesOf('any', 30, { account: 'one', jobId: 'one' }), atOnce);
    await queue.put(batchesOf('a', 30, { account: 'other', jobId: 'other', egress: 'a' }), atOnce);
    startWorker({ concurrency: 1, egresses: ['a'] });
    for (const jobId of ['one', 'other']) await finished(jobId);
    const early = idsOf(deliveries.slice(0, 30)).filter((id) => id.startsWith('a '));
    expectThat(Math.abs(early.length - 15) <= 2, 'about 15 of the first 30 deliveries', early.length);
  });
}
