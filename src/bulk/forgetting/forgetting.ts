import { addressKey } from '../../address/address-key.ts';
import { delay } from '../../concurrency/deadline.ts';
import { ForgottenAddresses } from '../../credits/forgotten-addresses.ts';
import type { Verifications } from '../../credits/verifications.ts';
import type { Lookups } from '../../lookup/lookups.ts';
import type { Cache } from '../../ports/cache.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobStore } from '../../ports/job-store.ts';
import { JobSearch } from './job-search.ts';

/** What was removed of an address. */
export interface Forgotten {
  /** Cached results that named it: its verdict, and lookups that found it. */
  readonly cached: number;
  /** Addresses, rows and names of finished jobs in which it was redacted. */
  readonly jobItems: number;
  /**
   * Ids of jobs that are not finished and have the address, or a row of its domain that may still find it. Forget it again
   * once they are finished, or cancel and delete them.
   */
  readonly unfinishedJobs: readonly string[];
}

export interface ForgettingDependencies {
  readonly cache: Cache;
  readonly clock: Clock;
  readonly jobs: JobStore;
  /** Of every level. */
  readonly verifications: readonly Pick<Verifications, 'forget'>[];
  readonly lookups: Pick<Lookups, 'forget'>;
}

/** Removes an address from all stores, as `Engine.forget` says. Rejects with StorageUnavailable; a repeat goes on. */
export async function forgetAddress(
  email: string,
  { cache, clock, jobs, verifications, lookups }: ForgettingDependencies,
  signal?: AbortSignal,
): Promise<Forgotten> {
  const key = addressKey(email);
  await new ForgottenAddresses(cache, clock).mark(key);
  await waitForDrafts(jobs, clock, signal);
  let cached = await lookups.forget(email);
  for (const level of verifications) cached += await level.forget(email);
  const search = new JobSearch({ jobs, clock, key, signal });
  // In this order: a job that finishes meanwhile is in both, never in neither.
  const unfinishedJobs = await search.unfinishedJobs();
  const jobItems = await search.redactFinishedJobs();
  return { cached, jobItems, unfinishedJobs };
}

const pollMs = 250;

/** Waits until what is being submitted now is a job, or was deleted because its process died: no search finds it before. */
async function waitForDrafts(
  jobs: Pick<JobStore, 'sweepDrafts'>,
  clock: Clock,
  signal: AbortSignal | undefined,
): Promise<void> {
  let waiting = (await jobs.sweepDrafts()).map(({ id }) => id);
  while (waiting.length > 0) {
    await delay(clock, pollMs, signal);
    const left = new Set((await jobs.sweepDrafts()).map(({ id }) => id));
    waiting = waiting.filter((id) => left.has(id));
  }
}
