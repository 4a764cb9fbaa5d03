import { resolve } from 'node:path';
import { checkNames, checkOptions, namesOf } from '../../src/argument-checks.ts';
import { InvalidArgument } from '../../src/errors.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { checkedStore } from '../stores/argument-checks.ts';
import { cacheChecks } from '../stores/cache-rules.ts';
import { InProcessQueue } from '../stores/in-process-queue.ts';
import { jobChecks } from '../stores/job-rules.ts';
import { ledgerChecks } from '../stores/ledger-rules.ts';
import { RecentRefusal } from '../stores/recent-refusal.ts';
import { SlidingWindow } from '../stores/sliding-window.ts';
import { systemClock } from '../system-clock.ts';
import { SqliteCache } from './cache.ts';
import type { SqliteConnection } from './connection.ts';
import { DatabaseFile } from './database-file.ts';
import { libsqlDriver, type SqliteDriver } from './driver.ts';
import { examineFile, readCacheOf } from './file-examination.ts';
import { SqliteJobStore } from './jobs/job-store.ts';
import { SqliteKeyStore } from './key-store.ts';
import { sqliteLeases } from './leases.ts';
import { SqliteLedger } from './ledger.ts';
import { mainSchema, pacingSchema } from './schema.ts';
import { WriteBatch } from './write-batch.ts';

export type { SqliteDatabase, SqliteDriver, SqliteStatement, SqliteValue } from './driver.ts';

/** Options of `sqliteStores`; all have defaults. */
export interface SqliteStoresOptions {
  /** Default: the system clock. */
  clock?: Clock | undefined;
  /** The class that opens databases. Default: that of the optional dependency libsql 0.5. */
  driver?: SqliteDriver | undefined;
}

const optionNames = namesOf<SqliteStoresOptions>()('clock driver');

/**
 * Creates stores in one SQLite file, for any number of processes on one machine. The file is created if it does not
 * exist, and opened at its first use. SQLite adds `<file>-wal` and `<file>-shm`, which belong to it; `<file>-pacing`
 * holds the leases, and may be lost. Rate limits and the work queue are in the memory of each process.
 *
 * Throws InvalidArgument if `file` cannot be a file name, or the driver is missing.
 */
export function sqliteStores(file: string, options: SqliteStoresOptions = {}): Stores {
  const path = pathOf(file);
  checkOptions(options, "sqliteStores('mailproof.db', { driver }).");
  checkNames(options, optionNames);
  const { clock = systemClock, driver = libsqlDriver() } = options;
  const mainFile = new DatabaseFile({
    path,
    driver,
    clock,
    schema: mainSchema,
    synchronous: 'FULL',
    disposable: false,
  });
  const pacingFile = new DatabaseFile({
    path: `${path}-pacing`,
    driver,
    clock,
    schema: pacingSchema,
    synchronous: 'OFF',
    disposable: true,
  });
  const refusal = new RecentRefusal(clock);
  const writes = new WriteBatch(mainFile, refusal);
  const dependencies = { file: mainFile, writes, clock };
  const leases = sqliteLeases({ file: pacingFile, clock });
  const queue = new InProcessQueue({ clock });
  return {
    cache: checkedStore(new SqliteCache(dependencies), cacheChecks),
    leases,
    rateLimits: new SlidingWindow({ clock }),
    ledger: checkedStore(new SqliteLedger(dependencies), ledgerChecks),
    keys: new SqliteKeyStore(dependencies),
    jobs: checkedStore(new SqliteJobStore(dependencies), jobChecks),
    queue,
    ping: async () => {
      await writes.write((connection) =>
        connection.run('INSERT OR REPLACE INTO last_ping (one, at) VALUES (1, ?)', Math.floor(clock.now())),
      );
      await leases.ping();
    },
    checkReady: async () => {
      refusal.throwIfAny();
      const read = (connection: SqliteConnection) => connection.get('SELECT count(*) FROM sqlite_schema');
      await mainFile.use(read);
      await pacingFile.use(read);
    },
    diagnosis: {
      location: path,
      examine: (options) => examineFile({ path, driver, schema: mainSchema }, options),
      readCache: async (keys) => readCacheOf({ path, driver, schema: mainSchema }, keys, clock.now()),
    },
    close: async () => {
      const workersClosed = queue.close();
      leases.close();
      await workersClosed;
      await writes.drain();
      mainFile.close();
      pacingFile.close();
    },
  };
}

/** Returns the absolute path: it survives a change of directory and is never mistaken for a URL. */
function pathOf(file: string): string {
  if (typeof file !== 'string' || file === '' || file.includes('\0'))
    throw new InvalidArgument('file', 'file must be the path of a file.');
  if (file.startsWith(':memory:'))
    throw new InvalidArgument('file', 'SQLite in memory is not supported: use memoryStores() instead.');
  // As MAILPROOF_STORE has it: the file would be another one than that of the command line, and empty.
  const location = /^(?:sqlite|file):/.exec(file)?.[0];
  if (location !== undefined)
    throw new InvalidArgument('file', `file must be a path alone: pass '${file.slice(location.length)}'.`);
  return resolve(file);
}
