import type { Clock } from '../../src/ports/clock.ts';
import type { DatabaseFile } from './database-file.ts';
import type { WriteBatch } from './write-batch.ts';

/** What the stores of one SQLite file share. */
export interface SqliteStoreDependencies {
  /** For reads. */
  readonly file: DatabaseFile;
  /** For writes. */
  readonly writes: WriteBatch;
  readonly clock: Clock;
}
