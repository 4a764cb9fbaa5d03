import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { netPorts } from '../../adapters/net/index.ts';
import { redisStores } from '../../adapters/redis/index.ts';
import { sqliteStores } from '../../adapters/sqlite/index.ts';
import { createEngine } from '../../src/engine.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { NetworkPorts } from '../../src/ports/network-ports.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { startRedis } from '../support/redis-server.ts';
import { auditAccount, granted, releaseAllHolds } from './ledger-audit.ts';
import type { ClientGroup, FundedAccount } from './serve-clients.ts';
import { accountsPerRound, serveThroughKills } from './serve-kills.ts';
import { serveArguments, startServeSandbox } from './serve-sandbox.ts';

const kills = 30;
/** With the number that a failed run printed, clients and moments are chosen as in that run. */
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);

interface Storage extends AsyncDisposable {
  /** For `serve --store`. */
  readonly location: string;
  readonly open: (options?: { clock: Clock }) => Stores;
}

describe(`serve, killed ${kills} times under concurrent verifications`, () => {
  it.concurrent.each([
    ['SQLite', sqliteStorage],
    ['Redis', redisStorage],
  ] as const)(
    'on %s charges each answer once, and loses no credit',
    async (name, start) => {
      console.log(`crashes on ${name}: CRASH_SEED=${seed}`);
      await using storage = await start();
      await using sandbox = await startServeSandbox(kills);
      const accounts = await withStores(storage, createAccounts);
      const args = ['--store', storage.location, ...serveArguments(sandbox)];
      const groups = await serveThroughKills({ rounds: kills, seed, args, accounts });

      // Otherwise no request was under way when the server died, and the test would show nothing.
      expect(groups.flatMap((group) => group.uncertain).length).toBeGreaterThan(kills);
      expect(await releaseAllHolds(storage.open)).toBeGreaterThan(0);
      await withStores(storage, async (stores) => {
        expect(await wrongCharges(stores, groups)).toEqual([]);
        await expectAnswersCached(stores, netPorts(sandbox.network), groups);
      });
    },
    240_000,
  );
});

async function wrongCharges(stores: Stores, groups: readonly ClientGroup[]): Promise<object[]> {
  const wrong: object[] = [];
  for (const { accounts, certain, uncertain } of groups) {
    let charged = 0;
    for (const { account } of accounts) charged += await auditAccount(stores.ledger, account);
    const correct = charged >= certain.length && charged <= certain.length + uncertain.length;
    if (!correct)
      wrong.push({ charged, certain, uncertain, accounts: accounts.map(({ account }) => account) });
  }
  return wrong;
}

/** Expects that a client without credits gets every answer that was given before. */
async function expectAnswersCached(
  stores: Stores,
  network: NetworkPorts,
  groups: readonly ClientGroup[],
): Promise<void> {
  await using engine = createEngine({ ...stores, ...network, close: async () => {} });
  const answered = groups.flatMap((group) => group.answered);
  expect(answered.length).toBeGreaterThan(kills);
  const again = answered.map((email) => engine.verify(email, { timeoutMs: 1_000, account: 'no-credits' }));
  expect((await Promise.allSettled(again)).filter(({ status }) => status === 'rejected')).toEqual([]);
}

function createAccounts(stores: Stores): Promise<FundedAccount[]> {
  return Promise.all(
    Array.from({ length: kills * accountsPerRound }, async (_, index) => {
      const account = `account-${index}`;
      const id = `grant-${index}`;
      await stores.ledger.grant({ id, account, milliCredits: granted, reason: 'purchase' });
      const keys = await Promise.all([stores.keys.create({ account }), stores.keys.create({ account })]);
      return { account, keys: keys.map(({ key }) => key) };
    }),
  );
}

async function withStores<Result>(
  storage: Storage,
  use: (stores: Stores) => Promise<Result>,
): Promise<Result> {
  const stores = storage.open();
  try {
    return await use(stores);
  } finally {
    await stores.close();
  }
}

async function sqliteStorage(): Promise<Storage> {
  const folder = await mkdtemp(join(tmpdir(), 'mailproof-crash-'));
  const file = join(folder, 'mailproof.db');
  return {
    location: `sqlite:${file}`,
    open: (options) => sqliteStores(file, options),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function redisStorage(): Promise<Storage> {
  const redis = await startRedis();
  return {
    location: redis.url,
    open: (options) => redisStores(redis.url, options),
    [Symbol.asyncDispose]: () => redis.stop(),
  };
}
