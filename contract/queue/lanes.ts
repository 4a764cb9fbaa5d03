import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expectThat } from '../failure/contract-failure.ts';
import { atOnce, batchesOf, batchOf, idsOf, latch, type QueueTest } from './queue-test.ts';

export function lanesContract(test: QueueTest): void {
  test('delivers the batches of a lane in order, one at a time, with several workers', async (context) => {
    const { queue, handles, startWorker, finished, deliveries } = context;
    const lanes = ['mx.example.org', 'mx.example.net'];
    const batches = lanes.flatMap((exchange) => batchesOf(exchange, 20, { exchange: () => exchange }));
    // Every test of the suite checks that at most one batch per lane and egress set is active.
    for (const on of handles) startWorker({ on, handler: async () => nextTurn() });
    for (const batch of batches) await queue.put([batch], atOnce);
    await finished('job');
    for (const exchange of lanes) {
      const ids = idsOf(deliveries.filter(({ batch }) => batch.exchange === exchange));
      assert.deepEqual(
        ids,
        Array.from({ length: 20 }, (_, index) => `${exchange} ${index + 1}`),
      );
    }
  });

  test('delivers different lanes at the same time, up to the concurrency', async (context) => {
    const { queue, startWorker, soon, finished, deliveries } = context;
    const blocked = latch();
    await queue.put(batchesOf('b', 6, { exchange: (index) => `mx${index}.example.org` }), atOnce);
    startWorker({ concurrency: 4, handler: blocked.handler });
    await soon(() => deliveries.length === 4);
    await finished('job', blocked);
    assert.equal(deliveries.length, 6);
  });

  test('delivers further batches as soon as the concurrency is raised, although all handlers hang', async (context) => {
    const { queue, startWorker, soon, finished, deliveries } = context;
    const blocked = latch();
    const exchange = (index: number) => `mx${index}.example.org`;
    await queue.put(batchesOf('hanging', 8, { jobId: 'hanging', exchange }), atOnce);
    const worker = startWorker({
      concurrency: 4,
      handler: async ({ jobId }, signal) => {
        if (jobId === 'hanging') await blocked.wait(signal);
      },
    });
    await soon(() => deliveries.length === 4);
    worker.setConcurrency(9);
    await soon(() => deliveries.length === 8);
    await queue.put(batchesOf('quick', 5, { jobId: 'quick', exchange }), atOnce);
    await finished('quick');
    worker.setConcurrency(4);
    await finished('hanging', blocked);
    await queue.put(batchesOf('later', 20, { jobId: 'later', exchange }), atOnce);
    await finished('later');
  });

  test('keeps separate lanes for different jobs with the same exchange', async (context) => {
    const { queue, startWorker, soon, deliveries } = context;
    const blocked = latch();
    await queue.put([batchOf('one', { jobId: 'first' }), batchOf('other', { jobId: 'second' })], atOnce);
    startWorker({ handler: blocked.handler });
    await soon(() => deliveries.length === 2);
    blocked.open();
  });

  test('does not let a slow lane block others', async ({ queue, startWorker, soon, deliveries }) => {
    const blocked = latch();
    const slow = 'slow.example.org';
    await queue.put(batchesOf('slow', 5, { exchange: () => slow }), atOnce);
    await queue.put(batchesOf('quick', 30, { exchange: (index) => `mx${index % 3}.example.org` }), atOnce);
    startWorker({
      concurrency: 2,
      handler: async ({ exchange }, signal) => {
        if (exchange === slow) await blocked.wait(signal);
      },
    });
    await soon(async () => (await queue.count('job')) === 5);
    assert.equal(deliveries.filter(({ batch }) => batch.exchange === slow).length, 1);
    blocked.open();
  });

  test('serves the lanes of a job round robin', async ({ queue, startWorker, finished, deliveries }) => {
    await queue.put(batchesOf('long', 50, { exchange: () => 'long.example.org' }), atOnce);
    await queue.put(batchesOf('short', 2, { exchange: () => 'short.example.org' }), atOnce);
    startWorker({ concurrency: 1 });
    await finished('job');
    const order = idsOf(deliveries);
    expectThat(order.indexOf('short 2') < 6, '"short 2" among the first 6 deliveries', order);
  });

  test('serves a small job before a large job with many exchanges is done', async (context) => {
    const { queue, startWorker, soon, finished, deliveries } = context;
    const blocked = latch();
    const exchange = (index: number) => `mx${index}.example.org`;
    await queue.put(batchesOf('large', 200, { jobId: 'large', exchange }), atOnce);
    startWorker({
      concurrency: 1,
      handler: async (_, signal) => {
        if (deliveries.length === 5) await blocked.wait(signal);
      },
    });
    await soon(() => deliveries.length === 5);
    await queue.put(batchesOf('small', 3, { jobId: 'small' }), atOnce);
    await finished('small', blocked);
    await finished('large');
    // Five batches were delivered before it was put, and one or two of the other job precede each of its three.
    const order = idsOf(deliveries);
    expectThat(order.indexOf('small 3') < 5 + 3 * 3, '"small 3" among the first 14 deliveries', order);
  });

  test('serves three jobs equally', async ({ queue, startWorker, finished, deliveries }) => {
    const jobs = ['first', 'second', 'third'];
    for (const [index, jobId] of jobs.entries()) {
      const exchange = (number: number) => `mx${number % (index + 1)}.example.org`;
      await queue.put(batchesOf(jobId, 30, { jobId, exchange }), atOnce);
    }
    startWorker({ concurrency: 1 });
    for (const jobId of jobs) await finished(jobId);
    const early = deliveries.slice(0, 60);
    for (const jobId of jobs) {
      const share = early.filter(({ batch }) => batch.jobId === jobId).length;
      expectThat(Math.abs(share - 20) <= 2, `about 20 of the first 60 deliveries for ${jobId}`, share);
    }
  });

  test('gives an account with 50 jobs no more turns than one with a single job', async (context) => {
    const { queue, startWorker, finished, deliveries } = context;
    const exchange = (index: number) => `mx${index}.example.org`;
    const jobs = Array.from({ length: 50 }, (_, index) => `job ${index + 1} of many`);
    for (const jobId of jobs) {
      await queue.put(batchesOf(jobId, 2, { account: 'many', jobId, exchange }), atOnce);
    }
    await queue.put(batchesOf('only', 20, { account: 'one', jobId: 'only', exchange }), atOnce);
    await queue.put(batchesOf('nobody', 20, { account: null, jobId: 'nobody', exchange }), atOnce);
    startWorker({ concurrency: 1 });
    for (const jobId of [...jobs, 'only', 'nobody']) await finished(jobId);
    const early = deliveries.slice(0, 45);
    for (const account of ['many', 'one', null]) {
      const share = early.filter(({ batch }) => batch.account === account).length;
      expectThat(Math.abs(share - 15) <= 2, `about 15 of the first 45 deliveries for ${account}`, share);
    }
  });

  test('serves the jobs of an account round robin while others have work', async (context) => {
    const { queue, startWorker, finished, deliveries } = context;
    const exchange = (index: number) => `mx${index}.example.org`;
    const jobs = ['first', 'second', 'third'];
    for (const jobId of jobs) await queue.put(batchesOf(jobId, 10, { jobId, exchange }), atOnce);
    await queue.put(batchesOf('other', 30, { account: 'other', jobId: 'other', exchange }), atOnce);
    startWorker({ concurrency: 1 });
    for (const jobId of [...jobs, 'other']) await finished(jobId);
    const early = deliveries.slice(0, 36);
    for (const jobId of jobs) {
      const share = early.filter(({ batch }) => batch.jobId === jobId).length;
      expectThat(Math.abs(share - 6) <= 1, `about 6 of the first 36 deliveries for ${jobId}`, share);
    }
  });
}

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
