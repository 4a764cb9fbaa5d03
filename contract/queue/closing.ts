import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expectThat } from '../failure/contract-failure.ts';
import { atOnce, batchesOf, batchOf, idsOf, latch, type QueueTest } from './queue-test.ts';

export function closingContract(test: QueueTest): void {
  test('aborts active batches, waits for their handlers, and requeues the batches at once', async (context) => {
    const { queue, handles, startWorker, soon, deliveries } = context;
    const batches = batchesOf('b', 6, { exchange: (index) => `mx${index % 3}.example.org` });
    await queue.put(batches, atOnce);
    let ended = 0;
    const worker = startWorker({
      handler: async (_, signal) => {
        await latch()
          .wait(signal)
          .catch(() => {});
        await nextTurn();
        ended += 1;
        throw signal.reason;
      },
    });
    await soon(() => deliveries.length === 3);
    await worker.close();
    assert.equal(ended, 3);
    assert.equal(await queue.count('job'), 6);
    startWorker({ on: handles[1] });
    await soon(async () => (await queue.count('job')) === 0);
    const again = idsOf(deliveries.slice(3));
    assert.deepEqual([...again].sort(), batches.map(({ id }) => id).sort());
    for (const first of [1, 2, 3])
      expectThat(
        again.indexOf(`b ${first}`) < again.indexOf(`b ${first + 3}`),
        `"b ${first}" before "b ${first + 3}", which is behind it in its lane`,
        again,
      );
  });

  test('does not count an aborted batch as failed', async (context) => {
    const { queue, startWorker, soon, eventually, deliveries, redeliveryDelays, time } = context;
    await queue.put([batchOf('b')], atOnce);
    for (const times of [1, 2, 3]) {
      const worker = startWorker({ handler: latch().handler });
      await soon(() => deliveries.length === times);
      await worker.close();
    }
    startWorker({
      handler: async () => {
        if (deliveries.length === 4) throw new Error('Now it fails.');
      },
    });
    await eventually(async () => (await queue.count('job')) === 0);
    const [failed, last] = deliveries.slice(3);
    expectThat(failed !== undefined && last !== undefined, 'a fifth delivery', idsOf(deliveries));
    if (time === 'injected') assert.equal(last.at - failed.at, redeliveryDelays.firstMs);
  });

  test('finishes a batch whose handler resolves although it was aborted', async (context) => {
    const { queue, startWorker, soon, deliveries } = context;
    await queue.put([batchOf('b')], atOnce);
    const worker = startWorker({
      handler: (_, signal) =>
        latch()
          .wait(signal)
          .catch(() => {}),
    });
    await soon(() => deliveries.length === 1);
    await worker.close();
    assert.equal(await queue.count('job'), 0);
  });

  test('delivers nothing after closing, and everything to the next worker', async (context) => {
    const { queue, startWorker, soon, deliveries } = context;
    const worker = startWorker();
    await Promise.all([worker.close(), worker.close()]);
    await worker.close();
    await queue.put(batchesOf('b', 3), atOnce);
    assert.equal(await queue.count('job'), 3);
    assert.equal(deliveries.length, 0);
    startWorker();
    await soon(async () => (await queue.count('job')) === 0);
    assert.equal(deliveries.length, 3);
  });

  test('completes each batch once while workers start and close', async (context) => {
    const { queue, handles, startWorker, finished, deliveries } = context;
    const batches = batchesOf('b', 60, { exchange: (index) => `mx${index % 12}.example.org` });
    const done: string[] = [];
    const handler = async ({ id }: { id: string }, signal: AbortSignal) => {
      await nextTurn();
      signal.throwIfAborted();
      done.push(id);
    };
    await queue.put(batches, atOnce);
    for (let round = 0; round < 6; round += 1) {
      const workers = handles.map((on) => startWorker({ on, handler, concurrency: 3 }));
      await context.soon(() => done.length >= Math.min(round * 6, 40));
      await Promise.all(workers.map((worker) => worker.close()));
    }
    startWorker({ handler });
    await finished('job');
    assert.deepEqual([...done].sort(), batches.map(({ id }) => id).sort());
    expectThat(deliveries.length >= 60, 'a delivery of each of 60 batches', deliveries.length);
  });
}
