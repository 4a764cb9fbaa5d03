import assert from 'node:assert/strict';
import type { JobItemState, JobRecord, JobStore } from '../../src/ports/job-store.ts';
import { expectThat } from '../failure/contract-failure.ts';

const pageSize = 1_000;

/** Returns all items of a job in order of position. */
export async function itemsOf(jobs: JobStore, id: string): Promise<JobItemState[]> {
  const items: JobItemState[] = [];
  for (;;) {
    const page = await jobs.page(id, { offset: items.length, limit: pageSize });
    items.push(...page);
    if (page.length === 0) return items;
  }
}

/** Returns the positions of all open items, in the order of the store. */
export async function openPositions(jobs: JobStore, id: string, limit = pageSize): Promise<number[]> {
  const positions: number[] = [];
  for (;;) {
    const afterPosition = positions.at(-1);
    const page = await jobs.openItems(id, {
      limit,
      ...(afterPosition === undefined ? {} : { afterPosition }),
    });
    positions.push(...page.map(({ position }) => position));
    if (page.length === 0) return positions;
  }
}

function isOpen({ result, retryAt }: JobItemState): boolean {
  return result === undefined || retryAt !== null;
}

/** Checks the counters and the open items of a job against its items, and returns the job. */
export async function auditedJob(jobs: JobStore, id: string): Promise<JobRecord> {
  const job = await jobs.get(id);
  expectThat(job !== undefined, `the job "${id}"`, job);
  const items = await itemsOf(jobs, id);
  const count = (holds: (item: JobItemState) => boolean) => items.filter(holds).length;
  assert.equal(items.length, job.total);
  const positions = items.map(({ position }) => position);
  expectThat(
    positions.every((position, index) => position === index),
    'the positions 0, 1, 2 … of the pages',
    positions,
  );
  const odd = items.find(({ attempts, result }) => attempts > 0 !== (result !== undefined));
  expectThat(odd === undefined, 'a result for each item with an attempt, and for no other', odd);
  assert.deepEqual(
    { processed: job.processed, retrying: job.retrying, retried: job.retried },
    {
      processed: count(({ result }) => result !== undefined),
      retrying: count(({ retryAt }) => retryAt !== null),
      retried: items.reduce((sum, { attempts }) => sum + Math.max(attempts - 1, 0), 0),
    },
  );
  assert.deepEqual(job.byStatus, {
    safe: count(({ result }) => result?.status === 'safe'),
    risky: count(({ result }) => result?.status === 'risky'),
    invalid: count(({ result }) => result?.status === 'invalid'),
    unknown: count(({ result }) => result?.status === 'unknown'),
  });
  const retries = items.flatMap(({ retryAt }) => retryAt ?? []);
  assert.equal(await jobs.nextRetryAt(id), retries.length === 0 ? null : Math.min(...retries));
  const open = items.filter(isOpen).map(({ position }) => position);
  assert.deepEqual(await openPositions(jobs, id), open);
  assert.equal(job.completedAt !== null, open.length === 0 && job.failedAt === null);
  return job;
}
