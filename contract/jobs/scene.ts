import assert from 'node:assert/strict';
import type { Clock, JobItem, JobRecord, JobStore, NewJob } from '../../src/ports.ts';
import { ManualClock } from '../manual-clock.ts';
import type { ContractRunner } from '../runner.ts';
import { auditedJob } from './books.ts';
import { addresses, newJob } from './samples.ts';

export interface RunningJobStore {
  readonly jobs: JobStore;
  stop(): Promise<void>;
  /** Another handle on the same store, as another process would have it. `stop` ends it too. */
  second?(): Promise<JobStore>;
}

export interface JobStoreContractSubject {
  readonly name: string;
  /** A store without jobs. */
  start(options: { clock: Clock }): Promise<RunningJobStore>;
}

/** One test's store. */
export interface JobScene {
  readonly jobs: JobStore;
  /** Handles on the one store, two where the subject gives a second: racers are dealt out to them in turn. */
  handle(racer: number): JobStore;
  /** A job that must come to be: with these items, or so many addresses. */
  created(items: number | readonly JobItem[], fields?: Partial<NewJob>): Promise<JobRecord>;
}

export type JobTest = (name: string, body: (scene: JobScene) => Promise<void>) => void;

/** Runs each test on a new store, and audits every job that it created when it is over. */
export function jobTest(runner: ContractRunner, subject: JobStoreContractSubject): JobTest {
  return (name, body) =>
    runner.it(name, async () => {
      const running = await subject.start({ clock: new ManualClock() });
      try {
        const ids = new Set<string>();
        const jobs = noting(running.jobs, ids);
        const handles = [jobs];
        if (running.second !== undefined) handles.push(noting(await running.second(), ids));
        const handle = (racer: number) => handles[racer % handles.length] ?? jobs;
        const created = async (items: number | readonly JobItem[], fields?: Partial<NewJob>) => {
          const given = typeof items === 'number' ? addresses(items) : items;
          const { created, job } = await jobs.create(newJob(fields), given);
          assert.equal(created, true);
          return job;
        };
        await body({ jobs, handle, created });
        for (const id of ids) await auditedJob(handle(1), id);
      } finally {
        await running.stop();
      }
    });
}

/** The same store, which notes the jobs that it created. */
function noting(jobs: JobStore, ids: Set<string>): JobStore {
  return {
    create: async (job, items) => {
      const answer = await jobs.create(job, items);
      ids.add(answer.job.id);
      return answer;
    },
    get: (id) => jobs.get(id),
    find: (idempotencyKey) => jobs.find(idempotencyKey),
    record: (id, attempts, options) => jobs.record(id, attempts, options),
    start: (id, options) => jobs.start(id, options),
    fail: (id, options) => jobs.fail(id, options),
    markSettled: (id, options) => jobs.markSettled(id, options),
    page: (id, options) => jobs.page(id, options),
    items: (id, positions) => jobs.items(id, positions),
    openItems: (id, options) => jobs.openItems(id, options),
    unfinished: (options) => jobs.unfinished(options),
    lease: (id, options) => jobs.lease(id, options),
    releaseLease: (id, owner) => jobs.releaseLease(id, owner),
  };
}

/** `count` calls begun at once. */
export function race<Result>(
  count: number,
  call: (racer: number) => Promise<Result>,
): Promise<readonly Result[]> {
  return Promise.all(Array.from({ length: count }, (_, racer) => call(racer)));
}
