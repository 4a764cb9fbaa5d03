import { openItemPages } from '../../../src/bulk/items/item-pages.ts';
import { delay } from '../../../src/concurrency/deadline.ts';
import type { Engine } from '../../../src/engine-interface.ts';
import { InsufficientCredits } from '../../../src/errors.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { JobRecord, JobStore } from '../../../src/ports/job-store.ts';
import { egressWaitMs, type WorkQueue } from '../../../src/ports/work-queue.ts';
import type { Retries, RunSnapshot } from './bulk-progress.ts';
import type { BulkResult, BulkTask } from './bulk-task.ts';
import { ResultCounts } from './result-counts.ts';

const snapshotIntervalMs = 1_000;
const itemsPerPage = 1_000;

/**
 * Submits a list as one job, or as several if it is too long for one. Jobs that were submitted under the same `runId`
 * before are found again, and neither created nor charged twice.
 */
export async function submitList<Item, Result extends BulkResult>(
  engine: Engine,
  items: readonly Item[],
  options: {
    task: Pick<BulkTask<Item, Result>, 'submit' | 'maxItemsPerJob'>;
    runId: string;
    account: string | undefined;
    name?: string | undefined;
  },
): Promise<readonly string[]> {
  const { task, runId, account, name } = options;
  const payer = account === undefined ? {} : { account };
  const count = Math.ceil(items.length / task.maxItemsPerJob);
  const jobIds: string[] = [];
  for (let start = 0; start < items.length; start += task.maxItemsPerJob) {
    const part = items.slice(start, start + task.maxItemsPerJob);
    const idempotencyKey = `bulk-run:${runId}:${start}`;
    const number = 1 + start / task.maxItemsPerJob;
    // The number stands first: long names are cut.
    const named = name === undefined ? {} : { name: count === 1 ? name : `(${number} of ${count}) ${name}` };
    jobIds.push(await task.submit(engine, part, { idempotencyKey, ...payer, ...named }));
  }
  return jobIds;
}

/** Rejects with InsufficientCredits if the account cannot pay for all jobs of a new run, before the first is created. */
export async function assertAffordable(
  engine: Engine,
  account: string,
  requiredMilliCredits: number,
): Promise<void> {
  const { available } = await engine.accounts.balance(account);
  if (available >= requiredMilliCredits) return;
  throw new InsufficientCredits({ availableMilliCredits: available, requiredMilliCredits });
}

/** Counts the items of these jobs that have a result, and those of them that will be retried. */
export async function countProcessed(
  jobs: JobStore,
  jobIds: readonly string[],
): Promise<{ readonly processed: number; readonly retrying: number }> {
  const records = await readRecords(jobs, jobIds);
  return {
    processed: records.reduce((sum, { processed }) => sum + processed, 0),
    retrying: records.reduce((sum, { retrying }) => sum + retrying, 0),
  };
}

export interface RunJobsOptions<Item, Result extends BulkResult> {
  readonly task: Pick<BulkTask<Item, Result>, 'run' | 'groupOf'>;
  readonly jobs: JobStore;
  /** Knows which egresses there are. */
  readonly queue: Pick<WorkQueue, 'egresses'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Called every second with the progress of all jobs together. */
  readonly onSnapshot: (snapshot: RunSnapshot) => void;
}

/**
 * Runs jobs in this process, side by side, until all are complete; resolves with the counts of their results.
 * Rejects with the signal's reason, or with `job_failed`; the other jobs then stay unfinished.
 */
export async function runJobs<Item, Result extends BulkResult>(
  engine: Engine,
  jobIds: readonly string[],
  { task, jobs, queue, clock, signal, onSnapshot }: RunJobsOptions<Item, Result>,
): Promise<ResultCounts> {
  const counts = new ResultCounts();
  const finished = new AbortController();
  const ended = AbortSignal.any([signal, finished.signal]);
  const readProgress = progressReader({ jobs, queue }, jobIds);
  const watch = async () => {
    while (!ended.aborted) {
      // A store that is out of reach is asked again after the interval.
      const progress = await readProgress().catch(() => undefined);
      if (progress !== undefined && !ended.aborted) onSnapshot({ ...progress, counts });
      await delay(clock, snapshotIntervalMs, ended).catch(() => {});
    }
  };
  const run = async (jobId: string) => {
    for await (const result of task.run(engine, jobId, ended)) {
      counts.add(task.groupOf(result), result.substatus);
    }
  };
  const watching = watch();
  try {
    await Promise.all(jobIds.map(run));
    onSnapshot({ ...(await readProgress()), counts });
  } finally {
    finished.abort(new Error('The run is over.'));
    await watching;
  }
  return counts;
}

/** Reads the results of complete jobs, in order of submission. */
export async function* readResults<Item, Result extends BulkResult>(
  engine: Engine,
  jobIds: readonly string[],
  task: Pick<BulkTask<Item, Result>, 'results'>,
): AsyncGenerator<Readonly<Result>> {
  for (const jobId of jobIds) yield* task.results(engine, jobId);
}

type JobsProgress = Omit<RunSnapshot, 'counts'>;

/**
 * Returns a function that reads the progress of all jobs together. It searches for the time of the next retry only
 * when the counts of retries, or the egresses, have changed.
 */
function progressReader(
  { jobs, queue }: { readonly jobs: JobStore; readonly queue: Pick<WorkQueue, 'egresses'> },
  jobIds: readonly string[],
): () => Promise<JobsProgress> {
  let known: ({ readonly state: string } & Omit<Retries, 'count'>) | undefined;
  return async () => {
    const records = await readRecords(jobs, jobIds);
    const sum = (count: (job: JobRecord) => number) => records.reduce((total, job) => total + count(job), 0);
    const done = sum(({ processed }) => processed);
    const total = sum((job) => job.total);
    const count = sum(({ retrying }) => retrying);
    if (count === 0 || done < total) return { done, total, retries: undefined };
    const present = await queue.egresses();
    const state = JSON.stringify([count, sum(({ retried }) => retried), present]);
    if (known?.state !== state) known = { state, ...(await findRetries(jobs, records, present)) };
    const { nextAt, waiting } = known;
    return { done, total, retries: { count, nextAt, waiting } };
  };
}

async function readRecords(jobs: JobStore, jobIds: readonly string[]): Promise<readonly JobRecord[]> {
  const records = await Promise.all(jobIds.map((id) => jobs.get(id)));
  return records.filter((job) => job !== undefined);
}

/** `present`: the egresses that workers have now; none before they have begun, and then none is missed. */
async function findRetries(
  jobs: JobStore,
  records: readonly JobRecord[],
  present: readonly string[],
): Promise<Omit<Retries, 'count'>> {
  let nextAt = Number.POSITIVE_INFINITY;
  let until = Number.POSITIVE_INFINITY;
  let count = 0;
  const missed = new Set<string>();
  for (const record of records.filter(({ retrying }) => retrying > 0)) {
    for await (const page of openItemPages(jobs, record, { limit: itemsPerPage })) {
      for (const { retryAt, egress } of page) {
        if (retryAt === null) continue;
        if (egress === undefined || present.length === 0 || present.includes(egress))
          nextAt = Math.min(nextAt, retryAt);
        else {
          count += 1;
          missed.add(egress);
          until = Math.min(until, retryAt + egressWaitMs);
        }
      }
    }
  }
  return { nextAt, waiting: count === 0 ? undefined : { count, egresses: [...missed].sort(), until } };
}
