import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { batchesOf, batchOf, gate, idsOf, type QueueTest } from './scene.ts';

const atOnce = { dueAt: 0 };

export function closingContract(test: QueueTest): void {
  test('aborts what is in hand, waits for the handlers, and puts it back at once', async (scene) => {
    const { queue, handles, hire, soon, deliveries } = scene;
    const batches = batchesOf('b', 6, { exchange: (index) => `mx${index % 3}.example.org` });
    await queue.put(batches, atOnce);
    let ended = 0;
    const worker = hire({
      handler: async (_, signal) => {
        await gate()
          .pass(signal)
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
    hire({ on: handles[1] });
    await soon(async () => (await queue.count('job')) === 0);
    const again = idsOf(deliveries.slice(3));
    assert.deepEqual([...again].sort(), batches.map(({ id }) => id).sort());
    for (const first of [1, 2, 3]) assert(again.indexOf(`b ${first}`) < again.indexOf(`b ${first + 3}`));
  });

  test('does not count as a failure what closing cut short', async (scene) => {
    const { queue, hire, soon, eventually, deliveries, pauses, time } = scene;
    await queue.put([batchOf('b')], atOnce);
    for (const times of [1, 2, 3]) {
      const worker = hire({ handler: (_, signal) => gate().pass(signal) });
      await soon(() => deliveries.length === times);
      await worker.close();
    }
    hire({
      handler: async () => {
        if (deliveries.length === 4) throw new Error('Now it fails.');
      },
    });
    await eventually(async () => (await queue.count('job')) === 0);
    const [failed, last] = deliveries.slice(3);
    assert(failed !== undefined && last !== undefined);
    if (time === 'given') assert.equal(last.at - failed.at, pauses.firstMs);
  });

  test('takes for done what a handler finishes in spite of it', async (scene) => {
    const { queue, hire, soon, deliveries } = scene;
    await queue.put([batchOf('b')], atOnce);
    const worker = hire({
      handler: (_, signal) =>
        gate()
          .pass(signal)
          .catch(() => {}),
    });
    await soon(() => deliveries.length === 1);
    await worker.close();
    assert.equal(await queue.count('job'), 0);
  });

  test('hands out nothing after it, and all of it to the next worker', async (scene) => {
    const { queue, hire, soon, deliveries } = scene;
    const worker = hire();
    await Promise.all([worker.close(), worker.close()]);
    await worker.close();
    await queue.put(batchesOf('b', 3), atOnce);
    assert.equal(await queue.count('job'), 3);
    assert.equal(deliveries.length, 0);
    hire();
    await soon(async () => (await queue.count('job')) === 0);
    assert.equal(deliveries.length, 3);
  });

  test('loses nothing and doubles nothing while workers come and go', async (scene) => {
    const { queue, handles, hire, finished, deliveries } = scene;
    const batches = batchesOf('b', 60, { exchange: (index) => `mx${index % 12}.example.org` });
    const done: string[] = [];
    const handler = async ({ id }: { id: string }, signal: AbortSignal) => {
      await nextTurn();
      signal.throwIfAborted();
      done.push(id);
    };
    await queue.put(batches, atOnce);
    for (let round = 0; round < 6; round += 1) {
      const workers = handles.map((on) => hire({ on, handler, concurrency: 3 }));
      await scene.soon(() => done.length >= Math.min(round * 6, 40));
      await Promise.all(workers.map((worker) => worker.close()));
    }
    hire({ handler });
    await finished('job');
    assert.deepEqual([...done].sort(), batches.map(({ id }) => id).sort());
    assert(deliveries.length >= 60);
  });
}
