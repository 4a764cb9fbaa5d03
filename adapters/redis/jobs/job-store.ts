import type { JobAttempt, JobItem, JobItemState, JobRecord, JobStore, NewJob } from '../../../src/ports.ts';
import {
  checkChange,
  checkIdempotencyKey,
  checkJobId,
  checkLease,
  checkNewJob,
  checkOpen,
  checkPage,
  checkPositions,
  checkRecord,
  checkUnfinished,
  checkUnlease,
  isUnsettled,
  jobNotFound,
} from '../../stores/job-rules.ts';
import type { RedisScript } from '../client.ts';
import type { RedisConnection } from '../connection.ts';
import { integerOf, listOf } from '../reply.ts';
import { jobLease } from '../scripts/job-lease.ts';
import { jobOpen } from '../scripts/job-open.ts';
import { jobRecord } from '../scripts/job-record.ts';
import { jobFields } from '../scripts/job-records.ts';
import { jobReleaseLease } from '../scripts/job-release-lease.ts';
import { jobStep } from '../scripts/job-step.ts';
import { JobCreation } from './job-creation.ts';
import { type StoredJob, storedJob } from './job-fields.ts';
import { JobIndex } from './job-index.ts';
import { attemptWords, fieldsOf, itemState, linesOf } from './job-items.ts';

/**
 * Jobs that every process of the Redis shares. A job lies in one slot of a cluster, and each change to it is one
 * script; creation alone takes several (job-creation), and what spans jobs is an index (job-index).
 */
export class RedisJobStore implements JobStore {
  readonly #redis: RedisConnection;
  readonly #index: JobIndex;
  readonly #creation: JobCreation;

  constructor(options: { redis: RedisConnection; prefix: string }) {
    this.#redis = options.redis;
    this.#index = new JobIndex(options);
    this.#creation = new JobCreation({ ...options, index: this.#index });
  }

  async create(job: NewJob, items: readonly JobItem[]) {
    checkNewJob(job, items);
    return this.#creation.create(job, items);
  }

  async get(id: string): Promise<JobRecord | undefined> {
    checkJobId(id);
    return (await this.#stored(id))?.record;
  }

  async find(idempotencyKey: string): Promise<JobRecord | undefined> {
    checkIdempotencyKey(idempotencyKey);
    return this.#creation.find(idempotencyKey);
  }

  async record(id: string, attempts: readonly JobAttempt[], options: { at: number }) {
    checkRecord(id, attempts, options);
    const words = [String(options.at), ...attempts.flatMap(attemptWords)];
    const [positions, values] = listOf(await this.#run(jobRecord, id, words));
    const recorded = listOf(positions).map(integerOf);
    return { recorded, job: await this.#changed(id, values) };
  }

  async start(id: string, options: { at: number }): Promise<JobRecord> {
    return (await this.#step(id, 'startedAt', options)).job;
  }

  async fail(id: string, options: { at: number }) {
    const { noted, job } = await this.#step(id, 'failedAt', options);
    return { failed: noted, job };
  }

  async markSettled(id: string, options: { at: number }): Promise<void> {
    await this.#step(id, 'settledAt', options);
  }

  async page(id: string, options: { offset: number; limit: number }): Promise<readonly JobItemState[]> {
    checkPage(id, options);
    const positions = Array.from({ length: options.limit }, (_, index) => options.offset + index);
    return this.#read(id, positions);
  }

  async items(id: string, positions: readonly number[]): Promise<readonly JobItemState[]> {
    checkPositions(id, positions);
    return this.#read(id, positions);
  }

  async openItems(id: string, options: { afterPosition?: number; limit: number }) {
    checkOpen(id, options);
    const { afterPosition = -1, limit } = options;
    const words = [String(afterPosition + 1), String(limit)];
    const [found, values] = listOf(await this.#run(jobOpen, id, words));
    const positions = listOf(found).map(integerOf);
    return statesOf(positions, await this.#lines(id, positions), listOf(values));
  }

  async unfinished(options: { limit: number; after?: string }): Promise<readonly JobRecord[]> {
    checkUnfinished(options);
    const { limit, after } = options;
    if (after === undefined) return this.#index.unfinished({ limit, after: undefined });
    const last = await this.#stored(after);
    if (last === undefined) throw jobNotFound(after);
    return this.#index.unfinished({ limit, after: { ...last.record, ticket: last.ticket } });
  }

  async lease(id: string, options: { owner: string; now: number; until: number }): Promise<boolean> {
    checkLease(id, options);
    const words = [options.owner, String(options.now), String(options.until)];
    return integerOf(await this.#run(jobLease, id, words)) === 1;
  }

  async releaseLease(id: string, owner: string): Promise<void> {
    checkUnlease(id, owner);
    await this.#run(jobReleaseLease, id, [owner]);
  }

  async #step(id: string, field: 'startedAt' | 'failedAt' | 'settledAt', options: { at: number }) {
    checkChange(id, options);
    const [noted, values] = listOf(await this.#run(jobStep, id, [field, String(options.at)]));
    return { noted: integerOf(noted) === 1, job: await this.#changed(id, values) };
  }

  /** The job as a change has left it, out of the index if nobody need drive it on. */
  async #changed(id: string, values: unknown): Promise<JobRecord> {
    const stored = storedJob(listOf(values));
    if (stored === undefined) throw jobNotFound(id);
    const { record, ticket } = stored;
    // The change itself is made. If this fails, the next reader of the index does it.
    if (!isUnsettled(record)) await this.#index.remove({ ...record, ticket }).catch(() => {});
    return record;
  }

  async #stored(id: string): Promise<StoredJob | undefined> {
    const values = await this.#redis.command('HMGET', `${this.#index.tag(id)}:record`, ...jobFields);
    return storedJob(listOf(values));
  }

  /** The items at these positions, each as it stands at one moment. */
  async #read(id: string, positions: readonly number[]): Promise<readonly JobItemState[]> {
    const [lines, values] = await Promise.all([this.#lines(id, positions), this.#results(id, positions)]);
    if (lines.size === 0) await this.#assertExists(id);
    return statesOf(positions, lines, values);
  }

  async #lines(id: string, positions: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const fields = fieldsOf(positions);
    if (fields.length === 0) return new Map();
    return linesOf(
      fields,
      listOf(await this.#redis.command('HMGET', `${this.#index.tag(id)}:items`, ...fields)),
    );
  }

  async #results(id: string, positions: readonly number[]): Promise<readonly unknown[]> {
    if (positions.length === 0) return [];
    const fields = positions.map(String);
    return listOf(await this.#redis.command('HMGET', `${this.#index.tag(id)}:results`, ...fields));
  }

  async #assertExists(id: string): Promise<void> {
    if ((await this.#stored(id)) === undefined) throw jobNotFound(id);
  }

  /** Runs a script of one job, which answers nothing where there is no such job. */
  async #run(script: RedisScript, id: string, words: readonly string[]): Promise<unknown> {
    const reply = await this.#redis.run(script, this.#index.tag(id), ...words);
    if (reply === null) throw jobNotFound(id);
    return reply;
  }
}

/** Positions that are not there are left out. */
function statesOf(
  positions: readonly number[],
  lines: ReadonlyMap<number, string>,
  values: readonly unknown[],
): JobItemState[] {
  return positions.flatMap((position, index) => {
    const line = lines.get(position);
    return line === undefined ? [] : [itemState(position, line, values[index])];
  });
}
