import assert from 'node:assert/strict';
import { expectThat } from '../failure/contract-failure.ts';
import { batchesOf, batchOf, latch, type QueueTest } from './queue-test.ts';

const atOnce = { dueAt: 0 };
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
