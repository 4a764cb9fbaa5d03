import assert from 'node:assert/strict';
import { batchesOf, type QueueTest } from './queue-test.ts';

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
