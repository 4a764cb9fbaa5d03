import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { netPorts } from '../../adapters/net/index.ts';
import { postgresStores } from '../../adapters/postgres/index.ts';
import { redisStores } from '../../adapters/redis/index.ts';
import type { Sandbox } from '../../adapters/sandbox/index.ts';
import { sqliteStores } from '../../adapters/sqlite/index.ts';
import { createEngine } from '../../src/engine.ts';
import type { Engine } from '../../src/engine-interface.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { startPostgresql } from '../postgres/postgresql-server.ts';
import { type RedisServer, startRedis } from '../support/redis-server.ts';
import type { BulkChildOptions } from './bulk-child.ts';

/** A machine that runs several of these tests may answer late, which is no outage. */
const callTimeoutMs = 30_000;

/** A storage, open in this process, for children to use too. */
export interface BulkStorage extends AsyncDisposable {
  /** What a child needs to open it. */
  readonly location: BulkChildOptions['storage'];
  readonly stores: Stores;
  /** Opens the storage once more. */
  readonly open: (options: { clock: Clock }) => Stores;
  /** How many processes work on it at once. */
  readonly workers: number;
  /** Undefined where the storage is a file. */
  readonly server: Pick<RedisServer, 'kill' | 'restart'> | undefined;
  /**
   * Drops the connection leases of killed workers, which would count for 15 seconds where the system does not tell that
   * they have died. To be called while no worker runs.
   */
  dropPacingLeases(): Promise<void>;
}

async function sqliteStorage(): Promise<BulkStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'mailproof-bulk-'));
  const file = join(folder, 'mailproof.db');
  const stores = sqliteStores(file);
  return {
    location: { kind: 'sqlite', location: file },
    stores,
    open: (options) => sqliteStores(file, options),
    workers: 1,
    server: undefined,
    dropPacingLeases: async () => {
      // Connection limits are kept in a separate file, which may be lost.
      for (const ending of ['', '-wal', '-shm']) await rm(`${file}-pacing${ending}`, { force: true });
    },
    [Symbol.asyncDispose]: async () => {
      await stores.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function redisStorage(): Promise<BulkStorage> {
  const redis = await startRedis();
  const stores = redisStores(redis.url, { callTimeoutMs });
  return {
    location: { kind: 'redis', location: redis.url },
    stores,
    open: (options) => redisStores(redis.url, { callTimeoutMs, ...options }),
    workers: 2,
    server: redis,
    // The leases of the other worker have to count; those of killed workers expire.
    dropPacingLeases: async () => {},
    [Symbol.asyncDispose]: async () => {
      await stores.close();
      await redis.stop();
    },
  };
}

async function postgresStorage(): Promise<BulkStorage> {
  const postgresql = await startPostgresql();
  const stores = postgresStores(postgresql.url, { callTimeoutMs });
  return {
    location: { kind: 'postgres', location: postgresql.url },
    stores,
    open: (options) => postgresStores(postgresql.url, { callTimeoutMs, ...options }),
    workers: 2,
    server: postgresql,
    dropPacingLeases: async () => {},
    [Symbol.asyncDispose]: async () => {
      await stores.close();
      await postgresql.stop();
    },
  };
}

/** Starts an empty storage of each kind that processes share. */
export const storages = [
  ['SQLite', sqliteStorage],
  ['Redis', redisStorage],
  ['PostgreSQL', postgresStorage],
] as const;

/** Creates an engine in this process, without a worker. Closing it leaves the storage open. */
export function engineOn({ stores }: BulkStorage, sandbox: Sandbox): Engine {
  return createEngine({ ...stores, ...netPorts(sandbox.network), close: async () => {} });
}
