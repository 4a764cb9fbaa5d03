import { isFinished, newJobRecord } from '../../src/bulk/job.ts';
import type { Clock } from '../../src/ports/clock.ts';
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
} from '../../src/ports/job-store.ts';
import {
  type CreateResult,
  decideAttempts,
  decideLease,
  deletableSince,
  type FailResult,
  type FinishedPage,
  isUnsettled,
  type JobLease,
  jobExists,
  jobNotFound,
  pageRoom,
  type RecordResult,
} from '../stores/job-rules.ts';
import { AccountJobs, MemoryAnnouncements } from './account-jobs.ts';
import { JobItems } from './job-items.ts';

interface MemoryJob {
  /** Frozen; every change replaces it. */
  record: JobRecord;
  readonly items: JobItems;
  readonly announceTo: readonly string[];
  /** Position in the order of submission. */
  readonly sequence: number;
  lease: JobLease | undefined;
}

/**
 * Jobs in the memory of this process. Methods are atomic because they never await; only `create` does, before the job
 * becomes visible.
 */
export class MemoryJobStore implements JobStore {
  readonly #jobs = new Map<string, MemoryJob>();
  readonly #idByIdempotencyKey = new Map<string, string>();
  /** In order of submission. */
  readonly #unsettled = new Set<MemoryJob>();
  readonly #ofAccounts = new AccountJobs();
  readonly #announcements: MemoryAnnouncements;
  /** Jobs whose items are being copied. */
  readonly #drafts = new Set<JobPosition>();
  readonly #clock: Clock;
  #created = 0;

  constructor(options: { clock: Clock }) {
    this.#clock = options.clock;
    this.#announcements = new MemoryAnnouncements(options.clock);
  }

  async create(job: NewJob, items: readonly JobItem[]): Promise<CreateResult> {
    const record = Object.freeze(newJobRecord(job, items.length));
    const existing = this.#findExisting(record);
    if (existing !== undefined) return { created: false, job: existing };
    const stored = await this.#draft(record, items);
    const createdMeanwhile = this.#findExisting(record);
    if (createdMeanwhile !== undefined) return { created: false, job: createdMeanwhile };
    const sequence = this.#created;
    this.#created += 1;
    const announceTo = [...(job.announceTo ?? [])];
    const created: MemoryJob = { record, items: stored, announceTo, sequence, lease: undefined };
    this.#jobs.set(record.id, created);
    this.#unsettled.add(created);
    if (record.account !== null) this.#ofAccounts.add(record.account, record);
    if (record.idempotency !== null) this.#idByIdempotencyKey.set(record.idempotency.key, record.id);
    return { created: true, job: record };
  }

  async get(id: string): Promise<JobRecord | undefined> {
    return this.#jobs.get(id)?.record;
  }

  async find(idempotencyKey: string): Promise<JobRecord | undefined> {
    return this.#findByIdempotencyKey(idempotencyKey);
  }

  async record(id: string, attempts: readonly JobAttempt[], options: { at: number }): Promise<RecordResult> {
    const job = this.#requireJob(id);
    const { items } = job;
    const decision = decideAttempts(job.record, attempts, {
      at: options.at,
      progressOf: (position) => items.progressAt(position),
    });
    for (const attempt of decision.recorded) items.record(attempt);
    const recorded = decision.recorded.map(({ position }) => position);
    return { recorded, job: this.#updateJob(job, decision.job) };
  }

  async start(id: string, options: { at: number }): Promise<JobRecord> {
    const job = this.#requireJob(id);
    return job.record.startedAt === null ? this.#updateJob(job, { startedAt: options.at }) : job.record;
  }

  async fail(id: string, options: { at: number; cancelled?: boolean }): Promise<FailResult> {
    const { at: failedAt, cancelled = false } = options;
    const job = this.#requireJob(id);
    if (isFinished(job.record)) return { failed: false, job: job.record };
    return { failed: true, job: this.#updateJob(job, { failedAt, cancelled }) };
  }

  async markSettled(id: string, options: { at: number }): Promise<void> {
    const job = this.#requireJob(id);
    const { failedAt, settledAt } = job.record;
    if (failedAt !== null && settledAt === null) this.#updateJob(job, { settledAt: options.at });
  }

  async page(id: string, options: { offset: number; limit: number }): Promise<readonly JobItemState[]> {
    const { items } = this.#requireJob(id);
    const { offset, limit } = options;
    const end = Math.min(offset + limit, items.total);
    return pageOf(
      items,
      Array.from({ length: Math.max(0, end - offset) }, (_, index) => offset + index),
    );
  }

  async items(id: string, positions: readonly number[]): Promise<readonly JobItemState[]> {
    const { items } = this.#requireJob(id);
    return pageOf(items, positions);
  }

  async openItems(
    id: string,
    options: { afterPosition?: number; limit: number },
  ): Promise<readonly JobItemState[]> {
    const { items } = this.#requireJob(id);
    const { afterPosition = -1, limit } = options;
    const open: number[] = [];
    for (let position = afterPosition + 1; position < items.total && open.length < limit; position += 1) {
      if (items.isOpen(position)) open.push(position);
    }
    return pageOf(items, open);
  }

  async nextRetryAt(id: string): Promise<number | null> {
    const { record, items } = this.#requireJob(id);
    return record.retrying === 0 ? null : items.nextRetryAt();
  }

  async unfinished(options: { limit: number; after?: string }): Promise<readonly JobRecord[]> {
    const { limit, after } = options;
    const last = after === undefined ? -1 : this.#requireJob(after).sequence;
    const records: JobRecord[] = [];
    for (const { record, sequence } of this.#unsettled) {
      if (records.length === limit) break;
      if (sequence > last) records.push(record);
    }
    return records;
  }

  async finished(options: { limit: number; cursor?: string }): Promise<FinishedPage> {
    const { limit, cursor } = options;
    const last = cursor === undefined ? -1 : Number(cursor);
    const jobs: JobRecord[] = [];
    for (const { record, sequence } of this.#jobs.values()) {
      if (sequence <= last || isUnsettled(record)) continue;
      jobs.push(record);
      if (jobs.length === limit) return { jobs, cursor: String(sequence) };
    }
    return { jobs, cursor: null };
  }

  async ofAccount(
    account: string,
    options: Parameters<JobStore['ofAccount']>[1],
  ): Promise<readonly JobRecord[]> {
    return this.#ofAccounts.newest(account, options).map((id) => this.#requireJob(id).record);
  }

  async redact(id: string, items: readonly RedactedItem[], { name }: RedactOptions = {}): Promise<number> {
    const job = this.#requireJob(id);
    if (isUnsettled(job.record)) return 0;
    if (name !== undefined) this.#updateJob(job, { name });
    return items.filter((item) => job.items.redact(item)).length;
  }

  async lease(id: string, options: { owner: string; now: number; until: number }): Promise<boolean> {
    const job = this.#requireJob(id);
    if (!isUnsettled(job.record)) return false;
    const { granted, lease } = decideLease(job.lease, options);
    job.lease = lease;
    return granted;
  }

  async releaseLease(id: string, owner: string): Promise<void> {
    const job = this.#requireJob(id);
    if (job.lease?.owner === owner) job.lease = undefined;
  }

  async leaseAnnouncement(
    endpoint: string,
    options: Parameters<JobStore['leaseAnnouncement']>[1],
  ): Promise<Announcement | undefined> {
    const leased = this.#announcements.lease(endpoint, options.leaseMs);
    return leased && { endpoint, job: this.#jobs.get(leased.jobId)?.record, ...leased };
  }

  async endAnnouncement(announcement: Announcement, options: { retryMs?: number } = {}): Promise<boolean> {
    return this.#announcements.end(announcement, options.retryMs);
  }

  async delete(id: string): Promise<boolean> {
    const job = this.#requireJob(id);
    if (isUnsettled(job.record)) return false;
    this.#delete(job);
    return true;
  }

  async deleteFinished(options: { olderThanMs: number; limit: number }): Promise<number> {
    const latest = this.#clock.now() - options.olderThanMs;
    let deleted = 0;
    for (const job of this.#jobs.values()) {
      if (deleted === options.limit) break;
      const since = deletableSince(job.record);
      if (since === undefined || since > latest) continue;
      this.#delete(job);
      deleted += 1;
    }
    return deleted;
  }

  async sweepDrafts(): Promise<readonly JobPosition[]> {
    return [...this.#drafts];
  }

  async #draft({ id, kind, submittedAt }: JobRecord, items: readonly JobItem[]): Promise<JobItems> {
    const draft = { id, submittedAt };
    this.#drafts.add(draft);
    try {
      return await JobItems.from(kind, items);
    } finally {
      this.#drafts.delete(draft);
    }
  }

  #delete({ record: { id, idempotency, account, submittedAt }, announceTo }: MemoryJob): void {
    this.#jobs.delete(id);
    for (const endpoint of announceTo) this.#announcements.forget(endpoint, id);
    if (account !== null) this.#ofAccounts.remove(account, { submittedAt, id });
    if (idempotency !== null) this.#idByIdempotencyKey.delete(idempotency.key);
  }

  /** Returns the job with the same idempotency key, if any. Throws Conflict if the id exists. */
  #findExisting({ id, idempotency }: NewJob): JobRecord | undefined {
    const first = idempotency === null ? undefined : this.#findByIdempotencyKey(idempotency.key);
    if (first === undefined && this.#jobs.has(id)) throw jobExists(id);
    return first;
  }

  #findByIdempotencyKey(idempotencyKey: string): JobRecord | undefined {
    const id = this.#idByIdempotencyKey.get(idempotencyKey);
    return id === undefined ? undefined : this.#requireJob(id).record;
  }

  #requireJob(id: string): MemoryJob {
    const job = this.#jobs.get(id);
    if (job === undefined) throw jobNotFound(id);
    return job;
  }

  #updateJob(job: MemoryJob, fields: Partial<JobRecord>): JobRecord {
    const wasFinished = isFinished(job.record);
    job.record = Object.freeze({ ...job.record, ...fields });
    if (!wasFinished && isFinished(job.record))
      for (const endpoint of job.announceTo) this.#announcements.add(endpoint, job.record);
    if (!isUnsettled(job.record)) this.#unsettled.delete(job);
    return job.record;
  }
}

/** Skips positions that do not exist. */
function pageOf(items: JobItems, positions: readonly number[]): JobItemState[] {
  const hasRoom = pageRoom();
  const states: JobItemState[] = [];
  for (const position of positions) {
    const state = items.at(position);
    if (state === undefined) continue;
    if (!hasRoom(state.item)) break;
    states.push(state);
  }
  return states;
}
