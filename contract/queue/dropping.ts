import assert from 'node:assert/strict';
import { batchesOf, batchOf, idsOf, latch, type QueueTest } from './queue-test.ts';

const atOnce = { dueAt: 0 };

export function droppingContract(test: QueueTest): void {
  test('drops the queued and delayed batches of a job, and none of other jobs', async (context) => {
    const { queue, startWorker, finished, now, deliveries } = context;
    await queue.put(batchesOf('b', 700, { exchange: (index) => `mx${index % 5}.example.org` }), atOnce);
    await queue.put([batchOf('delayed')], { dueAt: now() + 100 });
    await queue.put([batchOf('other', { jobId: 'other' })], atOnce);
    await queue.put([batchOf('other delayed', { jobId: 'other' })], { dueAt: now() + 200 });
    await queue.drop('job');
    await queue.drop('unknown');
    assert.equal(await queue.count('job'), 0);
    assert.equal(await queue.count('other'), 2);
    startWorker();
    await finished('other');
    assert.deepEqual(idsOf(deliveries), ['other', 'other delayed']);
  });

  for (const ending of ['resolves', 'rejects'] as const) {
    test(`lets an active batch finish, and does not deliver it again when its handler ${ending}`, async (context) => {
      const { queue, startWorker, soon, finished, deliveries } = context;
      const blocked = latch();
      let aborted = false;
      await queue.put(batchesOf('b', 3), atOnce);
      startWorker({
        handler: async (_, signal) => {
          if (deliveries.length > 1) return;
          await blocked.wait();
          aborted = signal.aborted;
          if (ending === 'rejects') throw new Error('No.');
        },
      });
      await soon(() => deliveries.length === 1);
      await queue.drop('job');
      assert.equal(await queue.count('job'), 1);
      // The lane is still taken.
      await queue.put([batchOf('later')], atOnce);
      await finished('job', blocked);
      assert.equal(aborted, false);
      assert.deepEqual(idsOf(deliveries), ['b 1', 'later']);
    });
  }

  test('accepts batches of a dropped job again', async (context) => {
    const { queue, startWorker, finished, now, deliveries } = context;
    const batches = batchesOf('b', 5);
    await queue.put(batches.slice(0, 3), atOnce);
    await queue.put(batches.slice(3), { dueAt: now() + 100 });
    await queue.drop('job');
    await queue.put(batches, { dueAt: now() + 200 });
    startWorker();
    await finished('job');
    assert.deepEqual(
      idsOf(deliveries),
      batches.map(({ id }) => id),
    );
  });

  test('requeues nothing of a dropped job when the worker closes', async (context) => {
    const { queue, startWorker, soon, finished, deliveries } = context;
    const worker = startWorker({ handler: latch().handler });
    await queue.put([batchOf('dropped')], atOnce);
    await soon(() => deliveries.length === 1);
    await queue.drop('job');
    await worker.close();
    assert.equal(await queue.count('job'), 0);
    startWorker();
    await queue.put([batchOf('other', { jobId: 'other' })], atOnce);
    await finished('other');
    assert.deepEqual(idsOf(deliveries), ['dropped', 'other']);
  });
}
