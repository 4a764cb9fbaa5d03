import { randomUUID } from 'node:crypto';
import type { RedisStoresOptions, redisStores } from '../../adapters/redis/index.ts';
import type {
  CacheContractSubject,
  CreditLedgerContractSubject,
  JobStoreContractSubject,
  KeyStoreContractSubject,
  LeasesContractSubject,
  RateLimitsContractSubject,
} from '../../contract/index.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { RedisServer } from '../support/redis-server.ts';

export interface RedisSubjects {
  readonly cache: CacheContractSubject;
  readonly leases: LeasesContractSubject;
  readonly ledger: CreditLedgerContractSubject;
  readonly keys: KeyStoreContractSubject;
  readonly rateLimits: RateLimitsContractSubject;
  readonly jobs: JobStoreContractSubject;
}

type Connect = (options: RedisStoresOptions) => ReturnType<typeof redisStores>;

/** The subjects of all suites: each test gets stores with a new prefix, and on request a second client. */
export function redisSubjects(
  name: string,
  servers: () => readonly RedisServer[],
  connect: Connect,
): RedisSubjects {
  const open = (options: { clock?: Clock }) => {
    const prefix = `test-${randomUUID()}`;
    const first = connect({ ...options, prefix });
    const opened = [first];
    const another = () => {
      const stores = connect({ ...options, prefix });
      opened.push(stores);
      return stores;
    };
    const stop = async () => {
      await Promise.all(opened.map((stores) => stores.close()));
    };
    return { prefix, first, another, stop };
  };
  return {
    cache: {
      name,
      start: async (options) => {
        const { first, another, stop } = open(options);
        return { cache: first.cache, stop, openSecond: async () => another().cache };
      },
    },
    leases: {
      name,
      start: async (options) => {
        const { first, another, stop } = open(options);
        return { leases: first.leases, stop, openSecond: async () => another().leases };
      },
    },
    ledger: {
      name,
      start: async (options) => {
        const { first, another, stop } = open(options);
        return { ledger: first.ledger, stop, openSecond: async () => another().ledger };
      },
    },
    keys: {
      name,
      start: async (options) => {
        const { prefix, first, another, stop } = open(options);
        const dump = async () =>
          (await Promise.all(servers().map((server) => everythingOf(server, prefix)))).join('\n');
        return { keys: first.keys, stop, openSecond: async () => another().keys, dump };
      },
    },
    rateLimits: {
      name,
      start: async (options) => {
        const { first, another, stop } = open(options);
        return { rateLimits: first.rateLimits, stop, openSecond: async () => another().rateLimits };
      },
    },
    jobs: {
      name,
      start: async (options) => {
        const { first, another, stop } = open(options);
        return { jobs: first.jobs, stop, openSecond: async () => another().jobs };
      },
    },
  };
}

/** Returns the names and contents of all keys with the prefix. */
export async function everythingOf(server: RedisServer, prefix: string): Promise<string> {
  const names = (await server.cli('--scan', '--pattern', `*${prefix}*`)).split('\n').filter(Boolean);
  const contents = await Promise.all(names.map((name) => contentOf(server, name)));
  return [...names, ...contents].join('\n');
}

const reading: Readonly<Record<string, readonly [command: string, ...range: string[]]>> = {
  string: ['GET'],
  hash: ['HGETALL'],
  list: ['LRANGE', '0', '-1'],
  set: ['SMEMBERS'],
  zset: ['ZRANGE', '0', '-1'],
};

async function contentOf(server: RedisServer, name: string): Promise<string> {
  const [command, ...range] = reading[await server.cli('TYPE', name)] ?? [];
  if (command === undefined) throw new Error(`${name} is of a type that the stores do not use.`);
  return server.cli(command, name, ...range);
}
