import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { netPorts } from '../../adapters/net/index.ts';
import { redisStores } from '../../adapters/redis/index.ts';
import { sqliteStores } from '../../adapters/sqlite/index.ts';
import { createEngine, type EnginePorts } from '../../src/engine.ts';
import type { NetworkPorts } from '../../src/ports.ts';
import { startRedis } from '../support/redis-server.ts';
import { settingsOf, startCrashWorld } from './crash-world.ts';
import { auditAccount, granted, sweepAll } from './ledger-audit.ts';
import type { Party, Purse } from './party.ts';
import { pursesPerLife, shortLives } from './short-lives.ts';

type Stores = Omit<EnginePorts, keyof NetworkPorts>;

const kills = 30;
/** Set it to what a failed run has printed, and the same clients ask and the same moments are chosen again. */
const seed = Number(process.env.CRASH_SEED ?? Date.now() % 1_000_000);

interface Storage extends AsyncDisposable {
  /** For `serve --store`. */
  readonly location: string;
  open(): Stores;
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
      await using world = await startCrashWorld(kills);
      const purses = await withStores(storage, makePurses);
      const args = ['--store', storage.location, ...settingsOf(world)];
      const parties = await shortLives({ lives: kills, seed, args, purses });

      // Otherwise nothing was under way when the server died, and the rest would show nothing.
      expect(parties.flatMap((party) => party.doubtful).length).toBeGreaterThan(kills);
      await withStores(storage, async (stores) => {
        expect(await sweepAll(stores.ledger)).toBeGreaterThan(0);
        expect(await wronglyCharged(stores, parties)).toEqual([]);
        await expectAnswersKept(stores, netPorts(world.network), parties);
      });
    },
    240_000,
  );
});

async function wronglyCharged(stores: Stores, parties: readonly Party[]): Promise<object[]> {
  const wrong: object[] = [];
  for (const { purses, certain, doubtful } of parties) {
    let charged = 0;
    for (const { account } of purses) charged += await auditAccount(stores.ledger, account);
    const fits = charged >= certain.length && charged <= certain.length + doubtful.length;
    if (!fits) wrong.push({ charged, certain, doubtful, accounts: purses.map(({ account }) => account) });
  }
  return wrong;
}

/** What a client was told is there for the next one, who has no credits for anything fresh. */
async function expectAnswersKept(
  stores: Stores,
  network: NetworkPorts,
  parties: readonly Party[],
): Promise<void> {
  await using engine = createEngine({ ...stores, ...network, close: async () => {} });
  const answered = parties.flatMap((party) => party.answered);
  expect(answered.length).toBeGreaterThan(kills);
  const again = answered.map((email) => engine.verify(email, { timeoutMs: 1_000, account: 'penniless' }));
  expect((await Promise.allSettled(again)).filter(({ status }) => status === 'rejected')).toEqual([]);
}

function makePurses(stores: Stores): Promise<Purse[]> {
  return Promise.all(
    Array.from({ length: kills * pursesPerLife }, async (_, index) => {
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
    open: () => sqliteStores(file),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

async function redisStorage(): Promise<Storage> {
  const redis = await startRedis();
  return {
    location: redis.url,
    open: () => redisStores(redis.url),
    [Symbol.asyncDispose]: () => redis.stop(),
  };
}
