import assert from 'node:assert/strict';
import { batchesOf, type QueueTest } from './scene.ts';

export function loadContract(test: QueueTest): void {
  test('hands out ten thousand batches, each of them once', async ({ queue, hire, soon, deliveries }) => {
    const batches = batchesOf('b', 10_000, { exchange: (index) => `mx${index % 500}.example.org` });
    await queue.put(batches, { dueAt: 0 });
    assert.equal(await queue.count('job'), 10_000);
    hire({ concurrency: 100 });
    await soon(() => deliveries.length >= 10_000);
    await soon(async () => (await queue.count('job')) === 0);
    assert.equal(deliveries.length, 10_000);
    assert.equal(new Set(deliveries.map(({ batch }) => batch.id)).size, 10_000);
  });
}
