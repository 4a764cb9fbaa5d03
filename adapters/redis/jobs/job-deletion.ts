/**
 * Deletes jobs. The data of a job is in three cluster slots, so it takes three steps: the claim on the
 * idempotency key and the entry among the jobs of its account, then the job itself, which disappears as a
 * whole, then the entry in the index of finished jobs. If a process dies in between, that entry is still
 * there, and the next clean-up repeats the steps. The account is known only as long as the job exists, so a
 * job whose deletion was interrupted is listed for its account no longer.
 */
import { deletableSince, isUnsettled, jobNotFound } from '../../stores/job-rules.ts';
import type { RedisConnection } from '../connection.ts';
import { asInteger } from '../reply-values.ts';
import { jobClaim, jobDelete } from '../scripts/job-creation.ts';
import { claimKeyOf, claimText } from './job-claim-text.ts';
import type { RedisJob } from './job-fields.ts';
import type { JobIndex } from './job-index.ts';

/** Jobs read from the index per call. */
const jobsAtOnce = 20;

export class RedisJobDeletion {
  readonly #redis: RedisConnection;
  readonly #index: JobIndex;
  readonly #prefix: string;

  constructor(dependencies: {
    redis: RedisConnection;
    index: JobIndex;
    prefix: string;
  }) {
    this.#redis = dependencies.redis;
    this.#index = dependencies.index;
    this.#prefix = dependencies.prefix;
    this.#redis.define(jobClaim, jobDelete);
  }

  /** Returns false if the job is neither completed nor settled. Rejects with NotFound. */
  async delete(id: string): Promise<boolean> {
    const job = await this.#index.readJob(id);
    if (job === undefined) throw jobNotFound(id);
    if (isUnsettled(job.record)) return false;
    if (!(await this.#delete(job))) throw jobNotFound(id);
    return true;
  }

  async deleteFinished({ olderThanMs, limit }: { olderThanMs: number; limit: number }): Promise<number> {
    let deleted = 0;
    while (deleted < limit) {
      const most = Math.min(jobsAtOnce, limit - deleted);
      const entries = await this.#index.finished({ olderThanMs, limit: most });
      for (const entry of entries) {
        const job = await this.#index.readJob(entry.id);
        const isCurrent = job !== undefined && job.creationNumber === entry.creationNumber;
        if (isCurrent && deletableSince(job.record) !== undefined) {
          if (await this.#delete(job)) deleted += 1;
        } else await this.#index.removeFinished(entry);
      }
      if (entries.length < most) break;
    }
    return deleted;
  }

  /** Returns false if another process has deleted the job. */
  async #delete(job: RedisJob): Promise<boolean> {
    const { record, creationNumber } = job;
    const entry = { ...record, creationNumber };
    await Promise.all([
      record.idempotency === null || this.#releaseClaim(record.idempotency.key, claimText(entry)),
      this.#index.removeOfAccount(entry),
      this.#index.announcements.forget(job),
    ]);
    const outcome = await this.#redis.run(jobDelete, this.#index.keyOf(record.id), creationNumber);
    await this.#index.forget(entry);
    return outcome !== null && asInteger(outcome) === 1;
  }

  async #releaseClaim(idempotencyKey: string, claim: string): Promise<void> {
    await this.#redis.run(jobClaim, claimKeyOf(this.#prefix, idempotencyKey), claim, '');
  }
}
