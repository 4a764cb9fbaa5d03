import { delay } from '../../../src/concurrency/deadline.ts';
import type { Engine } from '../../../src/engine.ts';
import { InsufficientCredits } from '../../../src/errors.ts';
import type { Clock, JobRecord, JobStore } from '../../../src/ports.ts';
import type { BulkView } from './bulk-progress.ts';
import type { ListKind, ListResult } from './list-kind.ts';
import { OutcomeCounts } from './outcome-counts.ts';

const lookEveryMs = 1_000;
const itemsPerPage = 1_000;

/**
 * Submits a list as one job, or as several where it is too long for one. What was submitted under the same `runId`
 * before is found again, and neither created nor charged twice.
 */
export async function submitList<Item, Row extends ListResult>(
  engine: Engine,
  items: readonly Item[],
  options: {
    kind: Pick<ListKind<Item, Row>, 'submit' | 'mostPerJob'>;
    runId: string;
    account: string | undefined;
  },
): Promise<readonly string[]> {
  const { kind, runId, account } = options;
  const payer = account === undefined ? {} : { account };
  const jobIds: string[] = [];
  for (let start = 0; start < items.length; start += kind.mostPerJob) {
    const part = items.slice(start, start + kind.mostPerJob);
    const idempotencyKey = `bulk-run:${runId}:${start}`;
    jobIds.push(await kind.submit(engine, part, { idempotencyKey, ...payer }));
  }
  return jobIds;
}

/** Rejects with InsufficientCredits where the account cannot pay all parts of a new run: none is begun then. */
export async function assertAffordable(
  engine: Engine,
  account: string,
  requiredMilliCredits: number,
): Promise<void> {
  const { available } = await engine.accounts.balance(account);
  if (available >= requiredMilliCredits) return;
  throw new InsufficientCredits({ availableMilliCredits: available, requiredMilliCredits });
}

/** Items of these jobs that have a result, be it one that is tried again. */
export async function processedOf(jobs: JobStore, jobIds: readonly string[]): Promise<number> {
  const records = await recordsOf(jobs, jobIds);
  return records.reduce((sum, { processed }) => sum + processed, 0);
}

export interface FollowOptions<Item, Row extends ListResult> {
  readonly kind: Pick<ListKind<Item, Row>, 'run' | 'groupOf'>;
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
export async function runJobs<Item, Row extends ListResult>(
  engine: Engine,
  jobIds: readonly string[],
  { kind, jobs, clock, signal, onView }: FollowOptions<Item, Row>,
): Promise<OutcomeCounts> {
  const counts = new OutcomeCounts();
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
    for await (const row of kind.run(engine, jobId, ended)) counts.add(kind.groupOf(row), row.substatus);
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
export async function* resultsOf<Item, Row extends ListResult>(
  engine: Engine,
  jobIds: readonly string[],
  kind: Pick<ListKind<Item, Row>, 'results'>,
): AsyncGenerator<Readonly<Row>> {
  for (const jobId of jobIds) yield* kind.results(engine, jobId);
}

type Seen = Omit<BulkView, 'counts'>;

/** Looks at all jobs together. When the next retry is due is only looked for when something has changed. */
function lookAt(jobs: JobStore, jobIds: readonly string[]): () => Promise<Seen> {
  let known: { state: string; nextAt: number } | undefined;
  return async () => {
    const records = await recordsOf(jobs, jobIds);
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

async function recordsOf(jobs: JobStore, jobIds: readonly string[]): Promise<readonly JobRecord[]> {
  const records = await Promise.all(jobIds.map((id) => jobs.get(id)));
  return records.filter((job) => job !== undefined);
}

async function nextRetryAt(jobs: JobStore, records: readonly JobRecord[]): Promise<number> {
  let next = Number.POSITIVE_INFINITY;
  for (const { id, retrying } of records) {
    let afterPosition = -1;
    for (let more = retrying > 0; more; ) {
      const page = await jobs.openItems(id, { afterPosition, limit: itemsPerPage });
      for (const { retryAt, position } of page) {
        next = Math.min(next, retryAt ?? next);
        afterPosition = position;
      }
      more = page.length === itemsPerPage;
    }
  }
  return next;
}
