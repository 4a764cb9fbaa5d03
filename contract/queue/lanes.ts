import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { batchesOf, batchOf, gate, idsOf, type QueueTest } from './scene.ts';

const atOnce = { dueAt: 0 };

export function lanesContract(test: QueueTest): void {
  test('hands out a lane in the order put, one batch at a time, whoever works', async (scene) => {
    const { queue, handles, hire, finished, deliveries } = scene;
    const lanes = ['mx.example.org', 'mx.example.net'];
    const batches = lanes.flatMap((exchange) => batchesOf(exchange, 20, { exchange: () => exchange }));
    // The suite sees to it in every test that no two of a lane are in hand.
    for (const on of handles) hire({ on, handler: async () => nextTurn() });
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

  test('hands out different lanes at the same time, up to the concurrency', async (scene) => {
    const { queue, hire, soon, finished, deliveries } = scene;
    const held = gate();
    await queue.put(batchesOf('b', 6, { exchange: (index) => `mx${index}.example.org` }), atOnce);
    hire({ concurrency: 4, handler: (_, signal) => held.pass(signal) });
    await soon(() => deliveries.length === 4);
    held.open();
    await finished('job');
    assert.equal(deliveries.length, 6);
  });

  test('keeps the lanes of different jobs for one exchange apart', async (scene) => {
    const { queue, hire, soon, deliveries } = scene;
    const held = gate();
    await queue.put([batchOf('one', { jobId: 'first' }), batchOf('other', { jobId: 'second' })], atOnce);
    hire({ handler: (_, signal) => held.pass(signal) });
    await soon(() => deliveries.length === 2);
    held.open();
  });

  test('lets no lane wait for a slow one', async ({ queue, hire, soon, deliveries }) => {
    const held = gate();
    const slow = 'slow.example.org';
    await queue.put(batchesOf('slow', 5, { exchange: () => slow }), atOnce);
    await queue.put(batchesOf('quick', 30, { exchange: (index) => `mx${index % 3}.example.org` }), atOnce);
    hire({
      concurrency: 2,
      handler: async ({ exchange }, signal) => {
        if (exchange === slow) await held.pass(signal);
      },
    });
    await soon(async () => (await queue.count('job')) === 5);
    assert.equal(deliveries.filter(({ batch }) => batch.exchange === slow).length, 1);
    held.open();
  });

  test('gives lanes of one job their turns', async ({ queue, hire, finished, deliveries }) => {
    await queue.put(batchesOf('long', 50, { exchange: () => 'long.example.org' }), atOnce);
    await queue.put(batchesOf('short', 2, { exchange: () => 'short.example.org' }), atOnce);
    hire({ concurrency: 1 });
    await finished('job');
    assert(idsOf(deliveries).indexOf('short 2') < 6);
  });

  test('gives a small job its turn before a large one of many exchanges is done', async (scene) => {
    const { queue, hire, soon, finished, deliveries } = scene;
    const held = gate();
    const exchange = (index: number) => `mx${index}.example.org`;
    await queue.put(batchesOf('large', 200, { jobId: 'large', exchange }), atOnce);
    hire({
      concurrency: 1,
      handler: async (_, signal) => {
        if (deliveries.length === 5) await held.pass(signal);
      },
    });
    await soon(() => deliveries.length === 5);
    await queue.put(batchesOf('small', 3, { jobId: 'small' }), atOnce);
    held.open();
    await finished('small');
    await finished('large');
    // Five were handed out before it was put, and each of its three waits for one or two of the other job.
    assert(idsOf(deliveries).indexOf('small 3') < 5 + 3 * 3);
  });

  test('gives three jobs equal turns', async ({ queue, hire, finished, deliveries }) => {
    const jobs = ['first', 'second', 'third'];
    for (const [index, jobId] of jobs.entries()) {
      const exchange = (number: number) => `mx${number % (index + 1)}.example.org`;
      await queue.put(batchesOf(jobId, 30, { jobId, exchange }), atOnce);
    }
    hire({ concurrency: 1 });
    for (const jobId of jobs) await finished(jobId);
    const early = deliveries.slice(0, 60);
    for (const jobId of jobs) {
      const share = early.filter(({ batch }) => batch.jobId === jobId).length;
      assert(Math.abs(share - 20) <= 2, `${jobId} got ${share} of 60 turns`);
    }
  });
}
