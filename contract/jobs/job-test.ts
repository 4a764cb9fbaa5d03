import assert from 'node:assert/strict';
import type { Clock } from '../../src/ports/clock.ts';
import type { JobItem, JobRecord, JobStore, NewJob } from '../../src/ports/job-store.ts';
import { ManualClock } from '../manual-clock.ts';
import type { ContractRunner } from '../runner.ts';
import { auditedJob } from './audit.ts';
import { addresses, newJob } from './sample-data.ts';

/** A started store. */
export interface RunningJobStore {
  readonly jobs: JobStore;
  stop(): Promise<void>;
  /** Opens the same store as another process would. `stop` closes it too. */
  openSecond?(): Promise<JobStore>;
}

/** The adapter under test. */
export interface JobStoreContractSubject {
  readonly name: string;
  /** Starts a store without jobs. */
  start(options: { clock: Clock }): Promise<RunningJobStore>;
}

/** The store under test, and what the tests need to use it. */
export interface JobTestContext {
  readonly jobs: JobStore;
  readonly clock: ManualClock;
  /** Returns one of the handles on the store: the first for even numbers, the second, if there is one, for odd ones. */
  handle(racer: number): JobStore;
  /** Creates a job that must not exist yet, with these items or this number of addresses. */
  createJob(items: number | readonly JobItem[], fields?: Partial<NewJob>): Promise<JobRecord>;
}

export type JobTest = (name: string, body: (context: JobTestContext) => Promise<void>) => void;

/** Returns a function that runs each test on a new store, and then audits every job that the test created. */
export function jobTest(runner: ContractRunner, subject: JobStoreContractSubject): JobTest {
  return (name, body) =>
    runner.it(name, async () => {
      const clock = new ManualClock();
      const running = await subject.start({ clock });
      try {
        const ids = new Set<string>();
        const jobs = recordIds(running.jobs, ids);
        const handles = [jobs];
        if (running.openSecond !== undefined) handles.push(recordIds(await running.openSecond(), ids));
        const handle = (racer: number) => handles[racer % handles.length] ?? jobs;
        const createJob = async (items: number | readonly JobItem[], fields?: Partial<NewJob>) => {
          const jobItems = typeof items === 'number' ? addresses(items) : items;
          const { created, job } = await jobs.create(newJob(fields), jobItems);
          assert.equal(created, true);
          return job;
        };
        await body({ jobs, clock, handle, createJob });
        for (const id of ids) await auditedJob(handle(1), id);
      } finally {
        await running.stop();
      }
    });
}

/** Wraps a store that is watched, so that the id of every created job is added to `ids`. */
function recordIds(jobs: JobStore, ids: Set<string>): JobStore {
  return {
    ...jobs,
    create: async (job, items) => {
      const answer = await jobs.create(job, items);
      ids.add(answer.job.id);
      return answer;
    },
    delete: async (id) => {
      const deleted = await jobs.delete(id);
      if (deleted) ids.delete(id);
      return deleted;
    },
    deleteFinished: async (options) => {
      const deleted = await jobs.deleteFinished(options);
      for (const id of ids) if ((await jobs.get(id)) === undefined) ids.delete(id);
      return deleted;
    },
  };
}
