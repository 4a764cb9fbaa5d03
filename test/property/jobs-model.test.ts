import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { redisStores } from '../../adapters/redis/index.ts';
import type { JobStoreContractSubject } from '../../contract/index.ts';
import type { JobStore } from '../../src/ports/job-store.ts';
import { postgresqlOfFile } from '../postgres/postgresql-server.ts';
import { openSchema } from '../postgres/subjects.ts';
import { redisSubjects } from '../redis/subjects.ts';
import { startStores } from '../sqlite/temporary-file.ts';
import { changedPort } from '../stores/changed-port.ts';
import { redisOfFile } from '../support/redis-server.ts';
import { jobsModel } from './jobs-model.ts';

const server = await redisOfFile();
const postgresql = await postgresqlOfFile();

const sqlite: JobStoreContractSubject = {
  name: 'SQLite',
  start: async (options) => {
    const { stores, second, stop } = await startStores(options);
    return { jobs: stores.jobs, openSecond: async () => (await second()).jobs, stop };
  },
};

const postgres: JobStoreContractSubject = {
  name: 'PostgreSQL',
  start: async (options) => {
    const { stores, second, stop } = openSchema(postgresql, options);
    return { jobs: stores.jobs, openSecond: async () => (await second()).jobs, stop };
  },
};

const redis = redisSubjects(
  'Redis',
  () => [server],
  (options) => redisStores(server.url, options),
).jobs;

/** The memory store, with some methods replaced. */
function subjectOf(change: (jobs: JobStore) => Partial<JobStore> = () => ({})): JobStoreContractSubject {
  return {
    name: 'memory',
    start: async ({ clock }) => {
      const { jobs } = memoryStores({ clock });
      return { jobs: changedPort(jobs, change(jobs)), stop: async () => {} };
    },
  };
}

/** Enough that no fault is missed by chance: a run ends at the first one, so the rest costs only where it fails. */
const planted = { numRuns: 20_000 };

describe('any sequence of commands', () => {
  it('leaves the jobs in memory in the state of the reference', () =>
    jobsModel(subjectOf(), { numRuns: 500 }));

  it('leaves the jobs on SQLite in the state of the reference', () => jobsModel(sqlite, { numRuns: 50 }));

  it('leaves the jobs on Redis in the state of the reference', () => jobsModel(redis, { numRuns: 50 }));

  it('leaves the jobs on PostgreSQL in the state of the reference', () =>
    jobsModel(postgres, { numRuns: 25 }));

  it('detects a store that loses the last attempt of a call', async () => {
    const faulty = subjectOf((jobs) => ({
      record: (id, attempts, options) => jobs.record(id, attempts.slice(0, -1), options),
    }));
    await expect(jobsModel(faulty, planted)).rejects.toThrow(/seed/);
  });

  it('detects a store that accepts any attempt as the next one', async () => {
    const faulty = subjectOf((jobs) => ({
      record: async (id, attempts, options) => {
        const states = await jobs.items(
          id,
          attempts.map(({ position }) => position),
        );
        const known = new Map(states.map((state) => [state.position, state.attempts]));
        const renumbered = attempts.map((each) => ({
          ...each,
          attempt: (known.get(each.position) ?? 0) + 1,
        }));
        return jobs.record(id, renumbered, options);
      },
    }));
    await expect(jobsModel(faulty, planted)).rejects.toThrow(/seed/);
  });

  it('detects a store that settles a job when it fails', async () => {
    const faulty = subjectOf((jobs) => ({
      fail: async (id, options) => {
        const answer = await jobs.fail(id, options);
        await jobs.markSettled(id, options);
        return answer;
      },
    }));
    await expect(jobsModel(faulty, planted)).rejects.toThrow(/seed/);
  });

  it('detects a store that grants a lease one millisecond early', async () => {
    const faulty = subjectOf((jobs) => ({
      lease: (id, options) => jobs.lease(id, { ...options, now: options.now + 1 }),
    }));
    await expect(jobsModel(faulty, planted)).rejects.toThrow(/seed/);
  });

  it('detects a store that forgets idempotency keys', async () => {
    const faulty = subjectOf((jobs) => ({
      create: (job, items) => jobs.create({ ...job, idempotency: null }, items),
    }));
    await expect(jobsModel(faulty, planted)).rejects.toThrow(/seed/);
  });

  it('detects a store that lists the jobs of an account from the oldest', async () => {
    const faulty = subjectOf((jobs) => ({
      ofAccount: async (account, options) => [...(await jobs.ofAccount(account, options))].reverse(),
    }));
    await expect(jobsModel(faulty, planted)).rejects.toThrow(/seed/);
  });

  it('detects a store that has the last job of a page on the next one again', async () => {
    const faulty = subjectOf((jobs) => ({
      ofAccount: (account, { limit, before }) =>
        jobs.ofAccount(account, {
          limit,
          ...(before === undefined ? {} : { before: { ...before, id: `${before.id}~` } }),
        }),
    }));
    await expect(jobsModel(faulty, planted)).rejects.toThrow(/seed/);
  });

  it('detects a store that does not list failed jobs', async () => {
    const faulty = subjectOf((jobs) => ({
      unfinished: async (options) =>
        (await jobs.unfinished(options)).filter(({ failedAt }) => failedAt === null),
    }));
    await expect(jobsModel(faulty, planted)).rejects.toThrow(/seed/);
  });
});
