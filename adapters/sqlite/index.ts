import { resolve } from 'node:path';
import { InvalidArgument } from '../../src/errors.ts';
import type { Clock, Stores } from '../../src/ports.ts';
import { InProcessQueue } from '../stores/in-process-queue.ts';
import { SlidingWindow } from '../stores/sliding-window.ts';
import { systemClock } from '../system-clock.ts';
import { SqliteCache } from './cache.ts';
import { DatabaseFile } from './database-file.ts';
import { libsqlDriver, type SqliteDriver } from './driver.ts';
import { SqliteJobStore } from './jobs/job-store.ts';
import { SqliteKeyStore } from './key-store.ts';
import { SqliteLedger } from './ledger.ts';
import { SqlitePacing } from './pacing.ts';
import { mainSchema, pacingSchema } from './schema.ts';
import { WriteBatch } from './write-batch.ts';

export type { SqliteDatabase, SqliteDriver, SqliteStatement, SqliteValue } from './driver.ts';

export interface SqliteStoresOptions {
  /** Default: the system's. */
  clock?: Clock;
  /** Default: libsql 0.5, which has to be installed beside mailproof. */
  driver?: SqliteDriver;
}

/**
 * Stores in one SQLite file, made where it does not exist, for any number of processes of one machine. Beside it
 * come `-wal` and `-shm`, which belong to it, and `<file>-pacing` with the limits towards exchanges, which may be
 * lost. Nothing is opened before the first use. Rate limits are those of this process.
 *
 * Throws InvalidArgument if `file` cannot be the name of a file, or the driver is missing.
 */
export function sqliteStores(file: string, options: SqliteStoresOptions = {}): Stores {
  const path = pathOf(file);
  const { clock = systemClock, driver = libsqlDriver() } = options;
  const main = new DatabaseFile({
    path,
    driver,
    clock,
    schema: mainSchema,
    synchronous: 'FULL',
    disposable: false,
  });
  const leases = new DatabaseFile({
    path: `${path}-pacing`,
    driver,
    clock,
    schema: pacingSchema,
    synchronous: 'OFF',
    disposable: true,
  });
  const writes = new WriteBatch(main);
  const stores = { file: main, writes, clock };
  const pacing = new SqlitePacing({ file: leases, clock });
  const queue = new InProcessQueue({ clock });
  return {
    cache: new SqliteCache(stores),
    pacing,
    rates: new SlidingWindow({ clock }),
    ledger: new SqliteLedger(stores),
    keys: new SqliteKeyStore(stores),
    jobs: new SqliteJobStore(stores),
    queue,
    ping: async () => {
      await writes.write((session) =>
        session.run('INSERT OR REPLACE INTO last_ping (one, at) VALUES (1, ?)', Math.floor(clock.now())),
      );
      await pacing.ping();
    },
    close: async () => {
      const handedBack = queue.close();
      pacing.close();
      await handedBack;
      await writes.drain();
      main.close();
      leases.close();
    },
  };
}

/** Absolute, so that it stays the same file wherever the process goes, and is never taken for a URL. */
function pathOf(file: string): string {
  if (typeof file !== 'string' || file === '' || file.includes('\0'))
    throw new InvalidArgument('file', 'file must be the path of a file.');
  if (file.startsWith(':memory:'))
    throw new InvalidArgument('file', 'SQLite in memory is not supported: use memoryStores() instead.');
  return resolve(file);
}
