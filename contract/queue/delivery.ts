import assert from 'node:assert/strict';
import { expectThat } from '../failure/contract-failure.ts';
import { atOnce, batchesOf, batchOf, idsOf, latch, type QueueTest } from './queue-test.ts';

export function deliveryContract(test: QueueTest): void {
  test('delivers a batch unchanged', async ({ queue, startWorker, finished, deliveries }) => {
    const batch = batchOf('b:1 ä/"\'', {
      jobId: 'job {1}: ü',
      exchange: '',
      egress: 'a:turns!~',
      attempt: 3,
      positions: [7, 99_999],
    });
    await queue.put([batch], atOnce);
    assert.equal(await queue.count(batch.jobId), 1);
    startWorker({ egresses: ['a:turns!~'] });
    await finished(batch.jobId);
    assert.deepEqual(
      deliveries.map((delivery) => delivery.batch),
      [batch],
    );
  });

  test('delivers each batch once if its handler resolves', async (context) => {
    const { queue, startWorker, finished, deliveries } = context;
    const batches = batchesOf('b', 120, { exchange: (index) => `mx${index % 7}.example.org` });
    await queue.put(batches.slice(0, 60), atOnce);
    startWorker();
    await queue.put(batches.slice(60), atOnce);
    await finished('job');
    assert.deepEqual(idsOf(deliveries).sort(), batches.map(({ id }) => id).sort());
  });

  test('delivers batches that are put while a worker is idle', async (context) => {
    const { queue, startWorker, soon, deliveries } = context;
    startWorker();
    await queue.put([], atOnce);
    await queue.put([batchOf('first')], atOnce);
    await soon(async () => (await queue.count('job')) === 0);
    await queue.put([batchOf('second')], atOnce);
    await soon(async () => (await queue.count('job')) === 0);
    assert.deepEqual(idsOf(deliveries), ['first', 'second']);
  });

  test('counts queued, delayed and active batches of each job', async (context) => {
    const { queue, handles, startWorker, soon, now, deliveries } = context;
    const blocked = latch();
    await queue.put(batchesOf('queued', 3), atOnce);
    await queue.put([batchOf('delayed')], { dueAt: now() + 3_600_000 });
    await queue.put([batchOf('other', { jobId: 'other job' })], { dueAt: now() + 3_600_000 });
    startWorker({ handler: blocked.handler });
    await soon(() => deliveries.length === 1);
    for (const handle of handles) {
      assert.equal(await handle.count('job'), 4);
      assert.equal(await handle.count('other job'), 1);
      assert.equal(await handle.count('unknown job'), 0);
    }
    blocked.open();
    await soon(async () => (await queue.count('job')) === 1);
  });

  test('ignores a batch whose id is already queued, delayed or active', async (context) => {
    const { queue, handles, startWorker, soon, finished, now, deliveries } = context;
    const blocked = latch();
    const same = batchOf('same');
    await queue.put([same, same], atOnce);
    await Promise.all(handles.map((handle) => handle.put([same, batchOf('raced')], atOnce)));
    await queue.put([batchOf('delayed')], { dueAt: now() + 100 });
    await queue.put([batchOf('delayed')], { dueAt: now() + 200 });
    startWorker({ handler: blocked.handler });
    await soon(() => deliveries.length === 1);
    await Promise.all(handles.map((handle) => handle.put([same], atOnce)));
    assert.equal(await queue.count('job'), 3);
    await finished('job', blocked);
    assert.deepEqual(idsOf(deliveries).sort(), ['delayed', 'raced', 'same']);
  });

  test('accepts a batch again after it is done', async ({ queue, startWorker, finished, deliveries }) => {
    startWorker();
    for (const attempt of [1, 2]) {
      await queue.put([batchOf('again', { attempt })], atOnce);
      await finished('job');
    }
    assert.deepEqual(
      deliveries.map(({ batch }) => batch.attempt),
      [1, 2],
    );
  });

  test('distributes batches between two workers', async (context) => {
    const { handles, queue, startWorker, soon, finished, deliveries } = context;
    await queue.put(batchesOf('b', 40, { exchange: (index) => `mx${index % 20}.example.org` }), atOnce);
    const blocked = latch();
    const workersBusy = new Set<number>();
    for (const [index, on] of handles.entries()) {
      const handler = (_: unknown, signal: AbortSignal) => {
        workersBusy.add(index);
        return blocked.wait(signal);
      };
      startWorker({ on, concurrency: 3, handler });
    }
    await soon(() => deliveries.length === 6);
    assert.deepEqual([...workersBusy].sort(), [0, 1]);
    await finished('job', blocked);
    assert.equal(deliveries.length, 40);
    assert.equal(new Set(idsOf(deliveries)).size, 40);
  });

  test('refuses invalid arguments', async ({ queue }) => {
    const refused = (parameter: string) => ({ code: 'invalid_argument', parameter });
    await assert.rejects(queue.put([batchOf('b')], { dueAt: Number.NaN }), refused('dueAt'));
    await assert.rejects(queue.put([batchOf('')], atOnce), refused('batches'));
    const many = Array.from({ length: 1_001 }, (_, position) => position);
    await assert.rejects(queue.put([batchOf('b', { positions: many })], atOnce), refused('batches'));
    for (const egress of ['', 'a b', 'ä', 'a'.repeat(301)]) {
      await assert.rejects(queue.put([batchOf('b', { egress })], atOnce), refused('batches'));
      const options = { concurrency: 1, egresses: ['a', egress] };
      assert.throws(() => queue.work(async () => {}, options), refused('egresses'));
    }
    for (const concurrency of [0, -1, 1.5, Number.NaN]) {
      assert.throws(() => queue.work(async () => {}, { concurrency }), refused('concurrency'));
    }
    assert.equal(await queue.count('job'), 0);
  });
}

export function manyBatchesContract(test: QueueTest): void {
  test('delivers two thousand batches once each', async ({ queue, startWorker, soon, deliveries }) => {
    const batches = batchesOf('b', 2_000, { exchange: (index) => `mx${index % 500}.example.org` });
    await queue.put(batches, { dueAt: 0 });
    assert.equal(await queue.count('job'), 2_000);
    startWorker({ concurrency: 100 });
    await soon(() => deliveries.length >= 2_000);
    await soon(async () => (await queue.count('job')) === 0);
    assert.equal(deliveries.length, 2_000);
    assert.equal(new Set(deliveries.map(({ batch }) => batch.id)).size, 2_000);
  });
}

const nothing = { queued: 0, delayed: 0, active: 0, oldestDueRetryMs: 0 };

export function depthContract(test: QueueTest): void {
  test('counts queued, delayed and active batches of all jobs, and none that is finished or dropped', async (context) => {
    const { queue, handles, startWorker, soon, finished, now, deliveries } = context;
    assert.deepEqual(await queue.depth(), nothing);
    await queue.put(batchesOf('b', 3), atOnce);
    await queue.put([batchOf('later', { jobId: 'other' })], { dueAt: now() + 60_000 });
    assert.deepEqual(await queue.depth(), { ...nothing, queued: 3, delayed: 1 });
    const blocked = latch();
    const worker = startWorker({ handler: blocked.handler });
    await soon(() => deliveries.length === 1);
    // Two handles are two processes where the queue is shared.
    const [, other] = handles;
    assert.deepEqual(await other.depth(), { ...nothing, queued: 2, delayed: 1, active: 1 });
    await worker.close();
    assert.deepEqual(await queue.depth(), { ...nothing, queued: 3, delayed: 1 });
    await queue.drop('other');
    blocked.open();
    startWorker();
    await finished('job');
    await soon(async () => (await queue.depth()).active === 0);
    assert.deepEqual(await queue.depth(), nothing);
  });

  test('counts a batch that failed as delayed', async ({ queue, startWorker, soon }) => {
    await queue.put([batchOf('b')], atOnce);
    startWorker({
      handler: async () => {
        throw new Error('No.');
      },
    });
    await soon(async () => (await queue.depth()).delayed === 1);
  });

  test('says how long the oldest due retry has been due, and not how long first attempts have', async (context) => {
    const { queue, time, now, pass, startWorker, finished } = context;
    await queue.put([batchOf('first')], atOnce);
    await queue.put([batchOf('retry', { attempt: 2 })], { dueAt: now() + 100 });
    await queue.put([batchOf('later', { attempt: 3 })], { dueAt: now() + 200 });
    await pass(400);
    const { oldestDueRetryMs } = await queue.depth();
    if (time === 'injected') assert.equal(oldestDueRetryMs, 300);
    else expectThat(oldestDueRetryMs > 0, 'oldestDueRetryMs above 0', oldestDueRetryMs);
    startWorker();
    await finished('job');
    assert.equal((await queue.depth()).oldestDueRetryMs, 0);
  });
}
