import assert from 'node:assert/strict';
import { expectThat } from '../failure/contract-failure.ts';
import { atOnce, batchesOf, batchOf, idsOf, latch, type QueueTest } from './queue-test.ts';

const fail = async () => {
  throw new Error('Not this time.');
};

export function redeliveryContract(test: QueueTest): void {
  test('delivers a failed batch again, after delays that double up to the longest', async (context) => {
    const { queue, startWorker, eventually, finished, deliveries, redeliveryDelays, time } = context;
    const tries = 9;
    await queue.put([batchOf('stubborn')], atOnce);
    startWorker({ handler: () => (deliveries.length < tries ? fail() : Promise.resolve()) });
    await eventually(() => deliveries.length === tries);
    await finished('job');
    assert.equal(deliveries.length, tries);
    for (const [index, { at }] of deliveries.slice(1).entries()) {
      const waited = at - (deliveries[index]?.at ?? 0);
      const pause = Math.min(redeliveryDelays.firstMs * 2 ** index, redeliveryDelays.longestMs);
      if (time === 'injected') assert.equal(waited, pause);
      // Real clocks show whole milliseconds.
      else expectThat(waited >= pause - 2, `a delivery ${pause} ms after the failure, not before`, waited);
    }
  });

  test('treats a handler that throws synchronously like one that rejects', async (context) => {
    const { queue, startWorker, soon, finished, deliveries } = context;
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
    startWorker();
    await finished('job');
    assert.equal(deliveries.length, 1);
  });

  test('continues the lane while a failed batch is delayed, and then delivers it again', async (context) => {
    const { queue, startWorker, finished, deliveries, redeliveryDelays, time } = context;
    await queue.put(batchesOf('b', 4), atOnce);
    startWorker({ handler: () => (deliveries.length === 1 ? fail() : Promise.resolve()) });
    await finished('job');
    const ids = idsOf(deliveries);
    if (time === 'injected') assert.deepEqual(ids, ['b 1', 'b 2', 'b 3', 'b 4', 'b 1']);
    // In real time, the delay may be over before the last batches are delivered.
    assert.deepEqual(ids.slice(0, 2), ['b 1', 'b 2']);
    assert.deepEqual(
      ids.filter((id) => id !== 'b 1'),
      ['b 2', 'b 3', 'b 4'],
    );
    const [failed, again, ...others] = deliveries.filter(({ batch }) => batch.id === 'b 1');
    expectThat(failed !== undefined && again !== undefined, 'two deliveries of "b 1"', ids);
    assert.deepEqual(others, []);
    const waitedMs = again.at - failed.at;
    expectThat(
      waitedMs >= redeliveryDelays.firstMs - 2,
      `a delivery ${redeliveryDelays.firstMs} ms after the failure, not before`,
      waitedMs,
    );
  });

  test('delivers no batch before it is due, and none too late because of another', async (context) => {
    const { queue, startWorker, soon, eventually, now, deliveries } = context;
    const dueAt = new Map<string, number>();
    const put = async (id: string, inMs: number) => {
      const due = now() + inMs;
      dueAt.set(id, due);
      await queue.put([batchOf(id)], { dueAt: due });
    };
    startWorker();
    await put('in an hour', 3_600_000);
    await put('past', -5_000);
    await soon(() => deliveries.length === 1);
    // Put in the order in which they are due: both may be due before the first is delivered.
    await put('soon', 150);
    await put('later', 400);
    await eventually(async () => (await queue.count('job')) === 1);
    assert.deepEqual(idsOf(deliveries), ['past', 'soon', 'later']);
    for (const { batch, at } of deliveries) {
      const due = dueAt.get(batch.id) ?? Number.POSITIVE_INFINITY;
      expectThat(at >= due, `no delivery of "${batch.id}" before it is due, at ${due}`, at);
    }
  });

  test('delivers batches due at the same time in the order they were put', async (context) => {
    const { queue, startWorker, now, finished, deliveries } = context;
    const batches = batchesOf('b', 250);
    await queue.put(batches, { dueAt: now() + 200 });
    startWorker();
    await finished('job');
    assert.deepEqual(
      idsOf(deliveries),
      batches.map(({ id }) => id),
    );
  });

  test('keeps a due batch waiting for the active batch of its lane', async (context) => {
    const { queue, startWorker, soon, eventually, now, finished, deliveries } = context;
    const blocked = latch();
    const other = { exchange: 'other.example.org' };
    await queue.put([batchOf('active')], atOnce);
    startWorker({
      handler: async ({ id }, signal) => {
        if (id === 'active') await blocked.wait(signal);
      },
    });
    await soon(() => deliveries.length === 1);
    await queue.put([batchOf('due'), batchOf('due elsewhere', other)], { dueAt: now() + 100 });
    await eventually(() => deliveries.length === 2);
    assert.deepEqual(idsOf(deliveries), ['active', 'due elsewhere']);
    await finished('job', blocked);
    assert.deepEqual(idsOf(deliveries), ['active', 'due elsewhere', 'due']);
  });
}

export function droppingContract(test: QueueTest): void {
  test('drops the queued and delayed batches of a job, and none of other jobs', async (context) => {
    const { queue, startWorker, finished, now, deliveries } = context;
    await queue.put(batchesOf('b', 700, { exchange: (index) => `mx${index % 5}.example.org` }), atOnce);
    await queue.put([batchOf('delayed')], { dueAt: now() + 100 });
    await queue.put([batchOf('other', { jobId: 'other' })], atOnce);
    await queue.put([batchOf('other delayed', { jobId: 'other' })], { dueAt: now() + 200 });
    await queue.drop('job');
    await queue.drop('unknown');
    assert.equal(await queue.count('job'), 0);
    assert.equal(await queue.count('other'), 2);
    startWorker();
    await finished('other');
    assert.deepEqual(idsOf(deliveries), ['other', 'other delayed']);
  });

  for (const ending of ['resolves', 'rejects'] as const) {
    test(`lets an active batch finish, and does not deliver it again when its handler ${ending}`, async (context) => {
      const { queue, startWorker, soon, finished, deliveries } = context;
      const blocked = latch();
      let aborted = false;
      await queue.put(batchesOf('b', 3), atOnce);
      startWorker({
        handler: async (_, signal) => {
          if (deliveries.length > 1) return;
          await blocked.wait();
          aborted = signal.aborted;
          if (ending === 'rejects') throw new Error('No.');
        },
      });
      await soon(() => deliveries.length === 1);
      await queue.drop('job');
      assert.equal(await queue.count('job'), 1);
      // The lane is still taken.
      await queue.put([batchOf('later')], atOnce);
      await finished('job', blocked);
      assert.equal(aborted, false);
      assert.deepEqual(idsOf(deliveries), ['b 1', 'later']);
    });
  }

  test('accepts batches of a dropped job again', async (context) => {
    const { queue, startWorker, finished, now, deliveries } = context;
    const batches = batchesOf('b', 5);
    await queue.put(batches.slice(0, 3), atOnce);
    await queue.put(batches.slice(3), { dueAt: now() + 100 });
    await queue.drop('job');
    await queue.put(batches, { dueAt: now() + 200 });
    startWorker();
    await finished('job');
    assert.deepEqual(
      idsOf(deliveries),
      batches.map(({ id }) => id),
    );
  });

  test('requeues nothing of a dropped job when the worker closes', async (context) => {
    const { queue, startWorker, soon, finished, deliveries } = context;
    const worker = startWorker({ handler: latch().handler });
    await queue.put([batchOf('dropped')], atOnce);
    await soon(() => deliveries.length === 1);
    await queue.drop('job');
    await worker.close();
    assert.equal(await queue.count('job'), 0);
    startWorker();
    await queue.put([batchOf('other', { jobId: 'other' })], atOnce);
    await finished('other');
    assert.deepEqual(idsOf(deliveries), ['dropped', 'other']);
  });
}
