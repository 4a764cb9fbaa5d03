import { NotFound } from '../errors.ts';
import type { JobRecord, JobStore } from '../ports/job-store.ts';

/** Yields the jobs that are completed or settled, read `limit` at a time, in an order of the store's own. */
export async function* finishedJobs(jobs: JobStore, limit: number): AsyncGenerator<JobRecord> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await jobs.finished(cursor === undefined ? { limit } : { limit, cursor });
    yield* page.jobs;
    cursor = page.cursor;
  }
}

/** Yields all other jobs, in order of submission; some of them again if the last job of a page was deleted. */
export async function* unfinishedJobs(jobs: JobStore, limit: number): AsyncGenerator<JobRecord> {
  for (let after: string | undefined; ; ) {
    const options = after === undefined ? { limit } : { limit, after };
    const page = await unlessGone(jobs.unfinished(options), undefined);
    yield* page ?? [];
    if (page !== undefined && page.length < limit) return;
    after = page?.at(-1)?.id;
  }
}

/** Returns `otherwise` if a job was deleted meanwhile. */
export async function unlessGone<T>(call: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof NotFound) return otherwise;
    throw error;
  }
}
