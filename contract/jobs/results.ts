import assert from 'node:assert/strict';
import type { JobItem, JobResult } from '../../src/ports/job-store.ts';
import { itemsOf } from './audit.ts';
import type { JobTest, JobTestContext } from './job-test.ts';
import { ada, attemptAt, greylisted, lookup, minuteMs, submittedAt, verification } from './sample-data.ts';

const at = submittedAt + minuteMs;

/** Any string that a JSON body can carry, including invalid addresses and malformed Unicode. */
const texts = [
  '',
  ' ',
  'user@example.com ',
  'USER@Example.COM',
  '"very unusual"@example.com',
  `"a\\"b@c"@example.com`,
  `o'brien@example.com'); DROP TABLE jobs; --`,
  'postmaster@[IPv6:2001:db8::1]',
  'ünïcödé@bücher.example.com',
  '用户@例子.example.com',
  'u\u0308@example.com',
  'ü@example.com',
  '🧾@example.com',
  'half\ud83e@example.com',
  '\uddfehalf@example.com',
  'nul\0@example.com',
  'line\r\nbreak\t@example.com',
  'separator\u2028@example.com',
  '=1+1@example.com',
  '{"email":"user@example.com"}',
  'null',
  '__proto__',
  'no address at all',
  `${'long'.repeat(5_000)}@example.com`,
];

async function stored({ jobs, handle, createJob }: JobTestContext, results: readonly JobResult[]) {
  await createJob(results.length);
  await jobs.record(
    'job',
    results.map((result, position) => attemptAt(position, { result })),
    { at },
  );
  return (await itemsOf(handle(1), 'job')).map(({ result }) => result);
}

export function resultsContract(test: JobTest): void {
  test('addresses are returned unchanged, character by character', async ({ handle, createJob }) => {
    const items = texts.map((email) => ({ email }));
    await createJob(items);
    const page = await itemsOf(handle(1), 'job');
    assert.deepEqual(
      page.map(({ item }) => item),
      items,
    );
  });

  test('lookup rows are returned unchanged', async ({ handle, createJob }) => {
    const rows: JobItem[] = [
      ada,
      ...texts.map((text) => ({ first_name: text, last_name: `${text}!`, domain: text })),
      { first_name: 'José María', last_name: "O'Neill-Łukasz", domain: 'bücher.example.com' },
    ];
    await createJob(rows, { kind: 'lookup' });
    const page = await itemsOf(handle(1), 'job');
    assert.deepEqual(
      page.map(({ item }) => item),
      rows,
    );
  });

  test('results are returned with all fields unchanged', async (context) => {
    const results = [
      verification(),
      greylisted(),
      verification({ status: 'risky', substatus: 'catch_all', is_domain_catch_all: true, confidence: 0 }),
      verification({
        status: 'invalid',
        substatus: 'invalid_syntax',
        mx_record: null,
        is_domain_catch_all: null,
        is_disposable: null,
        is_role_account: null,
        is_free: null,
        confidence: null,
      }),
      ...texts.map((text) => verification({ email: text, explanation: text })),
    ];
    assert.deepEqual(await stored(context, results), results);
  });

  test('lookup results are returned with all fields unchanged', async ({ jobs, createJob }) => {
    await createJob([ada, { ...ada, first_name: 'Augusta' }], { kind: 'lookup' });
    const results = [
      lookup({ credits_consumed: 0.2 }),
      lookup({
        status: 'unknown',
        substatus: 'no_address_found',
        first_name: 'Augusta',
        email: null,
        mx_record: null,
        is_domain_catch_all: null,
        is_disposable: null,
        is_role_account: null,
        is_free: null,
        confidence: null,
      }),
    ];
    const attempts = results.map((result, position) => ({ position, attempt: 1, result, retryAt: null }));
    const { job } = await jobs.record('job', attempts, { at });
    assert.deepEqual([job.byStatus.safe, job.completedAt], [1, at]);
    assert.deepEqual(
      (await itemsOf(jobs, 'job')).map(({ result }) => result),
      results,
    );
  });

  test('times are exact to the millisecond', async ({ jobs, createJob }) => {
    const times = [0, 1, at + 0.001 * 1_000, 4_102_444_800_000, Number.MAX_SAFE_INTEGER];
    await createJob(times.length);
    const attempts = times.map((retryAt, position) => attemptAt(position, { retryAt }));
    await jobs.record('job', attempts, { at });
    assert.deepEqual(
      (await itemsOf(jobs, 'job')).map(({ retryAt }) => retryAt),
      times,
    );
  });

  test('later changes to a result do not change the stored one', async ({ jobs, createJob }) => {
    await createJob(2);
    const result = verification();
    await jobs.record('job', [attemptAt(0, { result })], { at });
    result.status = 'invalid';
    const read = async () => (await jobs.items('job', [0]))[0]?.result;
    const first = await read();
    assert.equal(first?.status, 'safe');
    Reflect.set(first ?? {}, 'status', 'invalid');
    assert.equal((await read())?.status, 'safe');
  });

  test('returned records do not change', async ({ jobs, createJob }) => {
    const first = await createJob(2);
    const kept = { ...first };
    await jobs.start('job', { at });
    await jobs.record('job', [attemptAt(0)], { at });
    assert.deepEqual(first, kept);
    Reflect.set((await jobs.get('job')) ?? {}, 'processed', 2);
    assert.equal((await jobs.get('job'))?.processed, 1);
  });
}
