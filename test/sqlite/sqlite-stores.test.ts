import Libsql from 'libsql';
import { describe, expect, it, onTestFinished } from 'vitest';
import { sqliteStores } from '../../adapters/sqlite/index.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { openStores, temporaryFile } from './temporary-file.ts';
import { watchedDriver } from './watched-driver.ts';

describe('a file', () => {
  it.each(['sqlite:mailproof.db', 'file:mailproof.db'])('is a path, and no location such as %s', (file) => {
    expect(() => sqliteStores(file)).toThrow(/^file must be a path alone: pass 'mailproof\.db'\.$/);
  });
});

describe('the cache', () => {
  it('removes expired entries as new ones are set', async () => {
    const file = await temporaryFile();
    const clock = new ManualClock();
    const { cache } = openStores(file, { clock });
    const expiresAt = clock.now() + 1_000;
    const keys = Array.from({ length: 100 }, (_, number) => `key ${number}`);
    await Promise.all(keys.map((key) => cache.set(key, { value: 'old', expiresAt })));
    clock.leap(1_000);
    for (let number = 0; number < 30; number += 1) {
      await cache.set(`new ${number}`, { value: 'new', expiresAt: expiresAt + 10_000 });
    }
    const database = new Libsql(file);
    onTestFinished(() => {
      database.close();
    });
    expect(database.prepare('SELECT count(*) AS count FROM cache').get()).toMatchObject({ count: 30 });
  });

  it('stores any value with any expiry', async () => {
    const { cache } = openStores(await temporaryFile(), { clock: new ManualClock() });
    const entry = { value: 'one\0two', expiresAt: 4e12 + 0.5 };
    await cache.set('key', entry);
    expect(await cache.get('key')).toEqual(entry);
  });
});

describe('the ledger', () => {
  it('sweeps up to the limit, across several transactions', async () => {
    const { ledger } = openStores(await temporaryFile(), { clock: new ManualClock() });
    await ledger.grant({ id: 'grant', account: 'acme', milliCredits: 1_000, reason: 'purchase' });
    const ids = Array.from({ length: 350 }, (_, number) => `hold ${number}`);
    await Promise.all(ids.map((id) => ledger.hold({ id, account: 'acme', milliCredits: 1, expiresInMs: 0 })));
    const sweeps = [230, 100, 1_000];
    const swept: number[] = [];
    for (const limit of sweeps) swept.push(await ledger.sweep({ limit }));
    expect(swept).toEqual([230, 100, 20]);
  });
});

describe('durability', () => {
  it('is full for the main file, and off for connection limits', async () => {
    const { driver, connections } = watchedDriver();
    const stores = sqliteStores(await temporaryFile(), { driver });
    onTestFinished(() => stores.close());
    await stores.ping();
    const settings = connections.map((connection) => ({
      ...(connection.prepare('PRAGMA journal_mode').get() as object),
      ...(connection.prepare('PRAGMA synchronous').get() as object),
    }));
    expect(settings).toMatchObject([
      { journal_mode: 'wal', synchronous: 2 },
      { journal_mode: 'wal', synchronous: 0 },
    ]);
  });
});
