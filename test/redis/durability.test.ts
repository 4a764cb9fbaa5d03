import { expect, it } from 'vitest';
import { redisStores } from '../../adapters/redis/index.ts';
import { newJob } from '../../contract/jobs/sample-data.ts';
import { auditedBalance } from '../../contract/ledger/audit.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { startRedis } from '../support/redis-server.ts';

const account = 'acme';
const snapshotsOnly = ['--appendonly', 'no'];

/** A purchase, a charge, a job and an API key, all confirmed. Returns the key. */
async function fill({ ledger, jobs, keys }: Stores, name: string): Promise<string> {
  await ledger.grant({ id: `grant ${name}`, account, milliCredits: 10_000, reason: 'purchase' });
  await ledger.hold({ id: `hold ${name}`, account, milliCredits: 200, expiresInMs: 60_000 });
  await ledger.capture(`hold ${name}`);
  const idempotency = { key: `list ${name}`, fingerprint: name };
  await jobs.create(newJob({ id: name, account, idempotency }), [{ email: 'ann@example.com' }]);
  return (await keys.create({ account })).key;
}

async function killAndRestart({ settings, saves }: { settings: readonly string[]; saves: boolean }) {
  const server = await startRedis({ settings });
  const stores = redisStores(server.url);
  const early = await fill(stores, 'early');
  if (saves) await server.cli('SAVE');
  const late = await fill(stores, 'late');
  await server.kill();
  await server.restart();
  while ((await stores.ping().catch(() => 'down')) === 'down');
  return {
    stores,
    keys: { early, late },
    [Symbol.asyncDispose]: async () => {
      await stores.close();
      await server.stop();
    },
  };
}

it('a Redis that appends every change has all that it confirmed after it was killed', async () => {
  await using after = await killAndRestart({ settings: [], saves: false });
  const { stores, keys } = after;
  expect(await auditedBalance(stores.ledger, account)).toEqual({ available: 19_600, held: 0 });
  for (const name of ['early', 'late'] as const) {
    expect(await stores.jobs.get(name)).toMatchObject({ total: 1 });
    expect(await stores.jobs.find(`list ${name}`)).toMatchObject({ id: name });
    expect(await stores.keys.find(keys[name])).toMatchObject({ account });
  }
});

it('a Redis that takes snapshots only is back at the last one, where everything fits together', async () => {
  await using after = await killAndRestart({ settings: snapshotsOnly, saves: true });
  const { stores, keys } = after;
  expect(await auditedBalance(stores.ledger, account)).toEqual({ available: 9_800, held: 0 });
  expect(await stores.jobs.get('early')).toMatchObject({ total: 1 });
  expect(await stores.keys.find(keys.early)).toMatchObject({ account });
  expect(await stores.jobs.get('late')).toBeUndefined();
  expect(await stores.jobs.find('list late')).toBeUndefined();
  expect(await stores.keys.find(keys.late)).toBeUndefined();
  // What is lost can be entered again under the same ids.
  await fill(stores, 'late');
  expect(await auditedBalance(stores.ledger, account)).toEqual({ available: 19_600, held: 0 });
});

it('a Redis that has taken no snapshot either has nothing', async () => {
  await using after = await killAndRestart({ settings: snapshotsOnly, saves: false });
  const { stores, keys } = after;
  expect(await auditedBalance(stores.ledger, account)).toEqual({ available: 0, held: 0 });
  expect(await stores.jobs.get('early')).toBeUndefined();
  expect(await stores.keys.find(keys.early)).toBeUndefined();
});
