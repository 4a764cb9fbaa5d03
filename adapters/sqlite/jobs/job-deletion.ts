import { isUnsettled, jobNotFound } from '../../stores/job-rules.ts';
import type { SqliteConnection } from '../connection.ts';
import type { SqliteStoreDependencies } from '../store-dependencies.ts';
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
  readonly #dependencies: SqliteStoreDependencies;

  constructor(dependencies: SqliteStoreDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns false if the job is neither completed nor settled. Rejects with NotFound. */
  async delete(id: string): Promise<boolean> {
    const removed = await this.#dependencies.writes.write((connection) => {
      const job = readJob(connection, id);
      if (job === undefined) throw jobNotFound(id);
      if (isUnsettled(job.record)) return false;
      removeJob(connection, job.number);
      return true;
    });
    if (removed) await this.deleteRemoved();
    return removed;
  }

  async deleteFinished({ olderThanMs, limit }: { olderThanMs: number; limit: number }): Promise<number> {
    const latest = Math.floor(this.#dependencies.clock.now()) - olderThanMs;
    let deleted = 0;
    for (; deleted < limit; deleted += 1) {
      await this.deleteRemoved();
      const isRemoved = await this.#dependencies.writes.write((connection) =>
        removeOldest(connection, latest),
      );
      if (!isRemoved) break;
    }
    await this.deleteRemoved();
    return deleted;
  }

  /** Deletes the items and results of jobs that are gone. */
  async deleteRemoved(): Promise<void> {
    // Reading first: most calls find nothing, and then need no transaction.
    const { file, writes } = this.#dependencies;
    while ((await file.use(readRemovedJob)) !== undefined) await writes.write(deleteSlice);
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
