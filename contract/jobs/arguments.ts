import assert from 'node:assert/strict';
import type { JobItem, NewJob } from '../../src/ports/job-store.ts';
import type { JobTest } from './job-test.ts';
import { ada, addresses, attemptAt, attemptsFrom, minuteMs, newJob, submittedAt } from './sample-data.ts';

const at = submittedAt + minuteMs;
const badTimes = [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 1e300];
/** Empty; a NUL; halves of a surrogate pair, which no UTF-8 text can hold. */
const badNames = ['', 'jo\0b', 'job\ud83e', '\uddfejob'];
const badPositions = [-1, 0.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53];
const badLimits = [0, -1, 1.5, 1_001, Number.NaN, Number.POSITIVE_INFINITY];

const invalid = (parameter: string) => ({ code: 'invalid_argument', parameter });

export function argumentsContract(test: JobTest): void {
  test('a job has from 1 to 100,000 items', async ({ jobs }) => {
    await assert.rejects(jobs.create(newJob(), []), invalid('items'));
    await assert.rejects(jobs.create(newJob(), addresses(100_001)), invalid('items'));
    assert.equal(await jobs.get('job'), undefined);
    assert.equal((await jobs.create(newJob(), addresses(1))).created, true);
  });

  test('items must match the kind of their job', async ({ jobs }) => {
    const address = { email: 'user@example.com' };
    const wrong: (readonly [NewJob['kind'], unknown])[] = [
      ['verification', ada],
      ['lookup', address],
      ['verification', { email: 17 }],
      ['verification', { ...address, level: 'smtp' }],
      ['verification', 'user@example.com'],
      ['verification', null],
      ['verification', undefined],
      ['lookup', { ...ada, domain: null }],
    ];
    for (const [kind, item] of wrong) {
      const items = [kind === 'lookup' ? ada : address, item] as JobItem[];
      await assert.rejects(jobs.create(newJob({ kind }), items), invalid('items'));
    }
    assert.equal(await jobs.get('job'), undefined);
  });

  test('invalid arguments are refused before id and idempotency key are looked up', async (context) => {
    const { jobs, createJob } = context;
    const idempotency = { key: 'k', fingerprint: 'f' };
    await createJob(1, { idempotency });
    await assert.rejects(jobs.create(newJob({ idempotency }), []), invalid('items'));
    await assert.rejects(jobs.create(newJob({ submittedAt: -1 }), addresses(1)), invalid('submittedAt'));
  });

  test('the fields of a job are checked', async ({ jobs }) => {
    const refused = (fields: Partial<NewJob>, parameter: string) =>
      assert.rejects(jobs.create(newJob(fields), addresses(1)), invalid(parameter));
    for (const name of badNames) {
      await refused({ id: name }, 'id');
      await refused({ account: name }, 'account');
      await refused({ keyId: name }, 'keyId');
      await refused({ idempotency: { key: name, fingerprint: 'f' } }, 'idempotency.key');
      await refused({ traceparent: name }, 'traceparent');
    }
    for (const fingerprint of badNames.slice(1)) {
      await refused({ idempotency: { key: 'k', fingerprint } }, 'idempotency.fingerprint');
    }
    for (const time of badTimes) await refused({ submittedAt: time }, 'submittedAt');
    for (const amount of [-1, 0.2, Number.NaN, 2 ** 53]) {
      await refused({ milliCreditsPerItem: amount }, 'milliCreditsPerItem');
    }
    for (const name of [...badNames, 'a'.repeat(201)]) await refused({ name }, 'name');
    await refused({ kind: 'guess' as NewJob['kind'] }, 'kind');
    assert.deepEqual(await jobs.unfinished({ limit: 1 }), []);
  });

  test('ids, keys and owners must be text that can be stored unchanged', async ({ jobs, createJob }) => {
    await createJob(1);
    for (const name of badNames) {
      await assert.rejects(jobs.get(name), invalid('id'));
      await assert.rejects(jobs.find(name), invalid('idempotencyKey'));
      await assert.rejects(jobs.record(name, [], { at }), invalid('id'));
      await assert.rejects(jobs.start(name, { at }), invalid('id'));
      await assert.rejects(jobs.fail(name, { at }), invalid('id'));
      await assert.rejects(jobs.markSettled(name, { at }), invalid('id'));
      await assert.rejects(jobs.page(name, { offset: 0, limit: 1 }), invalid('id'));
      await assert.rejects(jobs.items(name, [0]), invalid('id'));
      await assert.rejects(jobs.openItems(name, { limit: 1 }), invalid('id'));
      await assert.rejects(jobs.unfinished({ limit: 1, after: name }), invalid('after'));
      await assert.rejects(jobs.lease(name, { owner: 'a', now: at, until: at + 1 }), invalid('id'));
      await assert.rejects(jobs.lease('job', { owner: name, now: at, until: at + 1 }), invalid('owner'));
      await assert.rejects(jobs.releaseLease(name, 'a'), invalid('id'));
      await assert.rejects(jobs.releaseLease('job', name), invalid('owner'));
    }
  });

  test('all attempts are checked before the first is recorded', async ({ jobs, createJob }) => {
    const before = await createJob(1_500);
    const refused = (attempt: object, parameter: string) =>
      assert.rejects(
        jobs.record('job', [attemptAt(0), { ...attemptAt(1), ...attempt }], { at }),
        invalid(parameter),
      );
    for (const position of badPositions) await refused({ position }, 'position');
    for (const attempt of [0, ...badPositions]) await refused({ attempt }, 'attempt');
    for (const time of badTimes) await refused({ retryAt: time }, 'retryAt');
    for (const egress of ['', 'two words', 'ä', 'a'.repeat(301)]) await refused({ egress }, 'egress');
    for (const result of [undefined, null, 'safe', {}]) await refused({ result }, 'result');
    await assert.rejects(jobs.record('job', attemptsFrom(0, 1_001), { at }), invalid('attempts'));
    assert.deepEqual(await jobs.get('job'), before);
    assert.equal((await jobs.items('job', [0]))[0]?.attempts, 0);
  });

  test('whether a job was cancelled is checked', async ({ jobs, createJob }) => {
    const before = await createJob(1);
    for (const cancelled of [null, 0, 1, 'true', {}] as unknown[] as boolean[])
      await assert.rejects(jobs.fail('job', { at, cancelled }), invalid('cancelled'));
    assert.deepEqual(await jobs.get('job'), before);
  });

  test('times are checked', async ({ jobs, createJob }) => {
    const before = await createJob(1);
    for (const time of badTimes) {
      await assert.rejects(jobs.record('job', [attemptAt(0)], { at: time }), invalid('at'));
      await assert.rejects(jobs.start('job', { at: time }), invalid('at'));
      await assert.rejects(jobs.fail('job', { at: time }), invalid('at'));
      await assert.rejects(jobs.markSettled('job', { at: time }), invalid('at'));
      await assert.rejects(jobs.lease('job', { owner: 'a', now: time, until: at }), invalid('now'));
      await assert.rejects(jobs.lease('job', { owner: 'a', now: at, until: time }), invalid('until'));
    }
    assert.deepEqual(await jobs.get('job'), before);
    assert.equal(await jobs.lease('job', { owner: 'b', now: at, until: at + 1 }), true);
  });

  test('a call reads at most 1,000 items, from a valid position', async ({ jobs, createJob }) => {
    await createJob(1);
    for (const limit of badLimits) {
      await assert.rejects(jobs.page('job', { offset: 0, limit }), invalid('limit'));
      await assert.rejects(jobs.openItems('job', { limit }), invalid('limit'));
    }
    for (const position of badPositions) {
      await assert.rejects(jobs.page('job', { offset: position, limit: 1 }), invalid('offset'));
      await assert.rejects(jobs.items('job', [0, position]), invalid('positions'));
    }
    for (const afterPosition of [-2, 0.5, Number.NaN]) {
      await assert.rejects(jobs.openItems('job', { afterPosition, limit: 1 }), invalid('afterPosition'));
    }
    const positions = Array.from({ length: 1_001 }, (_, position) => position);
    await assert.rejects(jobs.items('job', positions), invalid('positions'));
  });

  test('the limit for listing jobs must be positive', async ({ jobs }) => {
    for (const limit of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      await assert.rejects(jobs.unfinished({ limit }), invalid('limit'));
    }
  });
}
