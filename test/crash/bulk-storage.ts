import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { netPorts } from '../../adapters/net/index.ts';
import { redisStores } from '../../adapters/redis/index.ts';
import type { Sandbox } from '../../adapters/sandbox/index.ts';
import { sqliteStores } from '../../adapters/sqlite/index.ts';
import { createEngine, type Engine } from '../../src/engine.ts';
import type { Stores } from '../../src/ports.ts';
import { startRedis } from '../support/redis-server.ts';
import type { BulkChildOptions } from './bulk-child.ts';

/** A storage, and this process' way to it. */
export interface BulkStorage extends AsyncDisposable {
  /** For a child. */
  readonly location: BulkChildOptions['storage'];
  readonly stores: Stores;
  /** Processes that work on it at a time. */
  readonly workers: number;
  /** To be called while no worker lives: it has no connections, but what it had leased would count for a minute. */
  forgetLeases(): Promise<void>;
}

export async function sqliteStorage(): Promise<BulkStorage> {
  const folder = await mkdtemp(join(tmpdir(), 'mailproof-bulk-'));
  const file = join(folder, 'mailproof.db');
  const stores = sqliteStores(file);
  return {
    location: { kind: 'sqlite', place: file },
    stores,
    workers: 1,
    forgetLeases: async () => {
      // The limits are in a file of their own that may be lost.
      for (const ending of ['', '-wal', '-shm']) await rm(`${file}-pacing${ending}`, { force: true });
    },
    [Symbol.asyncDispose]: async () => {
      await stores.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export async function redisStorage(): Promise<BulkStorage> {
  const redis = await startRedis();
  const stores = redisStores(redis.url);
  return {
    location: { kind: 'redis', place: redis.url },
    stores,
    workers: 2,
    // The other worker's count on; those of the dead lapse.
    forgetLeases: async () => {},
    [Symbol.asyncDispose]: async () => {
      await stores.close();
      await redis.stop();
    },
  };
}

/** An engine in this process, which works on nothing unless it is told to. Closing it leaves the storage open. */
export function engineOn({ stores }: BulkStorage, sandbox: Sandbox): Engine {
  return createEngine({ ...stores, ...netPorts(sandbox.network), close: async () => {} });
}

export async function all<Item>(pages: AsyncIterable<readonly Item[]>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const page of pages) found.push(...page);
  return found;
}
