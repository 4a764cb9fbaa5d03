import assert from 'node:assert/strict';
import type { JobStore } from '../../src/ports/job-store.ts';
import { expectThat } from '../failure/contract-failure.ts';
import { race } from '../until.ts';
import { itemsOf } from './audit.ts';
import type { JobTest } from './job-test.ts';
import { ada, attemptAt, attemptsFrom, lookup, minuteMs, submittedAt, verification } from './sample-data.ts';

const at = submittedAt + minuteMs;
const email = '[redacted]';

export function redactionContract(test: JobTest): void {
  test('every finished job is on one page, and no other job', async ({ jobs, handle, createJob }) => {
    const ids = Array.from({ length: 7 }, (_, number) => `job ${number}`);
    for (const id of ids) {
      await createJob(1, { id });
      await jobs.record(id, [attemptAt(0)], { at });
    }
    await createJob(1, { id: 'new' });
    await createJob(1, { id: 'unsettled' });
    await jobs.fail('unsettled', { at });
    await createJob(1, { id: 'settled' });
    await jobs.fail('settled', { at });
    await jobs.markSettled('settled', { at });
    for (const limit of [1, 3, 8, 100])
      assert.deepEqual((await finishedIds(handle(1), limit)).sort(), [...ids, 'settled'].sort());
  });

  test('a job deleted between two pages hides no other', async ({ jobs, handle, createJob }) => {
    for (const id of ['a', 'b', 'c', 'd']) {
      await createJob(1, { id });
      await jobs.record(id, [attemptAt(0)], { at });
    }
    const first = await jobs.finished({ limit: 2 });
    for (const { id } of first.jobs) await jobs.delete(id);
    const rest = await finishedIds(handle(1), 2, first.cursor ?? undefined);
    assert.deepEqual([...first.jobs.map(({ id }) => id), ...rest].sort(), ['a', 'b', 'c', 'd']);
  });

  test('items of a finished job and their results are replaced, and all others stay', async (context) => {
    const { jobs, handle, createJob } = context;
    await createJob(70);
    await jobs.record('job', attemptsFrom(0, 70), { at });
    const [record, before] = [await jobs.get('job'), await itemsOf(jobs, 'job')];
    const positions = [0, 33, 69];
    const items = positions.map((position) => ({
      position,
      item: { email },
      result: verification({ email }),
    }));
    assert.equal(
      await jobs.redact('job', [...items, { position: 70, item: { email }, result: undefined }]),
      3,
    );
    const after = await itemsOf(handle(1), 'job');
    assert.deepEqual(
      after,
      before.map((state) => ({ ...state, ...items.find(({ position }) => position === state.position) })),
    );
    assert.deepEqual(await handle(1).get('job'), record);
  });

  test('rows of a lookup are replaced in the same way', async ({ jobs, handle, createJob }) => {
    await createJob([ada, { ...ada, first_name: 'Zoë' }], { kind: 'lookup' });
    const results = [0, 1].map((position) => ({ ...attemptAt(position), result: lookup() }));
    await jobs.record('job', results, { at });
    const item = { ...ada, first_name: '%1 "line"\nbreak', last_name: email };
    const result = lookup({ first_name: email, last_name: email, email });
    assert.equal(await jobs.redact('job', [{ position: 0, item, result }]), 1);
    const [first, second] = await itemsOf(handle(1), 'job');
    assert.deepEqual(first, { position: 0, item, attempts: 1, result, retryAt: null });
    assert.deepEqual(second?.item, { ...ada, first_name: 'Zoë' });
    assert.deepEqual(second?.result, lookup());
  });

  test('an item without a result is replaced alone', async ({ jobs, createJob }) => {
    await createJob(2);
    await jobs.record('job', [attemptAt(0)], { at });
    await jobs.fail('job', { at });
    await jobs.markSettled('job', { at });
    const items = [0, 1].map((position) => ({ position, item: { email }, result: undefined }));
    assert.equal(await jobs.redact('job', items), 2);
    const [first, second] = await itemsOf(jobs, 'job');
    assert.deepEqual([first?.item, second?.item], [{ email }, { email }]);
    assert.deepEqual([first?.result, second?.result], [attemptAt(0).result, undefined]);
  });

  test('the name of a finished job is replaced, with its items or alone', async ({
    jobs,
    handle,
    createJob,
  }) => {
    await createJob(2, { name: 'ann@example.com.csv' });
    await jobs.record('job', attemptsFrom(0, 2), { at });
    const record = await jobs.get('job');
    assert.equal(await jobs.redact('job', [], { name: `${email}.csv` }), 0);
    assert.deepEqual(await handle(1).get('job'), { ...record, name: `${email}.csv` });
    const items = [{ position: 0, item: { email }, result: verification({ email }) }];
    assert.equal(await jobs.redact('job', items, { name: 'list' }), 1);
    assert.equal((await handle(1).get('job'))?.name, 'list');
  });

  test('nothing of an unfinished or unsettled job is replaced', async ({ jobs, createJob }) => {
    await createJob(2, { name: 'list' });
    await jobs.record('job', [attemptAt(0)], { at });
    const items = [{ position: 0, item: { email }, result: verification({ email }) }];
    const before = await itemsOf(jobs, 'job');
    assert.equal(await jobs.redact('job', items, { name: 'other' }), 0);
    assert.equal((await jobs.get('job'))?.name, 'list');
    await jobs.fail('job', { at });
    assert.equal(await jobs.redact('job', items), 0);
    assert.deepEqual(await itemsOf(jobs, 'job'), before);
    await assert.rejects(jobs.redact('absent', items), { code: 'not_found' });
  });

  test('several processes that replace neighbouring items lose none', async ({ jobs, handle, createJob }) => {
    await createJob(40);
    await jobs.record('job', attemptsFrom(0, 40), { at });
    await race(40, (position) =>
      handle(position).redact('job', [{ position, item: { email }, result: verification({ email }) }]),
    );
    const states = await itemsOf(handle(1), 'job');
    const kept = states.find(
      ({ item, result }) => !('email' in item) || item.email !== email || result?.email !== email,
    );
    expectThat(kept === undefined, 'all items and results to be replaced', kept);
  });
}

async function finishedIds(jobs: JobStore, limit: number, from?: string): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor = from; ; ) {
    const page = await jobs.finished({ limit, ...(cursor === undefined ? {} : { cursor }) });
    expectThat(page.jobs.length <= limit, `at most ${limit} jobs on a page`, page.jobs.length);
    ids.push(...page.jobs.map(({ id }) => id));
    if (page.cursor === null) return ids;
    cursor = page.cursor;
  }
}
