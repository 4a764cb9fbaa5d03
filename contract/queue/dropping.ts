import assert from 'node:assert/strict';
import { batchesOf, batchOf, gate, idsOf, type QueueTest } from './scene.ts';

const atOnce = { dueAt: 0 };

export function droppingContract(test: QueueTest): void {
  test('drops what is queued and what waits of a job, and nothing of others', async (scene) => {
    const { queue, hire, finished, now, deliveries } = scene;
    await queue.put(batchesOf('b', 700, { exchange: (index) => `mx${index % 5}.example.org` }), atOnce);
    await queue.put([batchOf('waits')], { dueAt: now() + 100 });
    await queue.put([batchOf('other', { jobId: 'other' })], atOnce);
    await queue.put([batchOf('other waits', { jobId: 'other' })], { dueAt: now() + 200 });
    await queue.drop('job');
    await queue.drop('unknown');
    assert.equal(await queue.count('job'), 0);
    assert.equal(await queue.count('other'), 2);
    hire();
    await finished('other');
    assert.deepEqual(idsOf(deliveries), ['other', 'other waits']);
  });

  for (const ending of ['resolves', 'rejects'] as const) {
    test(`lets a batch in hand run on, and does not hand it out again when it ${ending}`, async (scene) => {
      const { queue, hire, soon, finished, deliveries } = scene;
      const held = gate();
      let aborted = false;
      await queue.put(batchesOf('b', 3), atOnce);
      hire({
        handler: async (_, signal) => {
          if (deliveries.length > 1) return;
          await held.pass();
          aborted = signal.aborted;
          if (ending === 'rejects') throw new Error('No.');
        },
      });
      await soon(() => deliveries.length === 1);
      await queue.drop('job');
      assert.equal(await queue.count('job'), 1);
      // The lane is still taken.
      await queue.put([batchOf('later')], atOnce);
      held.open();
      await finished('job');
      assert.equal(aborted, false);
      assert.deepEqual(idsOf(deliveries), ['b 1', 'later']);
    });
  }

  test('takes the batches of a dropped job anew', async ({ queue, hire, finished, now, deliveries }) => {
    const batches = batchesOf('b', 5);
    await queue.put(batches.slice(0, 3), atOnce);
    await queue.put(batches.slice(3), { dueAt: now() + 100 });
    await queue.drop('job');
    await queue.put(batches, { dueAt: now() + 200 });
    hire();
    await finished('job');
    assert.deepEqual(
      idsOf(deliveries),
      batches.map(({ id }) => id),
    );
  });

  test('puts nothing back of a dropped job when its worker closes', async (scene) => {
    const { queue, hire, soon, finished, deliveries } = scene;
    const worker = hire({ handler: (_, signal) => gate().pass(signal) });
    await queue.put([batchOf('dropped')], atOnce);
    await soon(() => deliveries.length === 1);
    await queue.drop('job');
    await worker.close();
    assert.equal(await queue.count('job'), 0);
    hire();
    await queue.put([batchOf('other', { jobId: 'other' })], atOnce);
    await finished('other');
    assert.deepEqual(idsOf(deliveries), ['dropped', 'other']);
  });
}
