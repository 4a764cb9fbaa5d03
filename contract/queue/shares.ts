import assert from 'node:assert/strict';
import { batchesOf, batchOf, latch, type QueueTest } from './queue-test.ts';

const atOnce = { dueAt: 0 };
const exchange = (index: number) => `mx${index}.example.org`;

export function sharesContract(test: QueueTest): void {
  test('delivers the batch of another account at once, although the many of one account hang', async (context) => {
    const { queue, startWorker, soon, finished, deliveries } = context;
    const blocked = latch();
    const jobs = Array.from({ length: 40 }, (_, index) => `job ${index + 1} of many`);
    for (const jobId of jobs) await queue.put([batchOf(jobId, { account: 'many', jobId })], atOnce);
    startWorker({
      concurrency: 24,
      handler: async ({ account }, signal) => {
        if (account === 'many') await blocked.wait(signal);
      },
    });
    // With 21 batches of 24, it has less than ten times as many as are free.
    await soon(() => deliveries.length >= 20);
    for (const account of ['other', null]) {
      const jobId = `list of ${account}`;
      await queue.put([batchOf(jobId, { account, jobId })], atOnce);
      await soon(() => deliveries.some(({ batch }) => batch.jobId === jobId));
    }
    const ofMany = deliveries.filter(({ batch }) => batch.account === 'many').length;
    assert.ok(ofMany < 24, `${ofMany} of 24 batches are of one account`);
    blocked.open();
    for (const jobId of jobs) await finished(jobId);
  });

  test('delivers the batch of another job of an account at once, although the many of one job hang', async (context) => {
    const { queue, startWorker, soon, finished, deliveries } = context;
    const blocked = latch();
    await queue.put(batchesOf('large', 40, { jobId: 'large', exchange }), atOnce);
    startWorker({
      concurrency: 12,
      handler: async ({ jobId }, signal) => {
        if (jobId === 'large') await blocked.wait(signal);
      },
    });
    await soon(() => deliveries.length >= 9);
    await queue.put(batchesOf('small', 3, { jobId: 'small' }), atOnce);
    await finished('small');
    await finished('large', blocked);
  });

  test('gives a job further batches once the concurrency is raised, and once those of others have ended', async (context) => {
    const { queue, startWorker, soon, finished, deliveries } = context;
    const [blocked, othersBlocked] = [latch(), latch()];
    const ofLarge = () => deliveries.filter(({ batch }) => batch.jobId === 'large').length;
    await queue.put(batchesOf('other', 6, { account: 'other', jobId: 'other', exchange }), atOnce);
    const worker = startWorker({
      concurrency: 12,
      handler: async ({ jobId }, signal) => {
        await (jobId === 'large' ? blocked : othersBlocked).wait(signal);
      },
    });
    await soon(() => deliveries.length === 6);
    await queue.put(batchesOf('large', 60, { jobId: 'large', exchange }), atOnce);
    await soon(() => ofLarge() >= 4);
    await finished('other', othersBlocked);
    await soon(() => ofLarge() >= 9);
    worker.setConcurrency(36);
    await soon(() => ofLarge() >= 26);
    await finished('large', blocked);
  });
}
