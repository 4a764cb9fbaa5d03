import assert from 'node:assert/strict';
import { batchesOf, batchOf, gate, idsOf, type QueueTest } from './scene.ts';

const atOnce = { dueAt: 0 };
const no = async () => {
  throw new Error('Not this time.');
};

export function redeliveryContract(test: QueueTest): void {
  test('hands out again what was rejected, after pauses that double up to the longest', async (scene) => {
    const { queue, hire, eventually, finished, deliveries, pauses, time } = scene;
    const tries = 9;
    await queue.put([batchOf('stubborn')], atOnce);
    hire({ handler: () => (deliveries.length < tries ? no() : Promise.resolve()) });
    await eventually(() => deliveries.length === tries);
    await finished('job');
    assert.equal(deliveries.length, tries);
    for (const [index, { at }] of deliveries.slice(1).entries()) {
      const waited = at - (deliveries[index]?.at ?? 0);
      const pause = Math.min(pauses.firstMs * 2 ** index, pauses.longestMs);
      if (time === 'given') assert.equal(waited, pause);
      // Real clocks show whole milliseconds.
      else assert(waited >= pause - 2, `${waited} ms instead of ${pause}`);
    }
  });

  test('takes a handler that throws at once for one that rejects', async (scene) => {
    const { queue, hire, soon, finished, deliveries } = scene;
    await queue.put([batchOf('thrown')], atOnce);
    let thrown = 0;
    const worker = queue.work(
      () => {
        thrown += 1;
        throw new Error('At once.');
      },
      { concurrency: 1 },
    );
    await soon(() => thrown === 1);
    await worker.close();
    hire();
    await finished('job');
    assert.equal(deliveries.length, 1);
  });

  test('lets the lane go on while a rejected batch waits, and then has its turn', async (scene) => {
    const { queue, hire, finished, deliveries } = scene;
    await queue.put(batchesOf('b', 4), atOnce);
    hire({ handler: () => (deliveries.length === 1 ? no() : Promise.resolve()) });
    await finished('job');
    assert.deepEqual(idsOf(deliveries), ['b 1', 'b 2', 'b 3', 'b 4', 'b 1']);
  });

  test('hands out nothing before it is due', async ({ queue, hire, now, finished, deliveries }) => {
    const dueAt = new Map([
      ['late', now() + 400],
      ['soon', now() + 150],
      ['past', now() - 5_000],
    ]);
    hire();
    for (const [id, due] of dueAt) await queue.put([batchOf(id)], { dueAt: due });
    await finished('job');
    assert.deepEqual(idsOf(deliveries), ['past', 'soon', 'late']);
    for (const { batch, at } of deliveries) assert(at >= (dueAt.get(batch.id) ?? Number.POSITIVE_INFINITY));
  });

  test('hands out what is due at one time in the order put', async (scene) => {
    const { queue, hire, now, finished, deliveries } = scene;
    const batches = batchesOf('b', 250);
    await queue.put(batches, { dueAt: now() + 200 });
    hire();
    await finished('job');
    assert.deepEqual(
      idsOf(deliveries),
      batches.map(({ id }) => id),
    );
  });

  test('lets what is due wait for the batch of its lane that is in hand', async (scene) => {
    const { queue, hire, soon, eventually, now, finished, deliveries } = scene;
    const held = gate();
    const other = { exchange: 'other.example.org' };
    await queue.put([batchOf('in hand')], atOnce);
    hire({
      handler: async ({ id }, signal) => {
        if (id === 'in hand') await held.pass(signal);
      },
    });
    await soon(() => deliveries.length === 1);
    await queue.put([batchOf('due'), batchOf('due elsewhere', other)], { dueAt: now() + 100 });
    await eventually(() => deliveries.length === 2);
    assert.deepEqual(idsOf(deliveries), ['in hand', 'due elsewhere']);
    held.open();
    await finished('job');
    assert.deepEqual(idsOf(deliveries), ['in hand', 'due elsewhere', 'due']);
  });
}
