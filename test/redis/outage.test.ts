import { once } from 'node:events';
import { createServer } from 'node:net';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { redisStores } from '../../adapters/redis/index.ts';
import { until } from '../../contract/until.ts';
import { StorageUnavailable } from '../../src/errors.ts';
import type { NewJob } from '../../src/ports/job-store.ts';
import { redisOfFile } from '../support/redis-server.ts';
import { allowNoUnhandledErrors } from './no-unhandled-errors.ts';

const server = await redisOfFile();

type RedisStores = ReturnType<typeof redisStores>;

const job: NewJob = {
  id: 'job',
  kind: 'verification',
  account: 'acme',
  keyId: null,
  milliCreditsPerItem: 200,
  submittedAt: 1,
  idempotency: { key: 'key', fingerprint: 'f' },
};

/** Every method of every store, called once. */
const calls: Readonly<Record<string, (stores: RedisStores) => Promise<unknown>>> = {
  'cache.get': ({ cache }) => cache.get('key'),
  'cache.set': ({ cache }) => cache.set('key', { value: 'value', expiresAt: 4e12 }),
  'leases.acquire': ({ leases }) => leases.acquire('mx', { max: 2, leaseMs: 1_000 }),
  'leases.pause': ({ leases }) => leases.pause('other', { until: 4e12, reason: 'limited' }),
  'rateLimits.take': ({ rateLimits }) => rateLimits.take('key', { limit: 1_000, windowMs: 1_000 }),
  'ledger.grant': ({ ledger }) =>
    ledger.grant({ id: 'first', account: 'acme', milliCredits: 1_000, reason: 'purchase' }),
  'ledger.hold': ({ ledger }) =>
    ledger.hold({ id: 'h', account: 'acme', milliCredits: 200, expiresInMs: 4e12 }),
  'ledger.capture': ({ ledger }) => ledger.capture('h'),
  'ledger.release': ({ ledger }) => ledger.release('h'),
  'ledger.sweep': ({ ledger }) => ledger.sweep({ limit: 10 }),
  'ledger.balance': ({ ledger }) => ledger.balance('acme'),
  'ledger.accounts': ({ ledger }) => ledger.accounts({ limit: 10 }),
  'ledger.entries': ({ ledger }) => ledger.entries('acme', { limit: 10 }),
  'keys.create': ({ keys }) => keys.create({ account: 'acme' }),
  'keys.find': ({ keys }) => keys.find('mp_unknown'),
  'keys.rotate': ({ keys }) => keys.rotate('mp_unknown'),
  'keys.revoke': ({ keys }) => keys.revoke('mp_unknown'),
  'keys.list': ({ keys }) => keys.list('acme'),
  'jobs.create': ({ jobs }) => jobs.create(job, [{ email: 'user@example.com' }]),
  'jobs.get': ({ jobs }) => jobs.get('job'),
  'jobs.find': ({ jobs }) => jobs.find('key'),
  'jobs.record': ({ jobs }) => jobs.record('job', [], { at: 1 }),
  'jobs.start': ({ jobs }) => jobs.start('job', { at: 1 }),
  'jobs.fail': ({ jobs }) => jobs.fail('job', { at: 1 }),
  'jobs.markSettled': ({ jobs }) => jobs.markSettled('job', { at: 1 }),
  'jobs.page': ({ jobs }) => jobs.page('job', { offset: 0, limit: 1 }),
  'jobs.items': ({ jobs }) => jobs.items('job', [0]),
  'jobs.openItems': ({ jobs }) => jobs.openItems('job', { limit: 1 }),
  'jobs.unfinished': ({ jobs }) => jobs.unfinished({ limit: 1 }),
  'jobs.lease': ({ jobs }) => jobs.lease('job', { owner: 'worker', now: 1, until: 2 }),
  'jobs.releaseLease': ({ jobs }) => jobs.releaseLease('job', 'worker'),
  ping: (stores) => stores.ping(),
};

allowNoUnhandledErrors();

describe('while Redis is unavailable', () => {
  it('every call rejects with StorageUnavailable, and works again when it is back', async () => {
    const stores = redisStores(server.url, { prefix: 'every-call' });
    for (const call of Object.values(calls)) await call(stores);
    await server.kill();
    await Promise.all(
      Object.entries(calls).map(([name, call]) =>
        expect(call(stores), name).rejects.toThrow(StorageUnavailable),
      ),
    );
    await server.restart();
    await untilBack(stores);
    for (const [name, call] of Object.entries(calls)) await expect(call(stores), name).resolves.not.toThrow();
    expect(await stores.ledger.balance('acme')).toEqual({ available: 800, held: 0 });
    await stores.close();
  });

  it('callers that wait for a lease are rejected too', async () => {
    const stores = redisStores(server.url, { prefix: 'waiters' });
    const one = { max: 1, leaseMs: 600_000 };
    await stores.leases.acquire('mx', one);
    const waiting = Array.from({ length: 20 }, () => stores.leases.acquire('mx', one));
    const outcomes = Promise.allSettled(waiting);
    await stores.ping();
    await server.kill();
    for (const outcome of await outcomes) {
      expect(outcome.status === 'rejected' && outcome.reason).toBeInstanceOf(StorageUnavailable);
    }
    await server.restart();
    await stores.close();
  });

  it('interrupted calls reject; repeated with the same ids, they leave the ledger exact', async () => {
    const stores = redisStores(server.url, { prefix: 'half-way' });
    const { ledger } = stores;
    await ledger.grant({ id: 'start', account: 'acme', milliCredits: 100_000, reason: 'purchase' });
    const charge = async (id: string) => {
      await ledger.hold({ id, account: 'acme', milliCredits: 200, expiresInMs: 4e12 });
      await ledger.capture(id);
    };
    const ids = Array.from({ length: 300 }, (_, index) => `charge ${index}`);
    let charged = 0;
    const first = Promise.allSettled(
      ids.map(async (id) => {
        await charge(id);
        charged += 1;
      }),
    );
    await until(() => charged > 0);
    await server.kill();
    const failed = (await first).flatMap((outcome) =>
      outcome.status === 'rejected' ? [outcome.reason] : [],
    );
    for (const reason of failed) expect(reason).toBeInstanceOf(StorageUnavailable);
    await server.restart();
    await untilBack(stores);
    const before = await ledger.entries('acme', { limit: 1_000 });
    const captured = before.filter(({ kind }) => kind === 'capture').length;
    expect(captured).toBeGreaterThanOrEqual(charged);
    await Promise.all(ids.map(charge));
    expect(await ledger.balance('acme')).toEqual({ available: 40_000, held: 0 });
    await stores.close();
  });

  it('the error of a failed connection contains the address, but not the password', async () => {
    const closed = await closedTcpPort();
    const stores = redisStores(`redis://user:s3cret@127.0.0.1:${closed}`);
    const failure = await stores.ping().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StorageUnavailable);
    expect(String(failure)).toContain(`127.0.0.1:${closed} is out of reach`);
    expect(String(failure)).not.toContain('s3cret');
    await stores.close();
  });
});

describe('a Redis that refuses the password', () => {
  it('is reported as such, without the password in the error', async () => {
    await server.cli('CONFIG', 'SET', 'requirepass', 'right');
    const wrong = redisStores(`redis://:s3cret@127.0.0.1:${server.port}`);
    const missing = redisStores(server.url);
    const failure = await wrong.ping().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StorageUnavailable);
    expect(String(failure)).toMatch(/password of the URL/);
    expect(inspect(failure, { depth: 10, showHidden: true })).not.toContain('s3cret');
    await expect(missing.ping()).rejects.toThrow(/redis:\/\/user:password@host:port/);
    await server.cli('-a', 'right', '--no-auth-warning', 'CONFIG', 'SET', 'requirepass', '');
    await wrong.close();
    await missing.close();
  });
});

describe('a Redis that hangs', () => {
  it('causes a timeout, and is used again once it answers', async () => {
    const stores = redisStores(server.url, { prefix: 'hangs', callTimeoutMs: 1_000 });
    await stores.ping();
    server.freeze();
    try {
      await expect(stores.ledger.balance('acme')).rejects.toThrow(StorageUnavailable);
      await expect(stores.rateLimits.take('key', { limit: 1, windowMs: 1_000 })).rejects.toThrow(
        StorageUnavailable,
      );
    } finally {
      server.thaw();
    }
    await untilBack(stores);
    expect(await stores.ledger.balance('acme')).toEqual({ available: 0, held: 0 });
    await stores.close();
  });

  it('does not later receive calls that timed out without a connection', async () => {
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const address = silent.address();
    const port = address !== null && typeof address === 'object' ? address.port : 0;
    const received: Buffer[] = [];
    silent.on('connection', (socket) => {
      socket.on('data', (chunk) => received.push(chunk));
      socket.on('error', () => {});
    });
    const stores = redisStores(`redis://127.0.0.1:${port}`, { callTimeoutMs: 50 });
    const grant = { id: 'late', account: 'acme', milliCredits: 1, reason: 'purchase' } as const;
    await expect(stores.ledger.grant(grant)).rejects.toThrow(StorageUnavailable);
    expect(Buffer.concat(received).toString()).not.toContain('late');
    await stores.close();
    silent.close();
  });
});

describe('closed stores', () => {
  it('complete pending calls, and refuse later ones', async () => {
    const stores = redisStores(server.url, { prefix: 'closing' });
    const granted = stores.ledger.grant({ id: 'g', account: 'acme', milliCredits: 5, reason: 'purchase' });
    await stores.close();
    expect(await granted).toBe(5);
    for (const [name, call] of Object.entries(calls)) {
      await expect(call(stores), name).rejects.toThrow(StorageUnavailable);
    }
    await stores.close();
  });

  it('reject callers that wait for a lease', async () => {
    const stores = redisStores(server.url, { prefix: 'closing-line' });
    const one = { max: 1, leaseMs: 600_000 };
    await stores.leases.acquire('mx', one);
    const waiting = stores.leases.acquire('mx', one);
    const outcome = expect(waiting).rejects.toThrow(/closed/);
    await stores.close();
    await outcome;
  });

  it('that were never used never connected', async () => {
    const connections = async () => {
      const statistics = await server.cli('INFO', 'stats');
      return Number(/^total_connections_received:(\d+)/m.exec(statistics)?.[1]);
    };
    const before = await connections();
    const unused = redisStores(server.url);
    const used = redisStores(server.url);
    // A connection of the other stores would have been opened earlier.
    await used.ping();
    await unused.close();
    await used.close();
    // The one of the stores in use, and that of the question itself.
    expect((await connections()) - before).toBe(2);
  });
});

/** Waits until the client has reconnected. */
async function untilBack(stores: RedisStores): Promise<void> {
  for (;;) {
    const back = await stores.ping().then(
      () => true,
      () => false,
    );
    if (back) return;
  }
}

async function closedTcpPort(): Promise<number> {
  const listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  listener.close();
  await once(listener, 'close');
  if (address === null || typeof address === 'string') throw new Error('A port was expected.');
  return address.port;
}
