import { checkNames, checkOptions, namesOf } from '../../src/argument-checks.ts';
import { InvalidArgument } from '../../src/errors.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { CreditLedger } from '../../src/ports/credit-ledger.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { checkedStore } from '../stores/argument-checks.ts';
import { checkServerOptions, type GivenQueueTimes } from '../stores/batch-rules.ts';
import { cacheChecks } from '../stores/cache-rules.ts';
import { jobChecks } from '../stores/job-rules.ts';
import { ledgerChecks } from '../stores/ledger-rules.ts';
import { RecentRefusal } from '../stores/recent-refusal.ts';
import { systemClock } from '../system-clock.ts';
import { PostgresCache } from './cache.ts';
import { Database, HostTransaction } from './database.ts';
import { examinePostgres, readServerTime } from './examination.ts';
import { PostgresJobStore } from './jobs/job-store.ts';
import { PostgresKeyStore } from './key-store.ts';
import { postgresLeases, postgresRateLimits } from './leases.ts';
import { PostgresLedger } from './ledger.ts';
import { postgresAddress } from './location.ts';
import { createPool, type PostgresClient, type PostgresPool } from './pool.ts';
import { PostgresWorkQueue } from './queue/work-queue.ts';
import { checkedSchema } from './schema-state.ts';

export type { GivenQueueTimes, QueueTimes } from '../stores/batch-rules.ts';
export type { PooledClient, PostgresClient, PostgresPool } from './pool.ts';
export { postgresSchema } from './schema-state.ts';

/** Options of `postgresStores`; all have defaults. */
export interface PostgresStoresOptions {
  /** Default: the time of the server, which all machines share. */
  clock?: Clock | undefined;
  /** Stores in different schemas are independent. Default: `mailproof`. */
  schema?: string | undefined;
  /** False if the host creates the schema itself, from `postgresSchema()`. Default: true. */
  createSchema?: boolean | undefined;
  /** A call that takes longer than this many milliseconds rejects with StorageUnavailable. Default: 10,000. For a URL. */
  callTimeoutMs?: number | undefined;
  /** Timing of the work queue: when batches are delivered again. Always in real time. */
  queueTimes?: GivenQueueTimes | undefined;
}

const optionNames = namesOf<PostgresStoresOptions>()('clock schema createSchema callTimeoutMs queueTimes');

/**
 * Creates stores that any number of processes share, in PostgreSQL 13 or later. `source`: a URL
 * `postgres://[user:password@]host[:port]/database`, or a `Pool` of `pg`, which `close()` leaves open. Connects at the first
 * call, and creates the schema if it is missing. Requires pg 8, installed beside mailproof.
 *
 * The pool may be behind PgBouncer in transaction mode: no statement leaves anything in its session. Only workers keep a
 * connection of the pool for themselves, on which they LISTEN; behind a pooler they do not, and look for batches twice a second.
 * So the pool of a process with workers needs `max: 2` or more.
 *
 * Throws InvalidArgument for an invalid URL, schema or timeout; a worker that begins does for a pool of one connection.
 */
export function postgresStores(source: string | PostgresPool, options: PostgresStoresOptions = {}): Stores {
  checkOptions(options, "postgresStores('postgres://localhost/app', { schema: 'mailproof' }).");
  checkNames(options, optionNames);
  const { clock, createSchema = true, callTimeoutMs = 10_000 } = options;
  const schema = checkedSchema(options.schema);
  checkServerOptions(callTimeoutMs, options.queueTimes);
  const owned = typeof source === 'string';
  const address = owned ? addressOf(source) : 'the given pool';
  if (!owned && typeof source?.connect !== 'function') addressOf('');
  const pool = owned ? createPool(source, { callTimeoutMs }) : source;
  const refusal = new RecentRefusal(clock ?? systemClock);
  const database = new Database({ pool, owned, schema, createSchema, address, refusal });
  const dependencies = { database, clock };
  const cache = checkedStore(new PostgresCache({ database, clock: clock ?? systemClock }), cacheChecks);
  const leases = postgresLeases(dependencies);
  const queue = new PostgresWorkQueue(dependencies, options.queueTimes);
  return {
    cache,
    leases,
    rateLimits: postgresRateLimits(dependencies),
    ledger: checkedStore(new PostgresLedger(dependencies), ledgerChecks),
    keys: new PostgresKeyStore(dependencies),
    jobs: checkedStore(new PostgresJobStore(dependencies), jobChecks),
    queue,
    ping: async () => {
      await database.query('UPDATE mailproof.storage SET last_ping = clock_timestamp()');
      await leases.ping();
      refusal.clear();
    },
    checkReady: async () => {
      refusal.throwIfAny();
      await database.query('SELECT version FROM mailproof.storage');
    },
    diagnosis: {
      location: address,
      examine: () => examinePostgres(database),
      readCache: (keys) => Promise.all(keys.map((key) => cache.get(key))),
      ...(clock === undefined ? { now: () => readServerTime(database) } : {}),
    },
    close: async () => {
      const workersClosed = queue.close();
      leases.close();
      await workersClosed;
      await database.close();
    },
  };
}

/**
 * Returns a ledger whose changes are part of the transaction that the client has begun, and made when it is
 * committed. Keep it short: until it ends, all others who charge the account wait for its row. `client`: a
 * client of `pg`. The schema must be there.
 */
export function postgresLedger(
  client: PostgresClient,
  options: Pick<PostgresStoresOptions, 'schema' | 'clock'> = {},
): CreditLedger {
  if (typeof client?.query !== 'function')
    throw new InvalidArgument('client', 'client must be a client of pg that has begun a transaction.');
  checkOptions(options, "postgresLedger(client, { schema: 'mailproof' }).");
  checkNames(options, namesOf<typeof options>()('schema clock'));
  const { schema, clock } = options;
  const database = new HostTransaction(client, checkedSchema(schema));
  return checkedStore<CreditLedger>(new PostgresLedger({ database, clock }), ledgerChecks);
}

function addressOf(url: string): string {
  const address = postgresAddress(url);
  if (address !== undefined) return address;
  throw new InvalidArgument(
    'url',
    'The URL of a PostgreSQL is postgres://user:password@host:5432/database. A Pool of pg may take its place.',
  );
}
