import type { Job } from '../../../src/bulk/job.ts';
import type { JobFilter } from '../../../src/bulk/job-list.ts';
import type { JobAccess } from '../../../src/bulk/jobs.ts';
import type { RandomStream } from '../randomness/random-stream.ts';
import type { Story } from '../story/story.ts';
import { codeOf, isKnown, outcomeOf } from './call-outcomes.ts';
import { clientAccounts } from './client-accounts.ts';
import { type ClientList, keysOf } from './client-list.ts';
import type { CallOutcome, ClientCalls, ClientTime, Front } from './front.ts';
import type { JobCall, JobOwnership } from './job-ownership.ts';
import { resultsOf } from './list-calls.ts';

export interface JobOwnersParts {
  readonly time: ClientTime;
  readonly story: Story;
  readonly random: RandomStream;
  readonly nextFront: () => Promise<Front>;
  readonly wait: (ms: number) => Promise<void>;
}

/** A job that a client knows to be accepted. */
interface OwnedJob {
  readonly job: string;
  readonly jobId: string;
  readonly list: ClientList;
}

const retryMs = 5_000;
const longestRunMs = 2 * 3_600_000;
/** After the last of them the day is over. */
const dayMs = 86_400_000;

/** What clients do to keep their jobs and accounts in order, and what strangers try. */
export class JobOwners {
  readonly #parts: JobOwnersParts;
  /** Jobs that may be deleted by now. */
  readonly #deleted = new Set<string>();

  constructor(parts: JobOwnersParts) {
    this.#parts = parts;
  }

  /** True from when the owner has asked to delete the job. */
  mayBeDeleted(jobId: string): boolean {
    return this.#deleted.has(jobId);
  }

  /** Deletes a job: again later while it runs, and until that is confirmed. Then looks for it. */
  async delete({ job, jobId, list }: OwnedJob, { keyId, deletesAfterMs }: JobOwnership): Promise<void> {
    if (deletesAfterMs === undefined) return;
    const { random, story, wait } = this.#parts;
    await wait(deletesAfterMs);
    for (;;) {
      this.#deleted.add(jobId);
      story.add({ kind: 'deletion-asked', job, jobId });
      const { called, tookMs } = await this.#call('jobs.delete', ({ jobs }) =>
        jobs.delete(jobId, accessOf(keyId)),
      );
      const outcome = outcomeOf(called, 'deleted');
      story.add({ kind: 'deletion-answered', job, jobId, outcome, tookMs });
      if (outcome === 'conflict') await wait(random.skewed(1_000, longestRunMs));
      else if (isKnown(outcome)) break;
      else await wait(retryMs);
    }
    const call = random.pick(['status', 'describe', 'list', 'cancel'] as const);
    await this.#seek({ job, jobId, list }, { call, keyId, why: 'deleted' });
  }

  /** Tries with another API key to get at a job. */
  async intrude(owned: OwnedJob, { intrusion }: JobOwnership): Promise<void> {
    if (intrusion === undefined) return;
    const { keyId, call, afterMs } = intrusion;
    await this.#parts.wait(afterMs);
    await this.#seek(owned, { call, keyId, why: 'other-key' });
  }

  /** Lists jobs, and asks what an account was charged. */
  async readBooks(account: string, startedAt: number): Promise<void> {
    const { time, story, random } = this.#parts;
    const filter: JobFilter = random.pick([
      {},
      { account },
      { keyId: `first key of ${account}` },
      { account: random.pick(clientAccounts), unfinished: true },
    ]);
    const listed = await this.#call('jobs.list', ({ jobs }) => collect(jobs.list(filter)));
    if (listed.called.kind === 'answered')
      story.add({ kind: 'jobs-listed', filter, jobs: listed.called.value, tookMs: listed.tookMs });
    const from = random.chance(0.5) ? startedAt : time.now - random.integer(0, dayMs);
    const to = random.chance(0.5)
      ? startedAt + 2 * dayMs
      : Math.max(from, time.now - random.integer(0, dayMs));
    const { called, tookMs } = await this.#call('accounts.usage', ({ accounts }) =>
      accounts.usage(account, { from, to }),
    );
    if (called.kind === 'answered')
      story.add({ kind: 'usage-read', account, from, to, rows: called.value.rows, tookMs });
  }

  /** Asks what an operator sees of a job. */
  async describe({ job, jobId }: Omit<OwnedJob, 'list'>, keyId: string | undefined): Promise<void> {
    const { called, tookMs } = await this.#call('jobs.get', ({ jobs }) => jobs.get(jobId, accessOf(keyId)));
    if (called.kind === 'answered')
      this.#parts.story.add({ kind: 'job-described', job, summary: called.value, tookMs });
    else if (called.kind === 'failed' && codeOf(called.error) === 'not_found' && !this.mayBeDeleted(jobId))
      throw called.error;
  }

  /** Looks for a job that must not be found. */
  async #seek(
    { job, jobId, list }: OwnedJob,
    { call, keyId, why }: { call: JobCall; keyId: string | undefined; why: 'deleted' | 'other-key' },
  ): Promise<void> {
    const { called } = await this.#call('a job that is not there', async ({ jobs }) =>
      seek(jobs, { call, jobId, list, keyId }),
    );
    const outcome = called.kind === 'answered' && !called.value ? 'not_found' : outcomeOf(called, 'found');
    this.#parts.story.add({ kind: 'job-sought', job, call, keyId, why, outcome });
  }

  async #call<Value>(
    what: string,
    call: (service: ClientCalls) => Promise<Value>,
  ): Promise<{ called: CallOutcome<Value>; tookMs: number }> {
    const { time, nextFront } = this.#parts;
    const process = await nextFront();
    const askedAt = time.now;
    const called = await process.call(what, call);
    return { called, tookMs: time.now - askedAt };
  }
}

/** Returns the argument by which a client says who it is. */
export function accessOf(keyId: string | undefined): JobAccess {
  return keyId === undefined ? {} : { keyId };
}

/** Returns whether a job was found. Rejects as the service does. */
async function seek(
  jobs: ClientCalls['jobs'],
  { call, jobId, list, keyId }: { call: JobCall; jobId: string; list: ClientList; keyId: string | undefined },
): Promise<boolean> {
  const access = accessOf(keyId);
  const isOfPeople = list.kind === 'people';
  switch (call) {
    case 'status':
      await (isOfPeople ? jobs.lookupStatus(jobId, access) : jobs.status(jobId, access));
      return true;
    case 'results':
      await (isOfPeople
        ? jobs.lookupResults(jobId, { limit: keysOf(list).length, offset: 0 }, access)
        : resultsOf(jobs, jobId, access));
      return true;
    case 'describe':
      await jobs.get(jobId, access);
      return true;
    case 'cancel':
      await jobs.cancel(jobId, access);
      return true;
    case 'delete':
      await jobs.delete(jobId, access);
      return true;
    case 'list': {
      const listed = await collect(jobs.list(access));
      return listed.some(({ id }) => id === jobId);
    }
  }
}

async function collect(jobs: AsyncIterable<Job>): Promise<readonly Job[]> {
  const collected: Job[] = [];
  for await (const job of jobs) collected.push(job);
  return collected;
}
