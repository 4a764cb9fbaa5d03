import { expect, it } from 'vitest';
import { JobListing } from '../../../adapters/console/job-listing.ts';
import { addresses, newJob } from '../../../contract/jobs/sample-data.ts';
import type { JobPosition } from '../../../src/ports/job-store.ts';
import { bulkFixture } from '../../bulk/bulk-fixture.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const { signal } = new AbortController();

/** A listing of 500 jobs of acme, of which the first, the last and one between have not ended, and one of globex. */
async function startListing() {
  const { bulk, jobs } = bulkFixture(() => 'safe');
  const unfinished = ['job 499', 'job 250', 'job 0'];
  for (let n = 0; n < 500; n += 1) {
    await jobs.create(newJob({ id: `job ${n}`, submittedAt: n }), addresses(1));
    if (!unfinished.includes(`job ${n}`)) await jobs.fail(`job ${n}`, { at: 1_000 });
  }
  await jobs.create(newJob({ id: 'other', account: 'globex', submittedAt: 600 }), addresses(1));
  const listing = new JobListing(bulk, new ManualClock());
  const page = async (unfinished: boolean, limit: number, after?: JobPosition) => {
    const options = { account: 'acme', limit, after, signal };
    return (await listing.page({ account: 'acme', unfinished }, options)).map(({ id }) => id);
  };
  return { page, unfinished };
}

it('a page of unfinished jobs has as many as it may, however many that have ended lie between', async () => {
  const { page, unfinished } = await startListing();
  expect(await page(true, 10)).toEqual(unfinished);
  expect(await page(true, 2)).toEqual(unfinished.slice(0, 2));
  expect(await page(true, 2, { submittedAt: 250, id: 'job 250' })).toEqual(['job 0']);
});

it('a page of all jobs of an account begins after a position, and has none of others', async () => {
  const { page } = await startListing();
  expect(await page(false, 2)).toEqual(['job 499', 'job 498']);
  expect(await page(false, 2, { submittedAt: 498, id: 'job 498' })).toEqual(['job 497', 'job 496']);
  expect(await page(false, 200)).toHaveLength(200);
});
