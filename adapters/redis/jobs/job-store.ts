import { isFinished } from '../../../src/bulk/job.ts';
import type {
  Announcement,
  JobAttempt,
  JobItem,
  JobItemState,
  JobPosition,
  JobRecord,
  JobStore,
  NewJob,
  RedactedItem,
  RedactOptions,
} from '../../../src/ports/job-store.ts';
import { type FinishedPage, jobNotFound } from '../../stores/job-rules.ts';
import type { RedisScript } from '../client.ts';
import type { RedisConnection } from '../connection.ts';
import { asInteger, asList, asText } from '../reply-values.ts';
import type { ScriptTime } from '../script-time.ts';
import { jobLease, jobRecord, jobRedact, jobReleaseLease, jobSetTime } from '../scripts/job-changes.ts';
import { jobItems, jobNextRetry, jobOpenItems } from '../scripts/job-reading.ts';
import type { RedisStoreDependencies } from '../store-dependencies.ts';
import { RedisJobCreation } from './job-creation.ts';
import { RedisJobDeletion } from './job-deletion.ts';
import { parseJob } from './job-fields.ts';
import { JobIndex } from './job-index.ts';
import { attemptArguments, parseItemState, redactionArguments } from './job-items.ts';

/**
 * Jobs shared by all processes that use the same Redis. All keys of a job are in one cluster slot, and each change is
 * one script, except creation, which takes several (job-creation.ts). An index spans the jobs (job-index.ts).
 */
export class RedisJobStore implements JobStore {
  readonly #redis: RedisConnection;
  readonly #time: ScriptTime;
  readonly #index: JobIndex;
  readonly #creation: RedisJobCreation;
  readonly #deletion: RedisJobDeletion;

  constructor(options: RedisStoreDependencies) {
    this.#redis = options.redis;
    this.#time = options.time;
    this.#redis.define(
      jobItems,
      jobLease,
      jobNextRetry,
      jobOpenItems,
      jobRecord,
      jobRedact,
      jobReleaseLease,
      jobSetTime,
    );
    this.#index = new JobIndex(options);
    const { redis, prefix } = options;
    this.#creation = new RedisJobCreation({ redis, prefix, index: this.#index });
    this.#deletion = new RedisJobDeletion({ redis, prefix, index: this.#index });
  }

  async create(job: NewJob, items: readonly JobItem[]) {
    return this.#creation.create(job, items);
  }

  async get(id: string): Promise<JobRecord | undefined> {
    return (await this.#index.readJob(id))?.record;
  }

  async find(idempotencyKey: string): Promise<JobRecord | undefined> {
    return this.#creation.find(idempotencyKey);
  }

  async record(id: string, attempts: readonly JobAttempt[], options: { at: number }) {
    const args = [String(options.at), ...attempts.flatMap(attemptArguments)];
    const [positions, values] = asList(await this.#runForJob(jobRecord, id, args));
    const recorded = asList(positions).map(asInteger);
    return { recorded, job: await this.#finishChange(id, values) };
  }

  async start(id: string, options: { at: number }): Promise<JobRecord> {
    return (await this.#setTime(id, 'startedAt', options)).job;
  }

  async fail(id: string, options: { at: number; cancelled?: boolean }) {
    const { changed, job } = await this.#setTime(id, 'failedAt', options);
    return { failed: changed, job };
  }

  async markSettled(id: string, options: { at: number }): Promise<void> {
    await this.#setTime(id, 'settledAt', options);
  }

  async page(id: string, options: { offset: number; limit: number }): Promise<readonly JobItemState[]> {
    const positions = Array.from({ length: options.limit }, (_, index) => options.offset + index);
    return this.#readItems(id, positions);
  }

  async items(id: string, positions: readonly number[]): Promise<readonly JobItemState[]> {
    return this.#readItems(id, positions);
  }

  async openItems(id: string, options: { afterPosition?: number; limit: number }) {
    const { afterPosition = -1, limit } = options;
    const args = [String(afterPosition + 1), String(limit)];
    const [positions, items] = asList(await this.#runForJob(jobOpenItems, id, args));
    return statesOf(asList(positions).map(asInteger), items);
  }

  async nextRetryAt(id: string): Promise<number | null> {
    const dueAt = await this.#runForJob(jobNextRetry, id, []);
    return dueAt === '' ? null : asInteger(dueAt);
  }

  async unfinished(options: { limit: number; after?: string }): Promise<readonly JobRecord[]> {
    const { limit, after } = options;
    if (after === undefined) return this.#index.unfinished({ limit, after: undefined });
    const last = await this.#index.readJob(after);
    if (last === undefined) throw jobNotFound(after);
    return this.#index.unfinished({ limit, after: { ...last.record, creationNumber: last.creationNumber } });
  }

  async finished(options: { limit: number; cursor?: string }): Promise<FinishedPage> {
    return this.#index.finishedPage(options);
  }

  async ofAccount(
    account: string,
    options: Parameters<JobStore['ofAccount']>[1],
  ): Promise<readonly JobRecord[]> {
    return this.#index.ofAccount(account, options);
  }

  async redact(id: string, items: readonly RedactedItem[], { name }: RedactOptions = {}): Promise<number> {
    return asInteger(await this.#runForJob(jobRedact, id, redactionArguments(items, name)));
  }

  async lease(id: string, options: { owner: string; now: number; until: number }): Promise<boolean> {
    const { owner, now, until } = options;
    // The clocks of two machines may differ by more than a lease, so only its duration is sent.
    const args = [owner, this.#time.argumentFor(now), String(until - now)];
    return asInteger(await this.#runForJob(jobLease, id, args)) === 1;
  }

  async releaseLease(id: string, owner: string): Promise<void> {
    await this.#runForJob(jobReleaseLease, id, [owner]);
  }

  async leaseAnnouncement(
    endpoint: string,
    options: Parameters<JobStore['leaseAnnouncement']>[1],
  ): Promise<Announcement | undefined> {
    return this.#index.announcements.lease(endpoint, options.leaseMs);
  }

  async endAnnouncement(announcement: Announcement, options: { retryMs?: number } = {}): Promise<boolean> {
    return this.#index.announcements.end(announcement, options.retryMs);
  }

  async delete(id: string): Promise<boolean> {
    return this.#deletion.delete(id);
  }

  async deleteFinished(options: { olderThanMs: number; limit: number }): Promise<number> {
    return this.#deletion.deleteFinished(options);
  }

  async sweepDrafts(): Promise<readonly JobPosition[]> {
    return this.#index.drafts();
  }

  async #setTime(
    id: string,
    field: 'startedAt' | 'failedAt' | 'settledAt',
    options: Parameters<JobStore['fail']>[1],
  ) {
    const args = [field, String(options.at), options.cancelled === true ? '1' : ''];
    const [changed, values] = asList(await this.#runForJob(jobSetTime, id, args));
    return { changed: asInteger(changed) === 1, job: await this.#finishChange(id, values) };
  }

  /** Parses a changed job, and changes its place in the index if it has finished. */
  async #finishChange(id: string, values: unknown): Promise<JobRecord> {
    const stored = parseJob(asList(values));
    if (stored === undefined) throw jobNotFound(id);
    const { record } = stored;
    // The change itself is complete. If the index is not changed, its next reader repeats that.
    if (isFinished(record)) await this.#index.finish(stored).catch(() => {});
    return record;
  }

  async #readItems(id: string, positions: readonly number[]): Promise<readonly JobItemState[]> {
    return statesOf(positions, await this.#runForJob(jobItems, id, positions.map(String)));
  }

  /** Runs a script of one job. Rejects with NotFound if the script returns null: there is no such job. */
  async #runForJob(script: RedisScript, id: string, args: readonly string[]): Promise<unknown> {
    const reply = await this.#redis.run(script, this.#index.keyOf(id), ...args);
    if (reply === null) throw jobNotFound(id);
    return reply;
  }
}

/** Returns the items that were read, the first of `positions`. Skips those that do not exist. */
function statesOf(positions: readonly number[], reply: unknown): JobItemState[] {
  const [items, results] = asList(reply).map(asList);
  return (items ?? []).flatMap((item, index) =>
    item === null ? [] : [parseItemState(positions[index] ?? 0, asText(item), results?.[index])],
  );
}
