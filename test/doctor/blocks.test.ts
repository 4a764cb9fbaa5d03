import { existsSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { redisStores } from '../../adapters/redis/index.ts';
import { sqliteStores } from '../../adapters/sqlite/index.ts';
import { systemClock } from '../../adapters/system-clock.ts';
import type { Stores } from '../../src/ports/index.ts';
import { blockRecords } from '../exchange/block-records.ts';
import { temporaryFile } from '../sqlite/temporary-file.ts';
import { closedPort } from '../support/closed-port.ts';
import { redisOfFile } from '../support/redis-server.ts';
import { examineSandbox, helo } from './examined-sandbox.ts';

const redis = await redisOfFile();

function opened(stores: Stores): Stores {
  onTestFinished(() => stores.close());
  return stores;
}

const hourMs = 3_600_000;

describe.each<[string, () => Stores | Promise<Stores>]>([
  ['memory', memoryStores],
  ['SQLite', async () => sqliteStores(await temporaryFile())],
  ['Redis', () => redisStores(redis.url)],
])('the blocks that processes have stored in %s', (_, open) => {
  it('are named with the egress, the provider, server or domain, and their end', async () => {
    const stores = opened(await open());
    const lengths = blockRecords(
      { cache: stores.cache, clock: systemClock },
      { firstMs: hourMs, longestMs: hourMs },
    );
    const begunAt = Date.now();
    await lengths.begin(`${helo} provider:google-workspace domain:example.org`);
    await lengths.begin(`${helo} host:mx.example.com`);
    await lengths.begin(`${helo} provider:google-workspace`);
    await lengths.begin('another provider:outlook-com');
    const { first } = await examineSandbox({ ports: { stores } });
    const finding = first('blocks');
    const until = finding.blockedBy[0]?.until ?? 0;
    expect(finding).toMatchObject({
      egress: helo,
      severity: 'warning',
      blockedBy: expect.arrayContaining([
        { exchange: 'Google Workspace', until: expect.any(Number) },
        { exchange: 'Google Workspace', domain: 'example.org', until: expect.any(Number) },
        { exchange: 'mx.example.com', until: expect.any(Number) },
      ]),
    });
    expect(finding.blockedBy).toHaveLength(3);
    expect(until).toBeGreaterThanOrEqual(begunAt + hourMs);
    const texts = finding.blockedBy.map(({ exchange, domain, until: end }) => {
      const time = new Date(end).toISOString().slice(0, 16).replace('T', ' ');
      return `${domain === undefined ? '' : `${domain} at `}${exchange} until ${time} UTC`;
    });
    expect(finding.summary).toBe(
      `This egress stays away from mail servers that block it: ${texts.join(', ')}.`,
    );
  });
});

describe('the blocks of an egress', () => {
  it('are none where a block is over, and in a file that does not exist and is not created', async () => {
    const file = await temporaryFile();
    const over = opened(memoryStores());
    const past = { ...systemClock, now: () => Date.now() - 2 * hourMs };
    const lengths = blockRecords({ cache: over.cache, clock: past }, { firstMs: hourMs, longestMs: hourMs });
    await lengths.begin(`${helo} provider:google-workspace`);
    for (const stores of [over, opened(sqliteStores(file))]) {
      const { first } = await examineSandbox({ ports: { stores } });
      expect(first('blocks')).toMatchObject({
        severity: 'ok',
        blockedBy: [],
      });
    }
    expect(existsSync(file)).toBe(false);
  });

  it('are left out if the storage is out of reach', async () => {
    const stores = opened(redisStores(`redis://127.0.0.1:${await closedPort()}`));
    const { all } = await examineSandbox({ ports: { stores } });
    expect(all('blocks')).toEqual([]);
    expect(all('storage')).toMatchObject([{ severity: 'failure' }]);
  });
});

describe('a proxy that is down', () => {
  it('is named as what fails, not the port of mail servers', async () => {
    const port = await closedPort();
    const { all } = await examineSandbox({ net: { socks5: `socks5://127.0.0.1:${port}` } });
    const findings = all('outgoing_smtp');
    expect(findings.length).toBeGreaterThan(0);
    const [overIPv4] = findings;
    expect(overIPv4).toMatchObject({
      severity: 'failure',
      summary: `The SOCKS5 proxy 127.0.0.1:${port} cannot be reached.`,
      meaning: expect.stringContaining('Nothing is asked through this egress'),
      advice: 'Check that it runs, and its address, user and password.',
    });
    expect(new Set(overIPv4?.exchanges.map(({ outcome }) => outcome))).toEqual(new Set(['egress_failed']));
  });
});
