import { newJobRecord } from '../../../src/bulk/job-status.ts';
import type { Clock } from '../../../src/ports/clock.ts';
import type { JobItem, NewJob } from '../../../src/ports/job-store.ts';
import { type CreateResult, jobExists } from '../../stores/job-rules.ts';
import type { SqliteConnection } from '../connection.ts';
import type { DatabaseFile } from '../database-file.ts';
import type { SqliteStoreDependencies } from '../store-dependencies.ts';
import type { WriteBatch } from '../write-batch.ts';
import { deleteItems, insertItems, itemsPerRow } from './job-item-tables.ts';
import { insertOpenItems } from './job-open-items.ts';
import {
  deleteStagedJob,
  insertJob,
  insertStagedJob,
  isStaged,
  readExpiredStagedJobs,
  readJob,
  readJobByKey,
} from './job-tables.ts';

/** Most items of a job that is created in one transaction, at about the cost of any other write. */
const singleTransactionItems = 8 * itemsPerRow;
/** Items per slice; a slice is written in about a millisecond. */
const itemsPerSlice = 64 * itemsPerRow;
/** Rows of items deleted per transaction. */
const rowsPerDeletion = 256;
/** A staged job of this age was left behind by a process that died. */
const stagedJobExpiryMs = 600_000;

/**
 * Creates jobs. A small job is created in one transaction. The items of a large one are staged first, slice by slice,
 * and other writes run in between; readers do not see a staged job. The transaction that inserts the job's row, and
 * deletes the row of the staged job, makes it visible.
 */
export class SqliteJobCreation {
  readonly #file: DatabaseFile;
  readonly #writes: WriteBatch;
  readonly #clock: Clock;

  constructor(dependencies: SqliteStoreDependencies) {
    this.#file = dependencies.file;
    this.#writes = dependencies.writes;
    this.#clock = dependencies.clock;
  }

  /** Starts again if another process has deleted the staged job. Rejects with Conflict if the id exists. */
  async create(job: NewJob, items: readonly JobItem[]): Promise<CreateResult> {
    await this.#deleteExpired();
    for (;;) {
      const isSmall = items.length <= singleTransactionItems;
      const result = await (isSmall
        ? this.#createInOneTransaction(job, items)
        : this.#createInSlices(job, items));
      if (result !== undefined) return result;
    }
  }

  #createInOneTransaction(job: NewJob, items: readonly JobItem[]): Promise<CreateResult | undefined> {
    return this.#writes.write((connection) => {
      const existing = findExisting(connection, job);
      if (existing !== undefined) return existing;
      const number = this.#stage(connection);
      insertItems(connection, number, { first: 0, items });
      return publish(connection, number, { job, total: items.length });
    });
  }

  /** Returns undefined if this process was suspended for so long that another deleted the staged job. */
  async #createInSlices(job: NewJob, items: readonly JobItem[]): Promise<CreateResult | undefined> {
    const staged = await this.#writes.write(
      (connection) => findExisting(connection, job) ?? this.#stage(connection),
    );
    if (typeof staged !== 'number') return staged;
    try {
      await this.#writeItems(staged, items);
      const total = items.length;
      const result = await this.#writes.write(
        (connection) => findExisting(connection, job) ?? publish(connection, staged, { job, total }),
      );
      if (result?.created === false) await this.#delete(staged);
      return result;
    } catch (error) {
      // If the deletion fails too, a later creation deletes the expired items.
      await this.#delete(staged).catch(() => undefined);
      throw error;
    }
  }

  #stage(connection: SqliteConnection): number {
    return insertStagedJob(connection, Math.floor(this.#clock.now()) + stagedJobExpiryMs);
  }

  async #writeItems(number: number, items: readonly JobItem[]): Promise<void> {
    for (let first = 0; first < items.length; first += itemsPerSlice) {
      const slice = { first, items: items.slice(first, first + itemsPerSlice) };
      const written = await this.#file.use((connection) =>
        unsynced(connection, () => addSlice(connection, number, slice)),
      );
      if (!written) return;
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
  }

  async #deleteExpired(): Promise<void> {
    const now = this.#clock.now();
    for (const number of await this.#file.use((connection) => readExpiredStagedJobs(connection, now))) {
      await this.#delete(number);
    }
  }

  /** Deletes a staged job, unless it has become a job. */
  async #delete(number: number): Promise<void> {
    for (let more = true; more; )
      more = await this.#writes.write((connection) => deleteSome(connection, number));
  }
}

/** Returns the job with the same idempotency key, if any. Throws Conflict if the id exists. */
function findExisting(connection: SqliteConnection, job: NewJob): CreateResult | undefined {
  const repeated = job.idempotency === null ? undefined : readJobByKey(connection, job.idempotency.key);
  if (repeated !== undefined) return { created: false, job: repeated.record };
  if (readJob(connection, job.id) !== undefined) throw jobExists(job.id);
  return undefined;
}

/** Returns false if the staged job is gone: items added to it would never be deleted. */
function addSlice(
  connection: SqliteConnection,
  number: number,
  slice: { first: number; items: readonly JobItem[] },
): boolean {
  if (!isStaged(connection, number)) return false;
  insertItems(connection, number, slice);
  return true;
}

/** Returns undefined if the staged job is gone. */
function publish(
  connection: SqliteConnection,
  number: number,
  { job, total }: { job: NewJob; total: number },
): CreateResult | undefined {
  if (!isStaged(connection, number)) return undefined;
  deleteStagedJob(connection, number);
  insertJob(connection, number, job, total);
  insertOpenItems(connection, number, total);
  return { created: true, job: newJobRecord(job, total) };
}

/** Returns whether rows may be left. */
function deleteSome(connection: SqliteConnection, number: number): boolean {
  if (!isStaged(connection, number)) return false;
  if (deleteItems(connection, number, rowsPerDeletion) === rowsPerDeletion) return true;
  deleteStagedJob(connection, number);
  return false;
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
