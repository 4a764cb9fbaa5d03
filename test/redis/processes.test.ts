import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { redisStores } from '../../adapters/redis/index.ts';
import { hashedKey } from '../../adapters/stores/lease-waiters.ts';
import { ManualClock } from '../../contract/manual-clock.ts';
import type { Lease, LeasePause } from '../../src/ports/leases.ts';
import { redisOfFile } from '../support/redis-server.ts';

const execute = promisify(execFile);

const server = await redisOfFile();

/** Built by `npm run build`, which `npm test` does first. */
const adapter = new URL('../../dist/adapters/redis/index.js', import.meta.url).href;
const folder = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a program with `stores` in a child process, and returns the JSON that it prints. */
async function inAnotherProcess(prefix: string, body: string): Promise<unknown> {
  const program = `
    import { redisStores } from ${JSON.stringify(adapter)};
    const stores = redisStores(${JSON.stringify(server.url)}, { prefix: ${JSON.stringify(prefix)} });
    const said = await (async () => { ${body} })();
    await stores.close();
    console.log(JSON.stringify(said));`;
  const words = ['--input-type=module', '--eval', program];
  const { stdout } = await execute(process.execPath, words, { cwd: folder });
  return JSON.parse(stdout);
}

describe('processes on one Redis', () => {
  it('compete for one balance, and exactly as many holds succeed as it covers', async () => {
    const prefix = 'race';
    const stores = redisStores(server.url, { prefix });
    await stores.ledger.grant({ id: 'g', account: 'acme', milliCredits: 10_000, reason: 'purchase' });
    const race = (name: string) =>
      inAnotherProcess(
        prefix,
        `const holds = await Promise.all(Array.from({ length: 50 }, (_, n) =>
           stores.ledger.hold({ id: '${name} ' + n, account: 'acme', milliCredits: 200, expiresInMs: 4e12 })));
         return holds.filter(({ kind }) => kind === 'held').length;`,
      );
    const won = await Promise.all([race('first'), race('second')]);
    expect(Number(won[0]) + Number(won[1])).toBe(50);
    expect(await stores.ledger.balance('acme')).toEqual({ available: 0, held: 10_000 });
    await stores.close();
  });

  it('share keys, cache and rate limits', async () => {
    const prefix = 'shared';
    const stores = redisStores(server.url, { prefix });
    const { key, record } = await stores.keys.create({ account: 'acme' });
    await stores.cache.set('fact', { value: 'known', expiresAt: 4e12 });
    const hour = '{ limit: 3, windowMs: 3600000 }';
    await stores.rateLimits.take('key', { limit: 3, windowMs: 3_600_000 });
    const said = await inAnotherProcess(
      prefix,
      `return {
         record: await stores.keys.find('${key}'),
         entry: await stores.cache.get('fact'),
         takes: [await stores.rateLimits.take('key', ${hour}), await stores.rateLimits.take('key', ${hour})],
       };`,
    );
    expect(said).toEqual({
      record,
      entry: { value: 'known', expiresAt: 4e12 },
      takes: [{ taken: true }, { taken: true }],
    });
    expect(await stores.rateLimits.take('key', { limit: 3, windowMs: 3_600_000 })).toMatchObject({
      taken: false,
    });
    await stores.close();
  });

  it('wait for each other’s leases, in order', async () => {
    const greedy = redisStores(server.url, { prefix: 'turns' });
    const modest = redisStores(server.url, { prefix: 'turns' });
    const one = { max: 1, leaseMs: 600_000 };
    const order: string[] = [];
    const use = async (name: string, acquired: Promise<Lease | LeasePause>) => {
      const lease = await acquired;
      if (lease.kind !== 'lease') throw new Error('A lease was expected.');
      order.push(name);
      await lease.release();
    };
    const first = await greedy.leases.acquire('mx', one);
    const ownWaiters = [1, 2, 3].map(() => use('greedy', greedy.leases.acquire('mx', one)));
    await greedy.ping();
    const other = use('modest', modest.leases.acquire('mx', one));
    await modest.ping();
    if (first.kind === 'lease') await first.release();
    await Promise.all([...ownWaiters, other]);
    expect(order).toEqual(['greedy', 'modest', 'greedy', 'greedy']);
    await greedy.close();
    await modest.close();
  });

  it('do not wait for one that has left the queue', async () => {
    const leaving = redisStores(server.url, { prefix: 'left' });
    const staying = redisStores(server.url, { prefix: 'left' });
    const one = { max: 1, leaseMs: 600_000 };
    const held = await staying.leases.acquire('mx', one);
    const controller = new AbortController();
    const gone = leaving.leases.acquire('mx', { ...one, signal: controller.signal });
    await leaving.ping();
    const left = expect(gone).rejects.toThrow(/enough/);
    controller.abort(new Error('enough'));
    await left;
    await leaving.close();
    if (held.kind === 'lease') await held.release();
    expect(await server.cli('EXISTS', keyOfQueue('left'))).toBe('0');
    expect(await staying.leases.acquire('mx', one)).toMatchObject({ kind: 'lease' });
    await staying.close();
  });

  it('get the leases of a killed process when they expire', async () => {
    const prefix = 'killed';
    const clock = new ManualClock(Date.now());
    const stores = redisStores(server.url, { prefix, clock });
    const dying = `
      await stores.leases.acquire('mx', { max: 1, leaseMs: 3_600_000 });
      process.kill(process.pid, 'SIGKILL');`;
    await expect(inAnotherProcess(prefix, dying)).rejects.toMatchObject({ signal: 'SIGKILL' });
    const waiting = stores.leases.acquire('mx', { max: 1, leaseMs: 1_000 });
    await stores.ping();
    expect(await server.cli('ZCARD', keyOfQueue('killed'))).toBe('1');
    await clock.advance(7_200_000);
    expect(await waiting).toMatchObject({ kind: 'lease' });
    await stores.close();
  });
});

function keyOfQueue(prefix: string): string {
  return `{${prefix}:leases:${hashedKey('mx')}}:queue`;
}
