import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { redisStores } from '../../adapters/redis/index.ts';
import { sqliteStores } from '../../adapters/sqlite/index.ts';
import { systemClock } from '../../adapters/system-clock.ts';
import { StorageUnavailable } from '../../src/errors.ts';
import type { Stores } from '../../src/ports/index.ts';
import { temporaryFile } from '../sqlite/temporary-file.ts';
import { closedPort } from '../support/closed-port.ts';
import { redisOfFile } from '../support/redis-server.ts';
import { examineSandbox, goodExchanges, type SandboxChanges } from './examined-sandbox.ts';

const redis = await redisOfFile();

async function examineWith(stores: Pick<Stores, 'ping' | 'diagnosis'>, changes: SandboxChanges = {}) {
  const examined = await examineSandbox({ ...changes, ports: { ...changes.ports, stores } });
  const storage = examined.all('storage');
  return {
    ...examined,
    storage,
    severities: Object.fromEntries(storage.map(({ aspect, severity }) => [aspect, severity])),
  };
}

function opened(stores: Stores): Stores {
  onTestFinished(() => stores.close());
  return stores;
}

/** A clock that is this far ahead of the machine's. */
function clockAhead(aheadMs: number) {
  return { ...systemClock, now: () => systemClock.now() + aheadMs };
}

describe('the storage', () => {
  it('is right if Redis is set up as it should be, and is named without a password', async () => {
    const url = redis.url.replace('//', '//default:s3cret@');
    await redis.cli('CONFIG', 'SET', 'requirepass', 's3cret');
    const { severities, storage, findings } = await examineWith(opened(redisStores(url)));
    await redis.cli('-a', 's3cret', '--no-auth-warning', 'CONFIG', 'SET', 'requirepass', '');
    expect(severities).toEqual({
      reachable: 'ok',
      version: 'ok',
      access: 'ok',
      eviction: 'ok',
      space: 'ok',
      durability: 'ok',
    });
    expect(storage[0]?.location).toBe(`127.0.0.1:${redis.port}`);
    expect(JSON.stringify(findings)).not.toContain('s3cret');
  });

  it('fails if Redis may drop keys, and is warned of without an append-only file', async () => {
    await redis.cli('CONFIG', 'SET', 'maxmemory', '100mb');
    await redis.cli('CONFIG', 'SET', 'maxmemory-policy', 'allkeys-lru');
    await redis.cli('CONFIG', 'SET', 'appendonly', 'no');
    const { severities } = await examineWith(opened(redisStores(redis.url)));
    await redis.cli('CONFIG', 'SET', 'maxmemory', '0');
    await redis.cli('CONFIG', 'SET', 'maxmemory-policy', 'noeviction');
    await redis.cli('CONFIG', 'SET', 'appendonly', 'yes');
    expect(severities).toMatchObject({ reachable: 'ok', eviction: 'failure', durability: 'warning' });
  });

  it('fails if Redis cannot be reached, and says what to do', async () => {
    const url = `redis://127.0.0.1:${await closedPort()}`;
    const { storage, all } = await examineWith(opened(redisStores(url)));
    expect(storage).toMatchObject([
      {
        aspect: 'reachable',
        severity: 'failure',
        summary: expect.stringMatching(/^Redis at 127\.0\.0\.1:\d+ is out of reach.*\.$/),
        advice: expect.stringMatching(/^Start it, or correct the URL/),
      },
    ]);
    // The clock is still compared with an exchange.
    expect(all('clock')).toMatchObject([{ severity: 'ok', comparedWith: 'mx.outlook.example.net' }]);
  });

  it('is an SQLite file with enough room on its disk', async () => {
    const stores = opened(sqliteStores(await temporaryFile()));
    expect((await examineWith(stores)).severities).toEqual({ reachable: 'ok', access: 'ok', space: 'ok' });
    const options = { minFreeBytes: Number.MAX_SAFE_INTEGER };
    expect((await examineWith(stores, { options })).severities).toMatchObject({ space: 'failure' });
  });

  it('fails if the SQLite file cannot be created', async () => {
    const stores = opened(sqliteStores(join(await temporaryFile(), 'in-no-folder.db')));
    expect((await examineWith(stores)).storage).toMatchObject([
      { aspect: 'reachable', severity: 'failure', advice: expect.stringContaining('Create its directory') },
    ]);
  });

  it('is warned of if it is memory', async () => {
    const { severities } = await examineWith(opened(memoryStores()));
    expect(severities).toEqual({ reachable: 'ok', durability: 'warning' });
  });

  it('is only pinged if it cannot be examined', async () => {
    expect((await examineWith({ ping: async () => {} })).severities).toEqual({ reachable: 'ok' });
    const ping = async () => {
      throw new StorageUnavailable('The database sleeps. Wake it, gently.');
    };
    expect((await examineWith({ ping })).storage).toMatchObject([
      { severity: 'failure', summary: 'The database sleeps.', advice: 'Wake it, gently.' },
    ]);
  });

  it('is not examined if the caller names none', async () => {
    expect((await examineSandbox()).all('storage')).toEqual([]);
  });

  it('ends the examination with an error that no storage should have', async () => {
    const mistake = new TypeError('a mistake');
    const ping = () => Promise.reject(mistake);
    await expect(examineWith({ ping })).rejects.toBe(mistake);
  });
});

describe('the clock', () => {
  it('agrees with that of Redis, and with that of an exchange', async () => {
    const { all } = await examineWith(opened(redisStores(redis.url)));
    expect(all('clock').map(({ comparedWith, severity }) => [comparedWith, severity])).toEqual([
      ['storage', 'ok'],
      ['mx.outlook.example.net', 'ok'],
    ]);
  });

  it.each([
    [20_000, 'warning', /is \d\d s ahead of that of the store/],
    [-20_000, 'warning', /is \d\d s behind that of the store/],
    [3_600_000, 'failure', /is 60 min ahead of/],
    [-86_400_000, 'failure', /is 24 h behind/],
  ])('differs from that of Redis by %d ms: %s', async (aheadMs, severity, summary) => {
    const clock = clockAhead(aheadMs);
    const { all } = await examineWith(opened(redisStores(redis.url)), { ports: { clock } });
    const [withStorage, withExchange] = all('clock');
    expect(withStorage).toMatchObject({ severity, summary: expect.stringMatching(summary) });
    expect(Math.abs((withStorage?.aheadMs ?? 0) - aheadMs)).toBeLessThan(10_000);
    expect(withExchange?.severity).toBe(severity);
  });

  it('differs from that of an exchange which states the time in its greeting', async () => {
    const greeting = '220 mx.example.net ESMTP Exim 4.96 Tue, 04 Mar 2025 09:12:44 +0000';
    const { all } = await examineSandbox({
      exchanges: { ...goodExchanges, 'mx.outlook.example.net': { greeting } },
    });
    expect(all('clock')).toMatchObject([{ severity: 'failure', comparedWith: 'mx.outlook.example.net' }]);
  });

  it('is warned of if there is none to compare it with', async () => {
    const exchanges = { 'mx.google.example.net': goodExchanges['mx.google.example.net']! };
    const { all } = await examineSandbox({ exchanges });
    expect(all('clock')).toMatchObject([
      { severity: 'warning', comparedWith: null, aheadMs: null, advice: expect.stringContaining('NTP') },
    ]);
  });
});
