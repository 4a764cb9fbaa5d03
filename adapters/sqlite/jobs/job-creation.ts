import { newJobRecord } from '../../../src/bulk/job.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { JobItem, JobPosition, NewJob } from '../../../src/ports/job-store.ts';
import { type CreateResult, jobExists } from '../../stores/job-rules.ts';
import type { SqliteConnection } from '../connection.ts';
import type { DatabaseFile } from '../database-file.ts';
import type { SqliteStoreDependencies } from '../store-dependencies.ts';
import type { WriteBatch } from '../write-batch.ts';
import type { SqliteJobDeletion } from './job-deletion.ts';
import { insertItems, insertOpenItems, itemsPerRow } from './job-item-tables.ts';
import {
  deleteDraft,
  insertDraft,
  insertJob,
  insertRemovedJob,
  readDrafts,
  readJob,
  readJobByKey,
  renewDraft,
} from './job-tables.ts';

/** Most items of a job that is created in one transaction, at about the cost of any other write. */
const singleTransactionItems = 8 * itemsPerRow;
/** Items per slice; a slice is written in about a millisecond. */
const itemsPerSlice = 64 * itemsPerRow;
/** A draft to which nothing was added for so long was left behind by a process that died. */
const draftExpiryMs = 30_000;

/**
 * Creates jobs. A small job is created in one transaction. The items of a large one are written to a draft first, slice by
 * slice, and other writes run in between; readers do not see it. The transaction that inserts the job's row, and deletes the
 * row of the draft, makes it visible.
 */
export class SqliteJobCreation {
  readonly #file: DatabaseFile;
  readonly #writes: WriteBatch;
  readonly #clock: Clock;
  readonly #deletion: Pick<SqliteJobDeletion, 'deleteRemoved'>;

  constructor(
    dependencies: SqliteStoreDependencies & { readonly deletion: Pick<SqliteJobDeletion, 'deleteRemoved'> },
  ) {
    this.#file = dependencies.file;
    this.#writes = dependencies.writes;
    this.#clock = dependencies.clock;
    this.#deletion = dependencies.deletion;
  }

  /** Starts again if another process has deleted the draft. Rejects with Conflict if the id exists. */
  async create(job: NewJob, items: readonly JobItem[]): Promise<CreateResult> {
    for (;;) {
      const isSmall = items.length <= singleTransactionItems;
      const result = await (isSmall
        ? this.#createInOneTransaction(job, items)
        : this.#createInSlices(job, items));
      if (result !== undefined) return result;
    }
  }

  /** Deletes expired drafts, and returns the others. */
  async sweepDrafts(): Promise<readonly JobPosition[]> {
    const drafts = await this.#file.use(readDrafts);
    const now = this.#clock.now();
    const isExpired = ({ expiresAt }: { expiresAt: number }) =>
      // A draft that seems to last longer is older than a change of the clock.
      expiresAt <= now || expiresAt > now + draftExpiryMs;
    for (const { number } of drafts.filter(isExpired)) await this.#remove(number);
    return drafts.filter((draft) => !isExpired(draft)).map(({ id, submittedAt }) => ({ id, submittedAt }));
  }

  #createInOneTransaction(job: NewJob, items: readonly JobItem[]): Promise<CreateResult | undefined> {
    return this.#writes.write((connection) => {
      const existing = findExisting(connection, job);
      if (existing !== undefined) return existing;
      const number = insertDraft(connection, job, this.#expiry());
      insertItems(connection, number, { first: 0, items });
      return publish(connection, number, { job, total: items.length });
    });
  }

  /** Returns undefined if this process was suspended for so long that another deleted the draft. */
  async #createInSlices(job: NewJob, items: readonly JobItem[]): Promise<CreateResult | undefined> {
    const draft = await this.#writes.write(
      (connection) => findExisting(connection, job) ?? insertDraft(connection, job, this.#expiry()),
    );
    if (typeof draft !== 'number') return draft;
    try {
      await this.#writeItems(draft, items);
      const total = items.length;
      const result = await this.#writes.write(
        (connection) => findExisting(connection, job) ?? publish(connection, draft, { job, total }),
      );
      if (result?.created === false) await this.#remove(draft);
      return result;
    } catch (error) {
      // If that fails too, the draft expires.
      await this.#remove(draft).catch(() => undefined);
      throw error;
    }
  }

  #expiry(): number {
    return Math.floor(this.#clock.now()) + draftExpiryMs;
  }

  async #writeItems(number: number, items: readonly JobItem[]): Promise<void> {
    for (let first = 0; first < items.length; first += itemsPerSlice) {
      const slice = { first, items: items.slice(first, first + itemsPerSlice) };
      const written = await this.#file.use((connection) =>
        unsynced(connection, () => {
          // Items added to a draft that is gone would never be deleted.
          if (!renewDraft(connection, number, this.#expiry())) return false;
          insertItems(connection, number, slice);
          return true;
        }),
      );
      if (!written) return;
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }

  /** Deletes a draft, unless it has become a job. From the first step on, it can no longer become one. */
  async #remove(number: number): Promise<void> {
    await this.#writes.write((connection) => {
      if (deleteDraft(connection, number)) insertRemovedJob(connection, number);
    });
    await this.#deletion.deleteRemoved();
  }
}

/** Returns the job with the same idempotency key, if any. Throws Conflict if the id exists. */
function findExisting(connection: SqliteConnection, job: NewJob): CreateResult | undefined {
  const repeated = job.idempotency === null ? undefined : readJobByKey(connection, job.idempotency.key);
  if (repeated !== undefined) return { created: false, job: repeated.record };
  if (readJob(connection, job.id) !== undefined) throw jobExists(job.id);
  return undefined;
}

/** Returns undefined if the draft is gone. */
function publish(
  connection: SqliteConnection,
  number: number,
  { job, total }: { job: NewJob; total: number },
): CreateResult | undefined {
  if (!deleteDraft(connection, number)) return undefined;
  insertJob(connection, number, job, total);
  insertOpenItems(connection, number, total);
  return { created: true, job: newJobRecord(job, total) };
}

/**
 * Runs a transaction without syncing the disk, so that a power cut may lose it. The transaction that inserts the job's
 * row syncs the whole log, and with it all slices.
 */
function unsynced<T>(connection: SqliteConnection, work: () => T): T {
  connection.script('PRAGMA synchronous = NORMAL');
  try {
    return connection.transaction(work);
  } finally {
    connection.script('PRAGMA synchronous = FULL');
  }
}
