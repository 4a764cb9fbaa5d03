import { isFinished } from '../../src/bulk/job-status.ts';
import type { JobAttempt, JobItem, JobItemState, JobRecord, JobStore, NewJob } from '../../src/ports.ts';
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
  isThrough,
  isUnsettled,
  jobExists,
  jobNotFound,
  newJobRecord,
} from '../stores/job-rules.ts';
import { JobItems } from './job-items.ts';

interface StoredJob {
  /** Frozen; replaced as a whole with each change. */
  record: JobRecord;
  readonly items: JobItems;
  /** The place in the order of submission. */
  readonly sequence: number;
  lease: { readonly owner: string; readonly until: number } | undefined;
}

/**
 * Jobs of this process. But for the slices of `create`, of which nothing shows before the last, every method runs
 * to its end without a pause, which is what makes it atomic.
 */
export class MemoryJobStore implements JobStore {
  readonly #jobs = new Map<string, StoredJob>();
  readonly #idByIdempotencyKey = new Map<string, string>();
  /** In order of submission. */
  readonly #unsettled = new Set<StoredJob>();

  async create(job: NewJob, items: readonly JobItem[]): Promise<{ created: boolean; job: JobRecord }> {
    checkNewJob(job, items);
    const record = Object.freeze(newJobRecord(job, items.length));
    const known = this.#known(record);
    if (known !== undefined) return { created: false, job: known };
    const stored = await JobItems.of(record.kind, items);
    const overtaking = this.#known(record);
    if (overtaking !== undefined) return { created: false, job: overtaking };
    const sequence = this.#jobs.size;
    const created: StoredJob = { record, items: stored, sequence, lease: undefined };
    this.#jobs.set(record.id, created);
    this.#unsettled.add(created);
    if (record.idempotency !== null) this.#idByIdempotencyKey.set(record.idempotency.key, record.id);
    return { created: true, job: record };
  }

  async get(id: string): Promise<JobRecord | undefined> {
    checkJobId(id);
    return this.#jobs.get(id)?.record;
  }

  async find(idempotencyKey: string): Promise<JobRecord | undefined> {
    checkIdempotencyKey(idempotencyKey);
    return this.#submittedWith(idempotencyKey);
  }

  async record(
    id: string,
    attempts: readonly JobAttempt[],
    options: { at: number },
  ): Promise<{ recorded: readonly number[]; job: JobRecord }> {
    checkRecord(id, attempts, options);
    const job = this.#job(id);
    if (isFinished(job.record)) return { recorded: [], job: job.record };
    let { processed, retrying, retried, safe } = job.record;
    const recorded: number[] = [];
    for (const attempt of attempts) {
      const change = job.items.record(attempt);
      if (change === undefined) continue;
      recorded.push(attempt.position);
      processed += change.processed;
      retrying += change.retrying;
      retried += change.retried;
      safe += change.safe;
    }
    const counters = { processed, retrying, retried, safe };
    const completedAt = isThrough({ total: job.record.total, processed, retrying }) ? options.at : null;
    return { recorded, job: this.#change(job, { ...counters, completedAt }) };
  }

  async start(id: string, options: { at: number }): Promise<JobRecord> {
    checkChange(id, options);
    const job = this.#job(id);
    return job.record.startedAt === null ? this.#change(job, { startedAt: options.at }) : job.record;
  }

  async fail(id: string, options: { at: number }): Promise<{ failed: boolean; job: JobRecord }> {
    checkChange(id, options);
    const job = this.#job(id);
    if (isFinished(job.record)) return { failed: false, job: job.record };
    return { failed: true, job: this.#change(job, { failedAt: options.at }) };
  }

  async markSettled(id: string, options: { at: number }): Promise<void> {
    checkChange(id, options);
    const job = this.#job(id);
    const { failedAt, settledAt } = job.record;
    if (failedAt !== null && settledAt === null) this.#change(job, { settledAt: options.at });
  }

  async page(id: string, options: { offset: number; limit: number }): Promise<readonly JobItemState[]> {
    checkPage(id, options);
    const { items } = this.#job(id);
    const { offset, limit } = options;
    const end = Math.min(offset + limit, items.total);
    const states: JobItemState[] = [];
    for (let position = offset; position < end; position += 1) push(states, items.at(position));
    return states;
  }

  async items(id: string, positions: readonly number[]): Promise<readonly JobItemState[]> {
    checkPositions(id, positions);
    const { items } = this.#job(id);
    const states: JobItemState[] = [];
    for (const position of positions) push(states, items.at(position));
    return states;
  }

  async openItems(
    id: string,
    options: { afterPosition?: number; limit: number },
  ): Promise<readonly JobItemState[]> {
    checkOpen(id, options);
    const { items } = this.#job(id);
    const { afterPosition = -1, limit } = options;
    const states: JobItemState[] = [];
    for (let position = afterPosition + 1; position < items.total && states.length < limit; position += 1) {
      if (items.isOpen(position)) push(states, items.at(position));
    }
    return states;
  }

  async unfinished(options: { limit: number; after?: string }): Promise<readonly JobRecord[]> {
    checkUnfinished(options);
    const { limit, after } = options;
    const last = after === undefined ? -1 : this.#job(after).sequence;
    const records: JobRecord[] = [];
    for (const { record, sequence } of this.#unsettled) {
      if (records.length === limit) break;
      if (sequence > last) records.push(record);
    }
    return records;
  }

  async lease(id: string, options: { owner: string; now: number; until: number }): Promise<boolean> {
    checkLease(id, options);
    const job = this.#job(id);
    const { owner, now, until } = options;
    if (!isUnsettled(job.record)) return false;
    if (job.lease !== undefined && job.lease.owner !== owner && now < job.lease.until) return false;
    job.lease = { owner, until };
    return true;
  }

  async releaseLease(id: string, owner: string): Promise<void> {
    checkUnlease(id, owner);
    const job = this.#job(id);
    if (job.lease?.owner === owner) job.lease = undefined;
  }

  /** The job that was submitted under the same idempotency key. Throws Conflict if the id is taken. */
  #known({ id, idempotency }: NewJob): JobRecord | undefined {
    const first = idempotency === null ? undefined : this.#submittedWith(idempotency.key);
    if (first === undefined && this.#jobs.has(id)) throw jobExists(id);
    return first;
  }

  #submittedWith(idempotencyKey: string): JobRecord | undefined {
    const id = this.#idByIdempotencyKey.get(idempotencyKey);
    return id === undefined ? undefined : this.#job(id).record;
  }

  #job(id: string): StoredJob {
    const job = this.#jobs.get(id);
    if (job === undefined) throw jobNotFound(id);
    return job;
  }

  #change(job: StoredJob, fields: Partial<JobRecord>): JobRecord {
    job.record = Object.freeze({ ...job.record, ...fields });
    if (!isUnsettled(job.record)) this.#unsettled.delete(job);
    return job.record;
  }
}

function push(states: JobItemState[], state: JobItemState | undefined): void {
  if (state !== undefined) states.push(state);
}
