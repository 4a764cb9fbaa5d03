import assert from 'node:assert/strict';
import { expectThat } from '../failure/contract-failure.ts';
import { atOnce, batchesOf, batchOf, idsOf, latch, type QueueTest } from './queue-test.ts';

/** Tests how a lane is shared by workers with different egresses. */
export function egressSetsContract(test: QueueTest): void {
  test('each egress set has a batch of a lane for each of its egresses at a time, however many workers it has', async (context) => {
    const { queue, handles, startWorker, soon, pass, finished, deliveries } = context;
    const blocked = latch();
    const sets = [[], ['a'], ['a'], ['b'], ['a', 'b'], ['b', 'a']];
    for (const [index, egresses] of sets.entries())
      startWorker({ on: handles[index % 2]!, egresses, handler: blocked.handler });
    await queue.put(batchesOf('b', 10), atOnce);
    await soon(() => deliveries.length === 5);
    await pass(200);
    assert.deepEqual(idsOf(deliveries).sort(), ['b 1', 'b 2', 'b 3', 'b 4', 'b 5']);
    await finished('job', blocked);
    assert.equal(deliveries.length, 10);
  });

  test('a egress set that comes later takes part, although the lane is busy', async (context) => {
    const { queue, handles, startWorker, soon, finished, deliveries } = context;
    const blocked = latch();
    startWorker({ on: handles[0], egresses: ['a'], handler: blocked.handler });
    await queue.put(batchesOf('b', 4), atOnce);
    await soon(() => deliveries.length === 1);
    startWorker({ on: handles[1], egresses: ['b'], handler: blocked.handler });
    await soon(() => deliveries.length === 2);
    startWorker({ on: handles[1], handler: blocked.handler });
    await soon(() => deliveries.length === 3);
    assert.deepEqual(idsOf(deliveries), ['b 1', 'b 2', 'b 3']);
    await finished('job', blocked);
  });

  test('a egress set goes on with a lane while the batch of another one takes long', async (context) => {
    const { queue, handles, startWorker, soon, finished, deliveries } = context;
    const blocked = latch();
    startWorker({ on: handles[0], egresses: ['a'], handler: blocked.handler });
    await queue.put(batchesOf('b', 30), atOnce);
    await soon(() => deliveries.length === 1);
    startWorker({ on: handles[1], egresses: ['b'], concurrency: 1 });
    await soon(async () => (await queue.count('job')) === 1);
    assert.deepEqual(
      idsOf(deliveries),
      batchesOf('b', 30).map(({ id }) => id),
    );
    await finished('job', blocked);
  });

  test('what a closed worker did not finish goes to any egress set, first in its lane', async (context) => {
    const { queue, handles, startWorker, soon, finished, deliveries } = context;
    const [first, second] = [latch(), latch()];
    const leaving = startWorker({
      on: handles[0],
      egresses: ['a'],
      handler: first.handler,
    });
    await queue.put(batchesOf('b', 4), atOnce);
    await soon(() => deliveries.length === 1);
    startWorker({ on: handles[1], egresses: ['b'], handler: second.handler });
    await soon(() => deliveries.length === 2);
    await leaving.close();
    await finished('job', second);
    assert.deepEqual(idsOf(deliveries), ['b 1', 'b 2', 'b 1', 'b 3', 'b 4']);
  });

  test('a batch that failed in one egress set frees its lane, and may go to another', async (context) => {
    const { queue, handles, startWorker, soon, finished, deliveries } = context;
    const blocked = latch();
    let tries = 0;
    startWorker({
      on: handles[0],
      egresses: ['a'],
      handler: async (_, signal) => {
        tries += 1;
        if (tries === 1) throw new Error('Not this time.');
        await blocked.wait(signal);
      },
    });
    await queue.put(batchesOf('b', 3), atOnce);
    await soon(() => tries === 2);
    startWorker({ on: handles[1], egresses: ['b'] });
    await context.eventually(async () => (await queue.count('job')) === 1);
    assert.equal(idsOf(deliveries).filter((id) => id === 'b 1').length, 2);
    await finished('job', blocked);
    assert.equal(tries, 2);
  });

  test('the batches of an egress are one at a time, whichever egress set has it', async (context) => {
    const { queue, handles, startWorker, soon, pass, finished, deliveries } = context;
    const blocked = latch();
    startWorker({ on: handles[0], egresses: ['a'], handler: blocked.handler });
    startWorker({ on: handles[1], egresses: ['a', 'b'], handler: blocked.handler });
    await queue.put(batchesOf('a', 3, { egress: 'a' }), atOnce);
    await soon(() => deliveries.length === 1);
    await pass(200);
    assert.equal(deliveries.length, 1);
    await finished('job', blocked);
  });

  test('drops what is queued in a lane that several egress sets work on', async (context) => {
    const { queue, handles, startWorker, soon, finished, deliveries } = context;
    const blocked = latch();
    for (const [index, egress] of ['a', 'b'].entries())
      startWorker({ on: handles[index]!, egresses: [egress], handler: blocked.handler });
    await queue.put(batchesOf('b', 9), atOnce);
    await soon(() => deliveries.length === 2);
    await queue.drop('job');
    assert.equal(await queue.count('job'), 2);
    await queue.put([batchOf('later', { exchange: 'mx.example.net' })], atOnce);
    await soon(() => deliveries.length === 3);
    await finished('job', blocked);
    assert.equal(deliveries.length, 3);
  });

  test('serves the accounts in turn, whichever of their lanes are busy', async (context) => {
    const { queue, handles, startWorker, soon, finished, deliveries } = context;
    const blocked = latch();
    await queue.put(batchesOf('large', 60, { account: 'one', jobId: 'large' }), atOnce);
    startWorker({ on: handles[0], egresses: ['a'], handler: blocked.handler });
    await soon(() => deliveries.length === 1);
    await queue.put(batchesOf('small', 20, { account: 'other', jobId: 'small' }), atOnce);
    await soon(() => deliveries.length === 2);
    startWorker({ on: handles[1], egresses: ['b'], concurrency: 1 });
    // One batch of each is blocked.
    await soon(async () => (await queue.count('small')) === 1);
    const early = idsOf(deliveries.slice(2, 32));
    const share = early.filter((id) => id.startsWith('small ')).length;
    expectThat(Math.abs(share - 15) <= 2, 'about 15 of 30 deliveries for the small job', share);
    blocked.open();
    for (const jobId of ['large', 'small']) await finished(jobId);
  });
}
