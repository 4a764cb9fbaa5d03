import assert from 'node:assert/strict';
import { type JobItemState, type JobStore, pageCharacters } from '../../src/ports/job-store.ts';
import { expectThat } from '../failure/contract-failure.ts';
import { openPositions } from './audit.ts';
import type { JobTest, JobTestContext } from './job-test.ts';
import { attemptAt, attemptsFrom, greylisted, minuteMs, submittedAt } from './sample-data.ts';

const at = submittedAt + minuteMs;
const retryAt = at + minuteMs;

const positionsOf = (items: readonly { position: number }[]) => items.map(({ position }) => position);

export function readingContract(test: JobTest): void {
  test('pages are in order of position, from the offset, up to the limit', async ({ jobs, createJob }) => {
    await createJob(12);
    await jobs.record('job', [attemptAt(10), attemptAt(2)], { at });
    assert.deepEqual(positionsOf(await jobs.page('job', { offset: 0, limit: 5 })), [0, 1, 2, 3, 4]);
    assert.deepEqual(positionsOf(await jobs.page('job', { offset: 9, limit: 2 })), [9, 10]);
    assert.deepEqual(positionsOf(await jobs.page('job', { offset: 10, limit: 5 })), [10, 11]);
  });

  test('there are no items past the end', async ({ jobs, createJob }) => {
    await createJob(3);
    for (const offset of [3, 4, 100_000, 2 ** 40]) {
      assert.deepEqual(await jobs.page('job', { offset, limit: 10 }), []);
    }
    assert.deepEqual(await jobs.openItems('job', { afterPosition: 2, limit: 10 }), []);
    assert.deepEqual(await jobs.openItems('job', { afterPosition: 2 ** 40, limit: 10 }), []);
  });

  test('items are returned in the order requested', async ({ jobs, createJob }) => {
    await createJob(5);
    await jobs.record('job', [attemptAt(3, { retryAt }), attemptAt(0)], { at });
    const items = await jobs.items('job', [3, 0, 4]);
    assert.deepEqual(
      items.map(({ position, item, attempts, result, retryAt }) => [
        position,
        item,
        attempts,
        result?.status,
        retryAt,
      ]),
      [
        [3, { email: 'user3@example.com' }, 1, 'unknown', retryAt],
        [0, { email: 'user0@example.com' }, 1, 'safe', null],
        [4, { email: 'user4@example.com' }, 0, undefined, null],
      ],
    );
  });

  test('positions that do not exist are skipped', async ({ jobs, createJob }) => {
    await createJob(3);
    assert.deepEqual(positionsOf(await jobs.items('job', [5, 2, 3, 0, 2 ** 40])), [2, 0]);
    assert.deepEqual(await jobs.items('job', [3]), []);
    assert.deepEqual(await jobs.items('job', []), []);
  });

  test('open items are those without a final result', async ({ jobs, createJob }) => {
    await createJob(6);
    await jobs.record('job', [attemptAt(1), attemptAt(2, { retryAt }), attemptAt(5)], { at });
    const open = await jobs.openItems('job', { limit: 10 });
    assert.deepEqual(
      open.map(({ position, attempts, retryAt }) => [position, attempts, retryAt]),
      [
        [0, 0, null],
        [2, 1, retryAt],
        [3, 0, null],
        [4, 0, null],
      ],
    );
    assert.deepEqual(open[1]?.item, { email: 'user2@example.com' });
    assert.equal(open[1]?.result?.status, 'unknown');
    await jobs.record('job', [attemptAt(2, { attempt: 2 })], { at });
    assert.deepEqual(await openPositions(jobs, 'job'), [0, 3, 4]);
  });

  test('open items are paged by the position of the last one', async ({ jobs, createJob }) => {
    await createJob(12);
    await jobs.record('job', [attemptAt(3), attemptAt(4), attemptAt(11)], { at });
    assert.deepEqual(positionsOf(await jobs.openItems('job', { limit: 3 })), [0, 1, 2]);
    assert.deepEqual(positionsOf(await jobs.openItems('job', { afterPosition: 2, limit: 3 })), [5, 6, 7]);
    assert.deepEqual(positionsOf(await jobs.openItems('job', { afterPosition: 7, limit: 3 })), [8, 9, 10]);
    assert.deepEqual(await jobs.openItems('job', { afterPosition: 10, limit: 3 }), []);
    assert.deepEqual(positionsOf(await jobs.openItems('job', { afterPosition: 3, limit: 2 })), [5, 6]);
    assert.deepEqual(positionsOf(await jobs.openItems('job', { afterPosition: -1, limit: 2 })), [0, 1]);
  });

  test('a page of open items is full however many final items lie between', async ({ jobs, createJob }) => {
    await createJob(5_000);
    for (let from = 1; from < 4_001; from += 1_000)
      await jobs.record('job', attemptsFrom(from, 1_000), { at });
    assert.deepEqual(positionsOf(await jobs.openItems('job', { limit: 3 })), [0, 4_001, 4_002]);
    assert.equal((await jobs.openItems('job', { limit: 1_000 })).length, 1_000);
  });

  test('a completed job has no open items', async ({ jobs, createJob }) => {
    await createJob(2);
    await jobs.record('job', attemptsFrom(0, 2), { at });
    assert.deepEqual(await jobs.openItems('job', { limit: 10 }), []);
  });

  test('one call returns up to 1,000 items', async ({ jobs, createJob }) => {
    await createJob(1_500);
    const positions = Array.from({ length: 1_000 }, (_, index) => 1_499 - index);
    assert.deepEqual(positionsOf(await jobs.items('job', positions)), positions);
    assert.equal((await jobs.page('job', { offset: 0, limit: 1_000 })).length, 1_000);
    assert.equal((await jobs.openItems('job', { limit: 1_000 })).length, 1_000);
  });

  test('a page of long texts ends early, and is read on behind its last item', async (context) => {
    const { jobs, createJob } = context;
    const long = (position: number) => `${position}@${'x'.repeat(60_000)}`;
    const positions = Array.from({ length: 40 }, (_, position) => position);
    await createJob(positions.map((position) => ({ email: long(position) })));
    for (const position of positions.slice(0, 20))
      await jobs.record(
        'job',
        [attemptAt(position, { result: greylisted({ email: long(position) }), retryAt })],
        {
          at,
        },
      );
    const reads = {
      page: (read: number) => jobs.page('job', { offset: read, limit: 40 - read }),
      items: (read: number) => jobs.items('job', positions.slice(read)),
      openItems: (read: number) => jobs.openItems('job', { afterPosition: read - 1, limit: 40 }),
    };
    for (const [method, read] of Object.entries(reads)) {
      const states: JobItemState[] = [];
      while (states.length < positions.length) {
        const page = await read(states.length);
        const characters = page.reduce((sum, { item }) => sum + ('email' in item ? item.email.length : 0), 0);
        expectThat(
          page.length > 0 && characters <= pageCharacters,
          `from ${method}, items with at most ${pageCharacters} characters together`,
          { items: page.length, characters },
        );
        states.push(...page);
      }
      assert.deepEqual(positionsOf(states), positions);
      assert.equal(
        states.every(({ item, position }) => 'email' in item && item.email === long(position)),
        true,
      );
      assert.deepEqual(
        states.map(({ result }) => result?.status),
        positions.map((position) => (position < 20 ? 'unknown' : undefined)),
      );
    }
  });

  test('an item longer than a page is a page of its own', async ({ jobs, createJob }) => {
    const longest = 'x'.repeat(pageCharacters + 1);
    await createJob([{ email: '' }, { email: longest }, { email: 'user@example.com' }]);
    assert.deepEqual(positionsOf(await jobs.page('job', { offset: 0, limit: 3 })), [0]);
    assert.deepEqual(positionsOf(await jobs.items('job', [1, 2])), [1]);
    assert.deepEqual(positionsOf(await jobs.openItems('job', { afterPosition: 1, limit: 2 })), [2]);
  });

  test('a missing job is undefined for get and find, and not found otherwise', async (context) => {
    const { jobs, createJob } = context;
    await createJob(1);
    const unknown = { code: 'not_found' };
    const id = 'another job';
    assert.equal(await jobs.get(id), undefined);
    assert.equal(await jobs.find(id), undefined);
    await assert.rejects(jobs.record(id, [attemptAt(0)], { at }), unknown);
    await assert.rejects(jobs.record(id, [], { at }), unknown);
    await assert.rejects(jobs.start(id, { at }), unknown);
    await assert.rejects(jobs.fail(id, { at }), unknown);
    await assert.rejects(jobs.markSettled(id, { at }), unknown);
    await assert.rejects(jobs.page(id, { offset: 0, limit: 1 }), unknown);
    await assert.rejects(jobs.items(id, [0]), unknown);
    await assert.rejects(jobs.items(id, []), unknown);
    await assert.rejects(jobs.openItems(id, { limit: 1 }), unknown);
    await assert.rejects(jobs.unfinished({ limit: 1, after: id }), unknown);
    await assert.rejects(jobs.lease(id, { owner: 'a', now: at, until: at + 1 }), unknown);
    await assert.rejects(jobs.releaseLease(id, 'a'), unknown);
    assert.equal(await jobs.get(id), undefined);
  });
}

const idsOf = async (jobs: JobStore, options: { limit: number; after?: string }) =>
  (await jobs.unfinished(options)).map(({ id }) => id);

/** Creates jobs of one item each, submitted a second apart. */
async function submitJobs({ createJob }: JobTestContext, ...ids: readonly string[]): Promise<void> {
  for (const [index, id] of ids.entries())
    await createJob(1, { id, submittedAt: submittedAt + 1_000 * index });
}

export function unfinishedContract(test: JobTest): void {
  test('the list is empty without jobs', async ({ jobs }) => {
    assert.deepEqual(await jobs.unfinished({ limit: 10 }), []);
  });

  test('jobs are listed in order of submission, in their current state', async (context) => {
    const { jobs } = context;
    await submitJobs(context, 'm', 'z', 'a');
    await jobs.start('z', { at });
    assert.deepEqual(await idsOf(jobs, { limit: 10 }), ['m', 'z', 'a']);
    const [, second] = await jobs.unfinished({ limit: 10 });
    assert.deepEqual(second, await jobs.get('z'));
    assert.equal(second?.startedAt, at);
  });

  test('completed jobs are not listed, jobs with pending retries are', async (context) => {
    const { jobs } = context;
    await submitJobs(context, 'm', 'z', 'a');
    await jobs.record('z', [attemptAt(0)], { at });
    await jobs.record('a', [attemptAt(0, { retryAt: at + minuteMs })], { at });
    assert.deepEqual(await idsOf(jobs, { limit: 10 }), ['m', 'a']);
    await jobs.record('a', [attemptAt(0, { attempt: 2 })], { at });
    assert.deepEqual(await idsOf(jobs, { limit: 10 }), ['m']);
  });

  test('a failed job is listed until it is settled', async (context) => {
    const { jobs } = context;
    await submitJobs(context, 'm', 'z', 'a');
    await jobs.fail('m', { at });
    await jobs.fail('z', { at });
    assert.deepEqual(await idsOf(jobs, { limit: 10 }), ['m', 'z', 'a']);
    await jobs.markSettled('m', { at });
    assert.deepEqual(await idsOf(jobs, { limit: 10 }), ['z', 'a']);
  });

  test('pages continue after the last job, even if it has finished meanwhile', async (context) => {
    const { jobs } = context;
    await submitJobs(context, 'm', 'z', 'a', 'k', 'b');
    assert.deepEqual(await idsOf(jobs, { limit: 2 }), ['m', 'z']);
    assert.deepEqual(await idsOf(jobs, { limit: 2, after: 'z' }), ['a', 'k']);
    await jobs.record('k', [attemptAt(0)], { at });
    assert.deepEqual(await idsOf(jobs, { limit: 2, after: 'k' }), ['b']);
    assert.deepEqual(await idsOf(jobs, { limit: 2, after: 'b' }), []);
    assert.deepEqual(await idsOf(jobs, { limit: 3, after: 'm' }), ['z', 'a', 'b']);
  });

  test('jobs submitted at the same time are listed once over all pages', async ({ jobs, createJob }) => {
    const ids = Array.from({ length: 25 }, (_, index) => `job ${(index * 7) % 25}`);
    for (const id of ids) await createJob(1, { id });
    const listed: string[] = [];
    for (;;) {
      const after = listed.at(-1);
      const page = await idsOf(jobs, { limit: 4, ...(after === undefined ? {} : { after }) });
      listed.push(...page);
      if (page.length < 4) break;
    }
    assert.deepEqual([...listed].sort(), [...ids].sort());
    assert.deepEqual(await idsOf(jobs, { limit: 100 }), listed);
  });
}
