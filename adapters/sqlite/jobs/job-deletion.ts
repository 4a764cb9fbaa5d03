import type { Clock } from '../../../src/ports/clock.ts';
import { isUnsettled, jobNotFound } from '../../stores/job-rules.ts';
import type { SqliteConnection } from '../connection.ts';
import type { DatabaseFile } from '../database-file.ts';
import type { SqliteStoreDependencies } from '../store-dependencies.ts';
import type { WriteBatch } from '../write-batch.ts';
import { deleteItems, deleteResults } from './job-item-tables.ts';
import { forgetRemovedJob, readFinishedJobs, readJob, readRemovedJob, removeJob } from './job-tables.ts';

/** Rows deleted per transaction: about two milliseconds. */
const resultsPerWrite = 250;
const itemRowsPerWrite = 64;

/**
 * Deletes jobs. One small transaction removes the row of the job, so that no reader sees it; its items and results are
 * deleted in slices, and other writes run in between. If the process dies, the next deletion deletes what is left.
 */
export class SqliteJobDeletion {
  readonly #file: DatabaseFile;
  readonly #writes: WriteBatch;
  readonly #clock: Clock;

  constructor(dependencies: SqliteStoreDependencies) {
    this.#file = dependencies.file;
    this.#writes = dependencies.writes;
    this.#clock = dependencies.clock;
  }

  /** Returns false if the job is neither completed nor settled. Rejects with NotFound. */
  async delete(id: string): Promise<boolean> {
    const removed = await this.#writes.write((connection) => {
      const job = readJob(connection, id);
      if (job === undefined) throw jobNotFound(id);
      if (isUnsettled(job.record)) return false;
      removeJob(connection, job.number);
      return true;
    });
    if (removed) await this.#deleteRemoved();
    return removed;
  }

  async deleteFinished({ olderThanMs, limit }: { olderThanMs: number; limit: number }): Promise<number> {
    const latest = Math.floor(this.#clock.now()) - olderThanMs;
    let deleted = 0;
    for (; deleted < limit; deleted += 1) {
      await this.#deleteRemoved();
      const isRemoved = await this.#writes.write((connection) => removeOldest(connection, latest));
      if (!isRemoved) break;
    }
    await this.#deleteRemoved();
    return deleted;
  }

  async #deleteRemoved(): Promise<void> {
    // Reading first: most calls find nothing, and then need no transaction.
    while ((await this.#file.use(readRemovedJob)) !== undefined) await this.#writes.write(deleteSlice);
  }
}

/** Returns false if no job is that old. */
function removeOldest(connection: SqliteConnection, latest: number): boolean {
  const [number] = readFinishedJobs(connection, latest, 1);
  if (number === undefined) return false;
  removeJob(connection, number);
  return true;
}

function deleteSlice(connection: SqliteConnection): void {
  const number = readRemovedJob(connection);
  if (number === undefined) return;
  if (deleteResults(connection, number, resultsPerWrite) === resultsPerWrite) return;
  if (deleteItems(connection, number, itemRowsPerWrite) === itemRowsPerWrite) return;
  forgetRemovedJob(connection, number);
}
