import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { attemptAt, newJob, verification } from '../../../contract/jobs/sample-data.ts';
import { forgetAddress, JobSearch } from '../../../src/bulk/forgetting.ts';
import { NotFound, StorageUnavailable } from '../../../src/errors.ts';
import type { JobStore } from '../../../src/ports/job-store.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { advancing } from '../advance-until.ts';

const ann = 'ann@example.com';
const others = (count: number) => Array.from({ length: count }, (_, index) => `user${index}@example.com`);

async function start() {
  const clock = new ManualClock();
  const stores = memoryStores({ clock });
  const { jobs } = stores;
  /** A job of these addresses, finished if `finished` is set. */
  const createJob = async (id: string, emails: readonly string[], finished: boolean, name?: string) => {
    await jobs.create(
      newJob({ id, account: null, name }),
      emails.map((email) => ({ email })),
    );
    if (!finished) return;
    const attempts = emails.map((email, position) =>
      attemptAt(position, { result: verification({ email }) }),
    );
    await jobs.start(id, { at: 1 });
    for (let from = 0; from < attempts.length; from += 500) {
      await jobs.record(id, attempts.slice(from, from + 500), { at: 2 });
    }
  };
  const searchIn = (store: JobStore, signal?: AbortSignal) =>
    new JobSearch({ jobs: store, clock, key: ann, signal });
  const emailsOf = async (id: string) =>
    (await jobs.page(id, { offset: 0, limit: 1_000 })).map(({ item, result }) => [
      'email' in item ? item.email : '',
      result?.email,
    ]);
  return { ...stores, clock, createJob, searchIn, emailsOf };
}

describe('The search for an address', () => {
  it('finds the unfinished jobs that have it, once each, among many', async () => {
    const { createJob, searchIn, jobs } = await start();
    for (let index = 0; index < 45; index += 1) {
      await createJob(`job ${index}`, index % 15 === 0 ? [...others(2), ann, ann] : others(2), false);
    }
    await createJob('finished', [ann], true);
    expect(await searchIn(jobs).unfinishedJobs()).toEqual(['job 0', 'job 15', 'job 30']);
  });

  it('redacts it in all finished jobs, and counts how often', async () => {
    const { createJob, searchIn, jobs, emailsOf } = await start();
    for (let index = 0; index < 45; index += 1) {
      await createJob(`job ${index}`, index % 15 === 0 ? ['bob@example.com', ann] : others(1), true);
    }
    await createJob('running', [ann], false);
    expect(await searchIn(jobs).redactFinishedJobs()).toBe(3);
    expect(await emailsOf('job 30')).toEqual([
      ['bob@example.com', 'bob@example.com'],
      ['[redacted]', '[redacted]'],
    ]);
    expect(await emailsOf('job 1')).toEqual([['user0@example.com', 'user0@example.com']]);
    expect(await emailsOf('running')).toEqual([[ann, undefined]]);
    expect(await searchIn(jobs).redactFinishedJobs()).toBe(0);
  });

  it('finds it in the names of jobs, too', async () => {
    const { createJob, searchIn, jobs } = await start();
    await createJob('running', others(1), false, `${ann}.csv`);
    await createJob('ended', others(1), true, `for ${ann}`);
    expect(await searchIn(jobs).unfinishedJobs()).toEqual(['running']);
    expect(await searchIn(jobs).redactFinishedJobs()).toBe(1);
    expect([(await jobs.get('running'))?.name, (await jobs.get('ended'))?.name]).toEqual([
      `${ann}.csv`,
      'for [redacted]',
    ]);
  });

  it('reads all pages of a job', async () => {
    const { createJob, searchIn, jobs } = await start();
    await createJob(
      'large',
      [...others(200), ann, ...others(198).map((email) => `x${email}`), 'ANN@example.com'],
      true,
    );
    expect(await searchIn(jobs).redactFinishedJobs()).toBe(2);
    await createJob('two pages', [...others(399), ann], true);
    expect(await searchIn(jobs).redactFinishedJobs()).toBe(1);
  });

  it('passes over jobs that are deleted meanwhile', async () => {
    const { createJob, searchIn, jobs } = await start();
    await createJob('first', [ann], true);
    await createJob('second', [ann], true);
    const page = jobs.page.bind(jobs);
    jobs.page = async (id, options) => {
      if (id === 'first') throw new NotFound('Job not found.');
      return page(id, options);
    };
    expect(await searchIn(jobs).redactFinishedJobs()).toBe(1);
    jobs.redact = () => Promise.reject(new NotFound('Job not found.'));
    await createJob('third', [ann], true);
    expect(await searchIn(jobs).redactFinishedJobs()).toBe(0);
  });

  it('begins again where the last job of a page of unfinished ones was deleted', async () => {
    const { createJob, searchIn, jobs } = await start();
    for (let index = 0; index < 25; index += 1) await createJob(`job ${index}`, [ann], false);
    const unfinished = jobs.unfinished.bind(jobs);
    let failed = false;
    jobs.unfinished = async (options) => {
      if (options.after !== undefined && !failed) {
        failed = true;
        throw new NotFound('Job not found.');
      }
      return unfinished(options);
    };
    const found = await searchIn(jobs).unfinishedJobs();
    expect(failed).toBe(true);
    expect(found).toEqual(Array.from({ length: 25 }, (_, index) => `job ${index}`));
  });

  it('ends with any other failure of the store', async () => {
    const { createJob, searchIn, jobs } = await start();
    await createJob('first', [ann], true);
    jobs.page = () => Promise.reject(new StorageUnavailable('away'));
    await expect(searchIn(jobs).redactFinishedJobs()).rejects.toMatchObject({ code: 'storage_unavailable' });
  });

  it('ends with the reason of its signal, in the midst of a large job', async () => {
    const { createJob, jobs, searchIn, clock } = await start();
    await createJob('large', [...others(400), ann], true);
    const controller = new AbortController();
    let steady = 0;
    clock.steady = () => {
      steady += 10;
      return steady;
    };
    controller.abort(new Error('enough'));
    await expect(searchIn(jobs, controller.signal).redactFinishedJobs()).rejects.toThrow('enough');
  });
});

describe('Forgetting an address', () => {
  it('removes what is cached under any of its spellings, and says which jobs still have it', async () => {
    const { createJob, jobs, cache, clock } = await start();
    await createJob('done', [ann, 'bob@example.com'], true);
    await createJob('running', [ann], false);
    const asked: string[] = [];
    const forgetting = (count: number) => ({
      forget: async (email: string) => {
        asked.push(email);
        return count;
      },
    });
    const dependencies = { cache, clock, jobs, verifications: [forgetting(1)], lookups: forgetting(2) };
    expect(await forgetAddress('Ann@Example.com', dependencies)).toEqual({
      cached: 3,
      jobItems: 1,
      unfinishedJobs: ['running'],
    });
    expect(asked).toEqual(['Ann@Example.com', 'Ann@Example.com']);
  });

  it('waits for the jobs that are being created, and says which of them have it', async () => {
    const { createJob, jobs, cache, clock } = await start();
    const creating = createJob('large', [...others(9_999), ann], false);
    const nothing = { forget: async () => 0 };
    const dependencies = { cache, clock, jobs, verifications: [], lookups: nothing };
    const forgetting = forgetAddress(ann, dependencies);
    const { advanceUntilSettled } = advancing(clock, {
      ...{ smallSteps: 0, smallMs: 1 },
      ...{ largeMs: 250, maxSteps: 1_000 },
    });
    expect(await advanceUntilSettled(forgetting)).toMatchObject({ unfinishedJobs: ['large'] });
    await creating;
  });

  it('does not wait for a job whose creation begins later', async () => {
    const { jobs, cache, clock } = await start();
    const drafts = [{ id: 'first', submittedAt: 1 }];
    const sweeps = [
      drafts,
      [...drafts, { id: 'second', submittedAt: 2 }],
      [{ id: 'second', submittedAt: 2 }],
    ];
    jobs.sweepDrafts = async () => sweeps.shift() ?? [];
    const nothing = { forget: async () => 0 };
    const forgetting = forgetAddress(ann, { cache, clock, jobs, verifications: [], lookups: nothing });
    const { advanceUntilSettled } = advancing(clock, {
      ...{ smallSteps: 0, smallMs: 1 },
      ...{ largeMs: 250, maxSteps: 10 },
    });
    await advanceUntilSettled(forgetting);
    expect(sweeps).toEqual([]);
  });
});
