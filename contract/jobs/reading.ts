import assert from 'node:assert/strict';
import { openPositions } from './audit.ts';
import type { JobTest } from './job-test.ts';
import { attemptAt, attemptsFrom, minuteMs, submittedAt } from './sample-data.ts';

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

  test('a missing job is undefined for get and find, and not found otherwise', async ({
    jobs,
    createJob,
  }) => {
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
