import assert from 'node:assert/strict';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { BatchHandler } from '../../src/ports/work-queue.ts';
import { expectThat } from '../failure/contract-failure.ts';
import { atOnce, batchesOf, batchOf, idsOf, type Latch, latch, type QueueTest } from './queue-test.ts';

/** Returns a handler that frees the lane at once, and waits. */
const freeAndWait =
  (blocked: Latch): BatchHandler =>
  (_, signal, freeLane) => {
    freeLane();
    return blocked.wait(signal);
  };

/** Tests what happens once the handler of a batch has freed its lane. */
export function freedLanesContract(test: QueueTest): void {
  test('delivers the next batch of a lane that was freed, and no other one until that frees it too', async (context) => {
    const { queue, startWorker, soon, pass, finished, deliveries } = context;
    const blocked = latch();
    let free = () => {};
    startWorker({
      handler: (_, signal, freeLane) => {
        free = freeLane;
        return blocked.wait(signal);
      },
    });
    await queue.put(batchesOf('b', 4), atOnce);
    await soon(() => deliveries.length === 1);
    free();
    await soon(() => deliveries.length === 2);
    await pass(200);
    assert.deepEqual(idsOf(deliveries), ['b 1', 'b 2']);
    await finished('job', blocked);
    assert.deepEqual(idsOf(deliveries), ['b 1', 'b 2', 'b 3', 'b 4']);
  });

  test('freed batches count towards the concurrency of their worker, and else nowhere', async (context) => {
    const { queue, handles, startWorker, soon, pass, finished, deliveries } = context;
    const blocked = latch();
    const handler = freeAndWait(blocked);
    startWorker({ on: handles[0], egresses: ['a'], concurrency: 4, handler });
    startWorker({ on: handles[1], egresses: ['b', 'c'], concurrency: 5, handler });
    await queue.put(batchesOf('b', 20), atOnce);
    await soon(() => deliveries.length === 9);
    await pass(200);
    assert.equal(deliveries.length, 9);
    await finished('job', blocked);
    assert.equal(deliveries.length, 20);
  });

  test('a lane with an egress can be freed, too', async (context) => {
    const { queue, handles, startWorker, soon, pass, finished, deliveries } = context;
    const blocked = latch();
    const handler: BatchHandler = ({ id }, signal, freeLane) => {
      if (id === 'b 1' || id === 'b 2') freeLane();
      return blocked.wait(signal);
    };
    startWorker({ on: handles[0], egresses: ['a'], handler });
    startWorker({ on: handles[1], egresses: ['a', 'b'], handler });
    await queue.put(batchesOf('b', 5, { egress: 'a' }), atOnce);
    await soon(() => deliveries.length === 3);
    await pass(200);
    assert.deepEqual(idsOf(deliveries), ['b 1', 'b 2', 'b 3']);
    await finished('job', blocked);
    assert.equal(deliveries.length, 5);
  });

  test('another worker of the egress set takes the next batch if the one that freed the lane is busy', async (context) => {
    const { queue, handles, startWorker, soon, finished, deliveries } = context;
    const blocked = latch();
    const takers: string[] = [];
    const handlerOf =
      (name: string): BatchHandler =>
      (_, signal, freeLane) => {
        takers.push(name);
        if (takers.length === 1) freeLane();
        return blocked.wait(signal);
      };
    startWorker({ on: handles[0], egresses: ['a'], concurrency: 1, handler: handlerOf('one') });
    startWorker({ on: handles[1], egresses: ['a'], concurrency: 1, handler: handlerOf('other') });
    await queue.put(batchesOf('b', 3), atOnce);
    await soon(() => deliveries.length === 2);
    assert.deepEqual(takers.toSorted(), ['one', 'other']);
    await finished('job', blocked);
  });

  test('does nothing if a lane is freed again, or once the batch has ended', async (context) => {
    const { queue, startWorker, soon, pass, finished, deliveries } = context;
    const blocked = latch();
    let freeFirst = () => {};
    startWorker({
      handler: async ({ id }, signal, freeLane) => {
        if (id === 'b 1') {
          freeFirst = freeLane;
          freeLane();
          return;
        }
        freeFirst();
        await blocked.wait(signal);
      },
    });
    await queue.put(batchesOf('b', 4), atOnce);
    await soon(() => deliveries.length === 2);
    for (const _ of [1, 2, 3]) freeFirst();
    await pass(200);
    assert.deepEqual(idsOf(deliveries), ['b 1', 'b 2']);
    await finished('job', blocked);
  });

  test('a batch that failed after it had freed its lane occupies it when it is delivered again', async (context) => {
    const { queue, startWorker, soon, pass, eventually, finished, deliveries } = context;
    const blocked = latch();
    let tries = 0;
    startWorker({
      handler: async ({ id }, signal, freeLane) => {
        if (id === 'b 1') tries += 1;
        if (tries === 1) freeLane();
        if (id === 'b 1' && tries === 1) throw new Error('Not this time.');
        if (id === 'b 1') await blocked.wait(signal);
      },
    });
    await queue.put([batchOf('b 1')], atOnce);
    await eventually(() => tries === 2);
    await queue.put([batchOf('b 2')], atOnce);
    await pass(200);
    await soon(() => deliveries.length === 2);
    assert.deepEqual(idsOf(deliveries), ['b 1', 'b 1']);
    await finished('job', blocked);
  });

  test('what a closed worker had, freed or not, is delivered again, first in its lane', async (context) => {
    const { queue, handles, startWorker, soon, finished, deliveries } = context;
    const leaving = startWorker({ on: handles[0], concurrency: 2, handler: freeAndWait(latch()) });
    await queue.put(batchesOf('b', 4), atOnce);
    await soon(() => deliveries.length === 2);
    await leaving.close();
    assert.equal(await queue.count('job'), 4);
    startWorker({ on: handles[1] });
    await finished('job');
    assert.deepEqual(idsOf(deliveries.slice(2)), ['b 1', 'b 2', 'b 3', 'b 4']);
  });

  test('a job that is dropped ends when its last batches do, freed or not', async (context) => {
    const { queue, startWorker, soon, finished, deliveries } = context;
    const blocked = latch();
    startWorker({ concurrency: 2, handler: freeAndWait(blocked) });
    await queue.put(batchesOf('b', 6), atOnce);
    await soon(() => deliveries.length === 2);
    await queue.drop('job');
    assert.equal(await queue.count('job'), 2);
    await finished('job', blocked);
    assert.equal(deliveries.length, 2);
  });

  test('delivers each batch, however workers free lanes, fail and close', async (context) => {
    const { queue, handles, startWorker, finished, deliveries } = context;
    const lanes = ['mx.example.org', 'mx.example.net', 'mx.example.com'];
    const batches = lanes.flatMap((exchange) => batchesOf(exchange, 30, { exchange: () => exchange }));
    const done: string[] = [];
    const failed = new Set<string>();
    const handler: BatchHandler = async ({ id, positions: [position = 0] }, signal, freeLane) => {
      if (position % 3 > 0) freeLane();
      for (let turns = position % 5; turns >= 0; turns -= 1) await nextTurn();
      if (position % 4 === 1) freeLane();
      signal.throwIfAborted();
      if (position % 7 === 0 && !failed.has(id)) {
        failed.add(id);
        throw new Error('Not this time.');
      }
      done.push(id);
    };
    const start = (index: number) =>
      startWorker({
        on: handles[index % 2]!,
        egresses: [['a'], ['b'], ['a', 'b'], []][index % 4]!,
        concurrency: 1 + (index % 3),
        handler,
      });
    const workers = Array.from({ length: 8 }, (_, index) => start(index));
    await Promise.all(batches.map((batch) => queue.put([batch], atOnce)));
    for (const [index, worker] of workers.entries()) {
      if (index % 2 === 0) continue;
      await worker.close();
      start(index);
    }
    await finished('job');
    assert.deepEqual(done.toSorted(), batches.map(({ id }) => id).toSorted());
    expectThat(deliveries.length >= batches.length, 'a delivery of each batch', deliveries.length);
  });
}
