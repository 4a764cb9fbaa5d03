import { mostEmails } from '../../src/bulk/bulk.ts';
import { documentedPrices } from '../../src/credits/prices.ts';
import { delay } from '../../src/deadline.ts';
import type { Engine } from '../../src/engine.ts';
import { InsufficientCredits } from '../../src/errors.ts';
import type { Clock, JobRecord, JobStore } from '../../src/ports.ts';
import type { EmailVerification } from '../../src/resources.ts';
import type { BulkView } from './bulk-progress.ts';
import { StatusCounts } from './status-counts.ts';

const lookEveryMs = 1_000;
const itemsPerPage = 1_000;

/**
 * Submits a list as one job, or as several where it is too long for one. What was submitted under the same `runId`
 * before is found again, and neither created nor charged twice.
 */
export async function submitList(
  engine: Engine,
  emails: readonly string[],
  options: { runId: string; account: string | undefined; partSize?: number },
): Promise<readonly string[]> {
  const { runId, account, partSize = mostEmails } = options;
  const payer = account === undefined ? {} : { account };
  const jobIds: string[] = [];
  for (let start = 0; start < emails.length; start += partSize) {
    const part = emails.slice(start, start + partSize);
    const idempotencyKey = `bulk-run:${runId}:${start}`;
    const { job_id } = await engine.jobs.submit(part, { idempotencyKey, ...payer });
    jobIds.push(job_id);
  }
  return jobIds;
}

/** Rejects with InsufficientCredits where the account cannot pay all parts of a new run: none is begun then. */
export async function assertAffordable(engine: Engine, account: string, count: number): Promise<void> {
  const requiredMilliCredits = count * documentedPrices.verify;
  const { available } = await engine.accounts.balance(account);
  if (available >= requiredMilliCredits) return;
  throw new InsufficientCredits({ availableMilliCredits: available, requiredMilliCredits });
}

/** Addresses of these jobs that have a result, be it one that is tried again. */
export async function processedOf(engine: Engine, jobIds: readonly string[]): Promise<number> {
  const jobs = await Promise.all(jobIds.map((jobId) => engine.jobs.status(jobId)));
  return jobs.reduce((sum, { emails_processed }) => sum + emails_processed, 0);
}

export interface FollowOptions {
  readonly jobs: JobStore;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Told every second how far all jobs are together. */
  readonly onView: (view: BulkView) => void;
}

/**
 * Runs jobs in this process, side by side, until the last is complete; resolves with the counts of their results.
 * Rejects with the signal's reason, or with `job_failed`; the others are left as they are then.
 */
export async function runJobs(
  engine: Engine,
  jobIds: readonly string[],
  { jobs, clock, signal, onView }: FollowOptions,
): Promise<StatusCounts> {
  const counts = new StatusCounts();
  const over = new AbortController();
  const ended = AbortSignal.any([signal, over.signal]);
  const look = lookAt(jobs, jobIds);
  const watch = async () => {
    while (!ended.aborted) {
      // A store that is out of reach is asked again.
      const seen = await look().catch(() => undefined);
      if (seen !== undefined && !ended.aborted) onView({ ...seen, counts });
      await delay(clock, lookEveryMs, ended).catch(() => {});
    }
  };
  const run = async (jobId: string) => {
    for await (const row of engine.runBulk({ jobId }, { signal: ended })) counts.add(row);
  };
  const watching = watch();
  try {
    await Promise.all(jobIds.map(run));
    onView({ ...(await look()), counts });
  } finally {
    over.abort(new Error('The run is over.'));
    await watching;
  }
  return counts;
}

/** The results of complete jobs, in order of submission. */
export async function* resultsOf(
  engine: Engine,
  jobIds: readonly string[],
): AsyncGenerator<Readonly<EmailVerification>> {
  for (const jobId of jobIds) {
    const { pages } = await engine.jobs.results(jobId);
    for await (const page of pages()) yield* page;
  }
}

type Seen = Omit<BulkView, 'counts'>;

/** Looks at all jobs together. When the next retry is due is only looked for when something has changed. */
function lookAt(jobs: JobStore, jobIds: readonly string[]): () => Promise<Seen> {
  let known: { state: string; nextAt: number } | undefined;
  return async () => {
    const records = (await Promise.all(jobIds.map((id) => jobs.get(id)))).filter(
      (job): job is JobRecord => job !== undefined,
    );
    const sum = (count: (job: JobRecord) => number) => records.reduce((total, job) => total + count(job), 0);
    const done = sum(({ processed }) => processed);
    const total = sum((job) => job.total);
    const count = sum(({ retrying }) => retrying);
    if (count === 0 || done < total) return { done, total, retries: undefined };
    const state = `${count} ${sum(({ retried }) => retried)}`;
    if (known?.state !== state) known = { state, nextAt: await nextRetryAt(jobs, records) };
    return { done, total, retries: { count, nextAt: known.nextAt } };
  };
}

async function nextRetryAt(jobs: JobStore, records: readonly JobRecord[]): Promise<number> {
  let next = Number.POSITIVE_INFINITY;
  for (const { id, retrying } of records) {
    let afterPosition = -1;
    for (let more = retrying > 0; more; ) {
      const page = await jobs.open(id, { afterPosition, limit: itemsPerPage });
      for (const { retryAt, position } of page) {
        next = Math.min(next, retryAt ?? next);
        afterPosition = position;
      }
      more = page.length === itemsPerPage;
    }
  }
  return next;
}
