import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import Libsql from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type SqliteDriver, sqliteStores } from '../../adapters/sqlite/index.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { openStores, type SqliteStores, temporaryFile } from './temporary-file.ts';
import { watchedDriver } from './watched-driver.ts';

const grant = { id: 'grant', account: 'acme', milliCredits: 10_000, reason: 'purchase' } as const;
const hold = { id: 'hold', account: 'acme', milliCredits: 1, expiresInMs: 4e12 };
const lease = { max: 2, leaseMs: 60_000 };

/** Longer than the delay after which a file is opened again. */
const whileMs = 1_000;

/** Every method that uses the file. */
const uses: readonly ((stores: SqliteStores) => Promise<unknown>)[] = [
  ({ cache }) => cache.get('key'),
  ({ cache }) => cache.set('key', { value: 'value', expiresAt: 4e12 }),
  ({ ledger }) => ledger.grant(grant),
  ({ ledger }) => ledger.hold(hold),
  ({ ledger }) => ledger.capture('hold'),
  ({ ledger }) => ledger.release('hold'),
  ({ ledger }) => ledger.sweep({ limit: 10 }),
  ({ ledger }) => ledger.balance('acme'),
  ({ ledger }) => ledger.entries('acme', { limit: 10 }),
  ({ keys }) => keys.create({ account: 'acme' }),
  ({ keys }) => keys.find('mp_unknown'),
  ({ keys }) => keys.revoke('mp_unknown'),
  ({ keys }) => keys.list('acme'),
  (stores) => stores.ping(),
];

async function expectAllUnavailable(stores: SqliteStores, advice: RegExp): Promise<void> {
  for (const use of uses) {
    await expect(use(stores), String(use)).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringMatching(advice),
      cause: expect.any(Error),
    });
  }
}

async function expectAllWork(stores: SqliteStores): Promise<void> {
  for (const use of uses) await use(stores);
  expect(await stores.leases.acquire('mx.example.org', lease)).toMatchObject({ kind: 'lease' });
}

/** Stores in a new file, in which an account has credits. */
async function fundedStores() {
  const file = await temporaryFile();
  const clock = new ManualClock();
  const stores = openStores(file, { clock });
  await stores.ledger.grant(grant);
  return { file, clock, stores };
}

function connect(file: string): Libsql.Database {
  const database = new Libsql(file);
  onTestFinished(() => {
    database.close();
  });
  return database;
}

describe('an unavailable storage', () => {
  it('is a directory; works again when a file can be created there', async () => {
    const file = await temporaryFile();
    await mkdir(file);
    const clock = new ManualClock();
    const stores = openStores(file, { clock });
    await expectAllUnavailable(
      stores,
      /cannot be opened. It must be a file that this process may read and write/,
    );
    await rm(file, { recursive: true });
    clock.leap(whileMs);
    await expectAllWork(stores);
  });

  it('has no directory; works again when there is one', async () => {
    const file = join(await temporaryFile(), 'data', 'mailproof.db');
    const clock = new ManualClock();
    const stores = openStores(file, { clock });
    await expectAllUnavailable(stores, /a directory that it may write to/);
    await expect(stores.leases.acquire('mx.example.org', lease)).rejects.toMatchObject({
      code: 'storage_unavailable',
    });
    await mkdir(dirname(file), { recursive: true });
    clock.leap(whileMs);
    await expectAllWork(stores);
  });

  it('is not a database; works again when it is replaced by one', async () => {
    const file = await temporaryFile();
    await writeFile(file, 'no database, '.repeat(1_000));
    const clock = new ManualClock();
    const stores = openStores(file, { clock });
    await expectAllUnavailable(stores, /not a SQLite database/);
    await rm(file);
    clock.leap(whileMs);
    await expectAllWork(stores);
  });

  it('is a file that the driver cannot open, whatever error it throws', async () => {
    class Unable {
      constructor() {
        throw new TypeError('Cannot open database because the directory does not exist');
      }
    }
    const driver = Unable as unknown as SqliteDriver;
    const stores = sqliteStores(await temporaryFile(), { driver, clock: new ManualClock() });
    await expectAllUnavailable(stores, /cannot be opened: see the cause/);
  });

  it('is the pacing file alone, which ping reports', async () => {
    const file = await temporaryFile();
    await mkdir(`${file}-pacing`);
    const clock = new ManualClock();
    const stores = openStores(file, { clock });
    const unavailable = { code: 'storage_unavailable', message: expect.stringContaining('-pacing') };
    await expect(stores.ping()).rejects.toMatchObject(unavailable);
    await expect(stores.leases.acquire('mx.example.org', lease)).rejects.toMatchObject(unavailable);
    await expect(
      stores.leases.pause('mx.example.org', { until: 0, reason: 'limited' }),
    ).rejects.toMatchObject(unavailable);
    await rm(`${file}-pacing`, { recursive: true });
    clock.leap(whileMs);
    await expectAllWork(stores);
  });

  it('was moved away; works again with all data when it is moved back', async () => {
    const file = await temporaryFile();
    const stores = openStores(file);
    await stores.ledger.grant(grant);
    await rename(file, `${file}.away`);
    await expectAllUnavailable(stores, /is gone. Put it back/);
    await rename(`${file}.away`, file);
    expect(await stores.ledger.balance('acme')).toEqual({ available: 10_000, held: 0 });
    await expectAllWork(stores);
  });

  it('is never recreated by a process that has opened it before', async () => {
    const file = await temporaryFile();
    const stores = openStores(file);
    await stores.ledger.grant(grant);
    for (const suffix of ['', '-wal', '-shm']) await rm(`${file}${suffix}`);
    await expectAllUnavailable(stores, /is gone/);
    await expect(rm(file)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('was replaced by a backup, which is used from then on', async () => {
    const file = await temporaryFile();
    const backup = `${file}.backup`;
    const earlier = openStores(backup);
    await earlier.ledger.grant({ ...grant, milliCredits: 1 });
    await earlier.close();
    const stores = openStores(file);
    await stores.ledger.grant(grant);
    for (const suffix of ['-wal', '-shm']) await rm(`${file}${suffix}`);
    await rename(backup, file);
    expect(await stores.ledger.balance('acme')).toEqual({ available: 1, held: 0 });
    await stores.ledger.hold(hold);
    expect(await openStores(file).ledger.balance('acme')).toEqual({ available: 0, held: 1 });
  });
});

describe('a file that another process has locked', () => {
  it('is written as soon as it is unlocked', async () => {
    const { file, clock, stores } = await fundedStores();
    const other = connect(file);
    other.exec('BEGIN IMMEDIATE');
    const holding = stores.ledger.hold(hold);
    await clock.advance(100);
    expect(await stores.ledger.balance('acme')).toEqual({ available: 10_000, held: 0 });
    other.exec('COMMIT');
    await clock.advance(100);
    expect(await holding).toEqual({ kind: 'held', available: 9_999 });
  });

  it('is unavailable after ten seconds, and works again once unlocked', async () => {
    const { file, clock, stores } = await fundedStores();
    const other = connect(file);
    other.exec('BEGIN IMMEDIATE');
    const outcomes = Promise.allSettled([
      stores.ledger.hold(hold),
      stores.ledger.release('hold'),
      stores.ping(),
    ]);
    await clock.advance(11_000);
    for (const outcome of await outcomes) {
      expect(outcome).toMatchObject({
        status: 'rejected',
        reason: { code: 'storage_unavailable', message: expect.stringMatching(/locked by another process/) },
      });
    }
    other.exec('ROLLBACK');
    await expectAllWork(stores);
    const entries = await stores.ledger.entries('acme', { limit: 10 });
    expect(entries.map(({ kind }) => kind)).toEqual(['capture', 'grant']);
  });
});

describe('a locked file that many wait for', () => {
  it('keeps none of them waiting for longer than ten seconds, in however many transactions they write', async () => {
    const { file, clock, stores } = await fundedStores();
    connect(file).exec('BEGIN IMMEDIATE');
    let rejected = 0;
    for (let number = 0; number < 1_000; number += 1)
      stores.ledger.hold({ ...hold, id: `hold ${number}` }).catch(() => {
        rejected += 1;
      });
    await clock.advance(11_000);
    expect(rejected).toBe(1_000);
  });

  it('is tried as often for a hundred exchanges as for one, because each attempt blocks the event loop', async () => {
    const attemptsFor = async (exchanges: number) => {
      const file = await temporaryFile();
      const clock = new ManualClock();
      const { driver, runs } = watchedDriver();
      const { leases } = openStores(file, { clock, driver });
      await leases.acquire('mx', lease);
      connect(`${file}-pacing`).exec('BEGIN IMMEDIATE');
      const before = runs('BEGIN IMMEDIATE');
      for (let number = 0; number < exchanges; number += 1)
        leases.acquire(`mx${number}`, lease).catch(() => {});
      await clock.advance(500);
      return runs('BEGIN IMMEDIATE') - before;
    };
    expect(await attemptsFor(100)).toBe(await attemptsFor(1));
  });
});

describe('a full disk', () => {
  async function fullStores() {
    const { driver, connections } = watchedDriver();
    const stores = sqliteStores(await temporaryFile(), { driver });
    onTestFinished(() => stores.close());
    await stores.ledger.grant(grant);
    const [main] = connections;
    const pages = main!.prepare('PRAGMA page_count').get() as { page_count: number };
    return {
      stores,
      limit: () => main!.exec(`PRAGMA max_page_count = ${pages.page_count}`),
      makeRoom: () => main!.exec('PRAGMA max_page_count = 1000000'),
    };
  }
  const large = { value: 'x'.repeat(1_000_000), expiresAt: 4e12 };

  it('rejects a write that needs space, and accepts it once there is some', async () => {
    const { stores, limit, makeRoom } = await fullStores();
    limit();
    await expect(stores.cache.set('large', large)).rejects.toMatchObject({
      code: 'storage_unavailable',
      message: expect.stringMatching(/disk or the quota is full. Make room/),
    });
    expect(await stores.cache.get('large')).toBeUndefined();
    makeRoom();
    await stores.cache.set('large', large);
    expect(await stores.cache.get('large')).toEqual(large);
  });

  it('does not fail small writes together with one that is too large', async () => {
    const { stores, limit } = await fullStores();
    limit();
    const [held, cached, granted] = await Promise.allSettled([
      stores.ledger.hold(hold),
      stores.cache.set('large', large),
      stores.ledger.grant({ ...grant, id: 'second' }),
    ]);
    expect(held).toEqual({ status: 'fulfilled', value: { kind: 'held', available: 9_999 } });
    expect(cached).toMatchObject({ status: 'rejected', reason: { code: 'storage_unavailable' } });
    expect(granted).toEqual({ status: 'fulfilled', value: 19_999 });
  });
});

describe('a check that may be asked for by strangers', () => {
  it('writes nothing', async () => {
    const file = await temporaryFile();
    const stores = openStores(file);
    await stores.ping();
    const watchers = [connect(file), connect(`${file}-pacing`)];
    const versions = () =>
      watchers.map(
        (watcher) => (watcher.prepare('PRAGMA data_version').get() as { data_version: number }).data_version,
      );
    const before = versions();
    await stores.checkReady();
    expect(versions()).toEqual(before);
    await stores.ping();
    expect(versions()).not.toEqual(before);
  });

  it('says that the file is locked for 10 seconds after a write has failed, or until one succeeds', async () => {
    const { file, clock, stores } = await fundedStores();
    const other = connect(file);
    const failWrite = async () => {
      other.exec('BEGIN IMMEDIATE');
      const failed = expect(stores.ledger.hold(hold)).rejects.toMatchObject({ code: 'storage_unavailable' });
      await clock.advance(11_000);
      await failed;
      other.exec('ROLLBACK');
    };
    await failWrite();
    await expect(stores.checkReady()).rejects.toThrow(/locked by another process/);
    clock.leap(10_000);
    await stores.checkReady();
    await failWrite();
    await stores.ledger.hold(hold);
    await stores.checkReady();
  });

  it('finds that the file is gone', async () => {
    const file = await temporaryFile();
    const stores = openStores(file);
    await stores.ping();
    await rename(file, `${file}.away`);
    await expect(stores.checkReady()).rejects.toThrow(/is gone/);
  });
});

describe('closed stores', () => {
  it('reject every call, and can be closed again', async () => {
    const stores = openStores(await temporaryFile());
    await stores.ledger.grant(grant);
    const waiting = stores.leases.acquire('mx.example.org', { ...lease, max: 0 });
    const refused = expect(waiting).rejects.toMatchObject({ code: 'storage_unavailable' });
    await stores.close();
    await stores.close();
    await refused;
    for (const use of [...uses, () => stores.leases.acquire('mx.example.org', lease)]) {
      await expect(use(stores)).rejects.toMatchObject({ message: expect.stringMatching(/closed/) });
    }
  });
});

describe('a file name', () => {
  it.each(['', ':memory:', 'mail\0proof.db'])('must not be %j', (file) => {
    expect(() => sqliteStores(file)).toThrow(
      expect.objectContaining({ code: 'invalid_argument', parameter: 'file' }),
    );
  });
});
