import assert from 'node:assert/strict';
import { batchesOf, batchOf, gate, idsOf, type QueueTest } from './scene.ts';

const atOnce = { dueAt: 0 };

export function handingOutContract(test: QueueTest): void {
  test('hands out what is put, as it was put', async ({ queue, hire, finished, deliveries }) => {
    const batch = batchOf('b:1 ä/"\'', {
      jobId: 'job {1}: ü',
      exchange: '',
      attempt: 3,
      positions: [7, 99_999],
    });
    await queue.put([batch], atOnce);
    assert.equal(await queue.count(batch.jobId), 1);
    hire();
    await finished(batch.jobId);
    assert.deepEqual(
      deliveries.map((delivery) => delivery.batch),
      [batch],
    );
  });

  test('hands out each batch once where handlers resolve', async (scene) => {
    const { queue, hire, finished, deliveries } = scene;
    const batches = batchesOf('b', 120, { exchange: (index) => `mx${index % 7}.example.org` });
    await queue.put(batches.slice(0, 60), atOnce);
    hire();
    await queue.put(batches.slice(60), atOnce);
    await finished('job');
    assert.deepEqual(idsOf(deliveries).sort(), batches.map(({ id }) => id).sort());
  });

  test('hands out what is put while a worker has nothing to do', async ({
    queue,
    hire,
    soon,
    deliveries,
  }) => {
    hire();
    await queue.put([], atOnce);
    await queue.put([batchOf('first')], atOnce);
    await soon(async () => (await queue.count('job')) === 0);
    await queue.put([batchOf('second')], atOnce);
    await soon(async () => (await queue.count('job')) === 0);
    assert.deepEqual(idsOf(deliveries), ['first', 'second']);
  });

  test('counts what is queued, what waits and what is in hand, job by job', async (scene) => {
    const { queue, handles, hire, soon, now, deliveries } = scene;
    const held = gate();
    await queue.put(batchesOf('queued', 3), atOnce);
    await queue.put([batchOf('waits')], { dueAt: now() + 3_600_000 });
    await queue.put([batchOf('other', { jobId: 'other job' })], { dueAt: now() + 3_600_000 });
    hire({ handler: (_, signal) => held.pass(signal) });
    await soon(() => deliveries.length === 1);
    for (const handle of handles) {
      assert.equal(await handle.count('job'), 4);
      assert.equal(await handle.count('other job'), 1);
      assert.equal(await handle.count('unknown job'), 0);
    }
    held.open();
    await soon(async () => (await queue.count('job')) === 1);
  });

  test('does not take a batch whose id is queued, waiting or in hand', async (scene) => {
    const { queue, handles, hire, soon, finished, now, deliveries } = scene;
    const held = gate();
    const same = batchOf('same');
    await queue.put([same, same], atOnce);
    await Promise.all(handles.map((handle) => handle.put([same, batchOf('raced')], atOnce)));
    await queue.put([batchOf('waits')], { dueAt: now() + 100 });
    await queue.put([batchOf('waits')], { dueAt: now() + 200 });
    hire({ handler: (_, signal) => held.pass(signal) });
    await soon(() => deliveries.length === 1);
    await Promise.all(handles.map((handle) => handle.put([same], atOnce)));
    assert.equal(await queue.count('job'), 3);
    held.open();
    await finished('job');
    assert.deepEqual(idsOf(deliveries).sort(), ['raced', 'same', 'waits']);
  });

  test('takes a batch again once it is done', async ({ queue, hire, finished, deliveries }) => {
    hire();
    for (const attempt of [1, 2]) {
      await queue.put([batchOf('again', { attempt })], atOnce);
      await finished('job');
    }
    assert.deepEqual(
      deliveries.map(({ batch }) => batch.attempt),
      [1, 2],
    );
  });

  test('lets two workers share the work', async ({ handles, queue, hire, soon, finished, deliveries }) => {
    await queue.put(batchesOf('b', 40, { exchange: (index) => `mx${index % 20}.example.org` }), atOnce);
    const held = gate();
    const workersBusy = new Set<number>();
    for (const [index, on] of handles.entries()) {
      const handler = (_: unknown, signal: AbortSignal) => {
        workersBusy.add(index);
        return held.pass(signal);
      };
      hire({ on, concurrency: 3, handler });
    }
    await soon(() => deliveries.length === 6);
    assert.deepEqual([...workersBusy].sort(), [0, 1]);
    held.open();
    await finished('job');
    assert.equal(deliveries.length, 40);
    assert.equal(new Set(idsOf(deliveries)).size, 40);
  });

  test('refuses what cannot be meant', async ({ queue }) => {
    const refused = (parameter: string) => (error: unknown) =>
      error instanceof Error && 'parameter' in error && error.parameter === parameter;
    await assert.rejects(queue.put([batchOf('b')], { dueAt: Number.NaN }), refused('dueAt'));
    await assert.rejects(queue.put([batchOf('')], atOnce), refused('batches'));
    const many = Array.from({ length: 1_001 }, (_, position) => position);
    await assert.rejects(queue.put([batchOf('b', { positions: many })], atOnce), refused('batches'));
    for (const concurrency of [0, -1, 1.5, Number.NaN]) {
      assert.throws(() => queue.work(async () => {}, { concurrency }), refused('concurrency'));
    }
    assert.equal(await queue.count('job'), 0);
  });
}
