import assert from 'node:assert/strict';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { JobItem } from '../../src/ports/job-store.ts';
import { expectThat } from '../failure/contract-failure.ts';
import { longId } from '../long-id.ts';
import { itemsOf, openPositions } from './audit.ts';
import type { JobTest } from './job-test.ts';
import { addresses, attemptAt, minuteMs, newJob, submittedAt } from './sample-data.ts';

export function creationContract(test: JobTest): void {
  test('a new job has its fields, its total and no progress', async ({ jobs }) => {
    const idempotency = { key: 'key 1:abc', fingerprint: 'sha-256 of the body' };
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const job = newJob({ idempotency, traceparent });
    const answer = await jobs.create(job, addresses(3));
    const expected = {
      ...job,
      startedAt: null,
      completedAt: null,
      failedAt: null,
      cancelled: false,
      settledAt: null,
      total: 3,
      processed: 0,
      retrying: 0,
      retried: 0,
      byStatus: { safe: 0, risky: 0, invalid: 0, unknown: 0 },
    };
    assert.deepEqual(answer, { created: true, job: expected });
    assert.deepEqual(await jobs.get('job'), expected);
    assert.deepEqual(await jobs.find('key 1:abc'), expected);
  });

  test('ids, keys and owners may have thousands of characters, and differ in the last of them', async (context) => {
    const { jobs } = context;
    const [id, key, account, keyId] = [longId(1), longId(2), longId(3), longId(4)];
    const job = newJob({ id, account, keyId, idempotency: { key, fingerprint: longId(5) } });
    const { job: created } = await jobs.create(job, addresses(1));
    assert.deepEqual(created, { ...created, ...job });
    assert.deepEqual(await jobs.get(id), created);
    assert.deepEqual(await jobs.find(key), created);
    assert.equal(await jobs.get(`${id.slice(0, -1)}!`), undefined);
    assert.equal(await jobs.find(`${key.slice(0, -1)}!`), undefined);
  });

  test('a job keeps its name, to the end and in every list, and other jobs may have the same', async (context) => {
    const { jobs, handle, createJob } = context;
    const name = `${'Kunden "März"; '.padEnd(198, 'ü')}\u{1f600}`;
    for (const id of ['one', 'two']) await createJob(1, { id, name });
    const named = [name, name];
    for (const store of [jobs, handle(1)]) {
      assert.equal((await store.get('one'))?.name, name);
      assert.deepEqual(
        (await store.ofAccount('acme', { limit: 10 })).map((job) => job.name),
        named,
      );
      assert.deepEqual(
        (await store.unfinished({ limit: 10 })).map((job) => job.name),
        named,
      );
    }
    await jobs.record('one', [attemptAt(0)], { at: submittedAt + 1 });
    assert.deepEqual(
      (await handle(1).finished({ limit: 10 })).jobs.map((job) => job.name),
      [name],
    );
  });

  test('a job may have no owner, no account and no price', async ({ jobs, createJob }) => {
    await createJob(1, { account: null, keyId: null, milliCreditsPerItem: 0 });
    const job = await jobs.get('job');
    assert.deepEqual([job?.account, job?.keyId, job?.milliCreditsPerItem], [null, null, 0]);
    assert.equal(job?.idempotency, null);
  });

  test('its items are in the order passed, without results', async ({ jobs, createJob }) => {
    await createJob(3);
    assert.deepEqual(
      await jobs.page('job', { offset: 0, limit: 10 }),
      addresses(3).map((item, position) => ({
        position,
        item,
        attempts: 0,
        result: undefined,
        retryAt: null,
      })),
    );
  });

  test('addresses keep their level', async ({ jobs, createJob }) => {
    const items: JobItem[] = [
      { email: 'one@example.com', level: 'dns' },
      { email: 'two@example.com', level: 'dns' },
    ];
    await createJob(items);
    assert.deepEqual(
      (await itemsOf(jobs, 'job')).map(({ item }) => item),
      items,
    );
  });

  test('equal items are kept as separate items', async ({ jobs, createJob }) => {
    const item = { email: 'user@example.com' };
    await createJob([item, item, { ...item }]);
    assert.deepEqual(
      (await itemsOf(jobs, 'job')).map(({ item }) => item),
      [item, item, item],
    );
  });

  test('later changes to the array and the items do not change the job', async ({ jobs, createJob }) => {
    const items = [{ email: 'user@example.com' }, { email: 'other@example.com' }];
    await createJob(items);
    items[0]!.email = 'changed@example.net';
    items.pop();
    const [first, second] = await jobs.items('job', [0, 1]);
    assert.deepEqual(first?.item, { email: 'user@example.com' });
    assert.deepEqual(second?.item, { email: 'other@example.com' });
    Reflect.set(first?.item ?? {}, 'email', 'changed@example.net');
    assert.deepEqual((await jobs.items('job', [0]))[0]?.item, { email: 'user@example.com' });
  });

  test('jobs are independent', async ({ jobs, createJob }) => {
    await createJob([{ email: 'one@example.com' }], { id: 'a' });
    await createJob([{ email: 'two@example.com' }, { email: 'three@example.com' }], { id: 'a:1' });
    assert.equal((await jobs.get('a'))?.total, 1);
    assert.deepEqual(
      (await itemsOf(jobs, 'a:1')).map(({ item }) => item),
      [{ email: 'two@example.com' }, { email: 'three@example.com' }],
    );
  });

  test('an existing id is refused, and its job is unchanged', async ({ jobs, createJob }) => {
    const first = await createJob(2);
    const again = newJob({ account: 'umbrella', submittedAt: submittedAt + 1 });
    await assert.rejects(jobs.create(again, addresses(5)), { code: 'conflict' });
    await assert.rejects(jobs.create(newJob(), addresses(2)), { code: 'conflict' });
    assert.deepEqual(await jobs.get('job'), first);
    assert.equal((await itemsOf(jobs, 'job')).length, 2);
  });

  test('a refused creation does not use up its idempotency key', async ({ jobs, createJob }) => {
    await createJob(1);
    const idempotency = { key: 'k', fingerprint: 'f' };
    await assert.rejects(jobs.create(newJob({ idempotency }), addresses(1)), { code: 'conflict' });
    assert.equal(await jobs.find('k'), undefined);
    assert.equal((await jobs.create(newJob({ id: 'other', idempotency }), addresses(1))).created, true);
  });

  test('a job of 20,000 items is visible completely or not at all', async ({ jobs, handle }) => {
    let done = false;
    const creation = jobs.create(newJob(), addresses(20_000)).finally(() => {
      done = true;
    });
    // A reader may fail before it is awaited.
    creation.catch(() => {});
    const reader = handle(1);
    while (!done) {
      const listed = await reader.unfinished({ limit: 10 });
      const seen = await reader.get('job');
      if (listed.length > 0) assert.equal(seen?.total, 20_000);
      if (seen !== undefined) {
        assert.equal(seen.total, 20_000);
        assert.equal((await reader.page('job', { offset: 19_000, limit: 1_000 })).length, 1_000);
      }
      await yieldToEventLoop();
    }
    assert.equal((await creation).job.total, 20_000);
    const [middle, last, ...none] = await reader.items('job', [10_000, 19_999, 20_000]);
    assert.deepEqual(middle?.item, { email: 'user10000@example.com' });
    assert.deepEqual(last?.item, { email: 'user19999@example.com' });
    assert.deepEqual(none, []);
    assert.equal((await openPositions(reader, 'job')).length, 20_000);
  });

  test('storing 100,000 items does not block the event loop', async ({ jobs }) => {
    let iterations = 0;
    let done = false;
    const counting = (async () => {
      for (; !done; iterations += 1) await yieldToEventLoop();
    })();
    await jobs.create(newJob(), addresses(100_000)).finally(() => {
      done = true;
    });
    await counting;
    expectThat(iterations > 20, 'the event loop to run more than 20 times meanwhile', iterations);
  });
}

export function draftsContract(test: JobTest): void {
  test('a job is a draft at most until it is created, under its own id and time', async (context) => {
    const { jobs, handle } = context;
    let done = false;
    const creation = jobs.create(newJob(), addresses(20_000)).finally(() => {
      done = true;
    });
    // A reader may fail before it is awaited.
    creation.catch(() => {});
    while (!done) {
      const drafts = await handle(1).sweepDrafts();
      const own = drafts.every((draft) => draft.id === 'job' && draft.submittedAt === submittedAt);
      expectThat(own && drafts.length <= 1, 'nothing, or the job that is being created', drafts);
      await yieldToEventLoop();
    }
    assert.equal((await creation).job.total, 20_000);
    assert.deepEqual(await handle(1).sweepDrafts(), []);
    assert.equal((await jobs.items('job', [19_999])).length, 1);
  });

  test('a job that exists is none, nor one that was refused', async ({ jobs, createJob }) => {
    const idempotency = { key: 'k', fingerprint: 'f' };
    await createJob(3, { idempotency });
    await assert.rejects(jobs.create(newJob(), addresses(3_000)), { code: 'conflict' });
    await jobs.create(newJob({ id: 'repeated', idempotency }), addresses(3_000));
    assert.deepEqual(await jobs.sweepDrafts(), []);
    assert.equal((await jobs.page('job', { offset: 0, limit: 10 })).length, 3);
  });
}

const idempotency = { key: 'key 1:abc', fingerprint: 'f1' };

export function idempotencyContract(test: JobTest): void {
  test('a second submission with the key returns the first job and stores nothing', async (context) => {
    const { jobs, createJob } = context;
    const first = await createJob(2, { id: 'first', idempotency });
    const second = newJob({ id: 'second', idempotency, submittedAt: submittedAt + minuteMs });
    assert.deepEqual(await jobs.create(second, addresses(5)), { created: false, job: first });
    assert.equal(await jobs.get('second'), undefined);
    await assert.rejects(jobs.page('second', { offset: 0, limit: 1 }), { code: 'not_found' });
    assert.deepEqual(await jobs.unfinished({ limit: 10 }), [first]);
  });

  test('only the key is compared; the caller compares the fingerprint', async ({ jobs, createJob }) => {
    const first = await createJob(1, { id: 'first', idempotency });
    const other = newJob({ id: 'second', idempotency: { ...idempotency, fingerprint: 'f2' } });
    assert.deepEqual(await jobs.create(other, addresses(1)), { created: false, job: first });
  });

  test('a creation repeated with the same id and key is not a conflict', async ({ jobs, createJob }) => {
    const first = await createJob(1, { idempotency });
    assert.deepEqual(await jobs.create(newJob({ idempotency }), addresses(1)), {
      created: false,
      job: first,
    });
  });

  test('an id refused under one key can be used under another', async ({ jobs, createJob }) => {
    await createJob(1, { id: 'first', idempotency });
    await jobs.create(newJob({ id: 'second', idempotency }), addresses(1));
    await createJob(3, { id: 'second', idempotency: { key: 'key 1:def', fingerprint: 'f1' } });
    assert.equal((await jobs.find('key 1:def'))?.id, 'second');
  });

  test('the job of a key is returned in its current state', async ({ jobs, createJob }) => {
    await createJob(1, { id: 'first', idempotency });
    const { job } = await jobs.record('first', [attemptAt(0)], { at: submittedAt + minuteMs });
    assert.equal(job.completedAt, submittedAt + minuteMs);
    assert.deepEqual(await jobs.find(idempotency.key), job);
    const again = newJob({ id: 'second', idempotency });
    assert.deepEqual(await jobs.create(again, addresses(1)), { created: false, job });
  });

  test('keys are compared exactly', async ({ jobs, createJob }) => {
    await createJob(1, { id: 'first', idempotency: { key: 'Key', fingerprint: 'f' } });
    await createJob(1, { id: 'second', idempotency: { key: 'key', fingerprint: 'f' } });
    await createJob(1, { id: 'third', idempotency: { key: 'key ', fingerprint: 'f' } });
    assert.equal((await jobs.find('key'))?.id, 'second');
    assert.equal(await jobs.find('KEY'), undefined);
  });

  test('an id is not an idempotency key', async ({ jobs, createJob }) => {
    await createJob(1, { id: 'first', idempotency });
    assert.equal(await jobs.find('first'), undefined);
    assert.equal(await jobs.get(idempotency.key), undefined);
  });

  test('jobs without a key are separate', async ({ createJob }) => {
    await createJob(1, { id: 'first' });
    await createJob(1, { id: 'second' });
  });
}
