import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { singleShare, type WorkShare } from '../../../src/concurrency/work-share.ts';
import { Gates } from '../../../src/exchange/gates/gates.ts';
import { ExchangePolicies } from '../../../src/exchange/policy.ts';
import type { Leases } from '../../../src/ports/leases.ts';
import { type ConnectionGrant, ConnectionLimiter } from '../../../src/probe/session/connection-limiter.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const bulkShare: WorkShare = { kind: 'bulk', account: 'acme', jobId: 'job' };

/** An address of its own for each host. */
function addressOf(host: string): string {
  let sum = 0;
  for (const character of host) sum = (sum * 31 + character.charCodeAt(0)) % 65_536;
  return `198.18.${sum >> 8}.${sum % 256}`;
}

function leasesOf(clock: ManualClock): Leases {
  return memoryStores({ clock }).leases;
}

function startLimiter(maxConnections: number, { clock = new ManualClock(), leases = leasesOf(clock) } = {}) {
  const policies = new ExchangePolicies(clock, { pace: 'fixed' });
  const limits = new Gates({
    ...{ egress: '192.0.2.25', policies, clock, isOneOfSeveral: false },
    cache: memoryStores({ clock }).cache,
    onChange: (key) => limiter.onLimitChange(key),
    onBlock: () => {},
    pause: async () => {},
  });
  /** The server at the address of a host has greeted us. */
  const greet = (host: string, at = addressOf(host)) => {
    const [, ...addresses] = limits.connectionLimits(host, at);
    const held = new Map(addresses.map(({ key }) => [key, 1]));
    limits.recordConnection(host, at, held, { kind: 'greeted', afterMs: 50 });
  };
  const closed: (string | undefined)[] = [];
  const limiter: ConnectionLimiter = new ConnectionLimiter({
    leases,
    clock,
    maxConnections,
    closeIdleSession: (key) => closed.push(key),
  });
  const lost: string[] = [];
  const acquire = (
    host: string,
    options: { signal?: AbortSignal; waitUntil?: number; share?: WorkShare; at?: string } = {},
  ) => {
    greet(host, options.at);
    return limiter.acquire(limits.connectionLimits(host, options.at ?? addressOf(host)), {
      signal: options.signal ?? new AbortController().signal,
      share: options.share ?? singleShare,
      waitUntil: options.waitUntil ?? 0,
      onLost: () => lost.push(host),
    });
  };
  const pacingKeyOf = (host: string) => limits.exchangeKey(host);
  const isContended = (host: string, at = addressOf(host)) =>
    limiter.isContended(limits.connectionLimits(host, at).map(({ key }) => key));
  return { clock, leases, limits, greet, limiter, closed, lost, acquire, pacingKeyOf, isContended };
}

async function release(grant: ConnectionGrant): Promise<void> {
  if (grant.kind !== 'lease') throw new Error('No lease was granted.');
  await grant.release();
}

describe('the connection limiter', () => {
  it('grants sockets in the order of the calls, and asks for an idle session only if a caller has to wait', async () => {
    const { acquire, closed, isContended } = startLimiter(1);
    const first = await acquire('a.example.com');
    expect(closed).not.toContain(undefined);
    const order: string[] = [];
    const waiting = ['b.example.com', 'c.example.com'].map(async (host) => {
      const grant = await acquire(host);
      order.push(host);
      await release(grant);
    });
    await yieldToEventLoop();
    expect(closed.filter((key) => key === undefined)).toHaveLength(2);
    expect(isContended('a.example.com')).toBe(true);
    await release(first);
    await Promise.all(waiting);
    expect(order).toEqual(['b.example.com', 'c.example.com']);
    expect(isContended('a.example.com')).toBe(false);
  });

  it('is not contended for the caller to whom a socket has just been released', async () => {
    const { acquire, isContended } = startLimiter(1);
    const first = await acquire('a.example.com');
    const [second, third] = [acquire('b.example.com'), acquire('c.example.com')];
    await yieldToEventLoop();
    const released = release(first);
    // One socket is free, and two callers wait for it.
    expect(isContended('a.example.com')).toBe(true);
    await released;
    const releasedAgain = release(await second);
    expect(isContended('a.example.com')).toBe(false);
    await releasedAgain;
    await release(await third);
  });

  it('frees the socket of a lease once, however often the lease is released', async () => {
    const { acquire } = startLimiter(2);
    const [first] = [await acquire('a.example.com'), await acquire('b.example.com')];
    let granted = 0;
    const count = () => {
      granted += 1;
    };
    void acquire('c.example.com').then(count);
    void acquire('d.example.com').then(count);
    await release(first);
    await release(first);
    await yieldToEventLoop();
    expect(granted).toBe(1);
  });

  it('is contended for an exchange alone while its leases are held', async () => {
    const { acquire, isContended } = startLimiter(10);
    const [first] = [await acquire('a.example.com'), await acquire('a.example.com')];
    const third = acquire('a.example.com');
    await yieldToEventLoop();
    expect(isContended('a.example.com')).toBe(true);
    expect(isContended('b.example.com')).toBe(false);
    await release(first);
    await release(await third);
  });

  it('keeps no socket of a caller who aborts, whether it waits for a socket or for a lease', async () => {
    const { acquire } = startLimiter(2);
    const held = [await acquire('a.example.com'), await acquire('a.example.com')];
    const controller = new AbortController();
    const reason = new Error('no longer wanted');
    const { signal } = controller;
    const waiting = ['a.example.com', 'b.example.com'].map((host) => acquire(host, { signal }));
    const rejections = waiting.map((call) => expect(call).rejects.toBe(reason));
    await yieldToEventLoop();
    controller.abort(reason);
    await Promise.all(rejections);
    for (const grant of held) await release(grant);
    await Promise.all(['a.example.com', 'b.example.com'].map((host) => acquire(host)));
  });

  it('keeps no socket from others while it waits for a lease', async () => {
    const { acquire } = startLimiter(3);
    const held = [await acquire('a.example.com'), await acquire('a.example.com')];
    const waiting = [1, 2, 3].map(() => acquire('a.example.com'));
    await yieldToEventLoop();
    await release(await acquire('b.example.com'));
    for (const grant of held) await release(grant);
    for (const grant of waiting) await release(await grant);
  });

  it('keeps no lease from other processes while it waits for a socket', async () => {
    const { acquire, leases, pacingKeyOf } = startLimiter(1);
    const only = await acquire('a.example.com');
    const waiting = [1, 2, 3].map(() => acquire('b.example.com'));
    await yieldToEventLoop();
    const options = { max: 2, leaseMs: 15_000 };
    const elsewhere = await Promise.all(
      [1, 2].map(() => leases.acquire(pacingKeyOf('b.example.com'), options)),
    );
    for (const lease of elsewhere) if (lease.kind === 'lease') await lease.release();
    await release(only);
    for (const grant of waiting) await release(await grant);
  });

  it('gives a socket to others if the lease of a caller was taken while it waited for the socket', async () => {
    const { acquire, clock, leases, pacingKeyOf } = startLimiter(1);
    const only = await acquire('a.example.com');
    const waiting = acquire('b.example.com');
    await yieldToEventLoop();
    const options = { max: 2, leaseMs: 600_000 };
    const [one] = await Promise.all([1, 2].map(() => leases.acquire(pacingKeyOf('b.example.com'), options)));
    await release(only);
    await clock.advance(1_000);
    await release(await acquire('c.example.com'));
    if (one?.kind === 'lease') await one.release();
    await release(await waiting);
  });

  it('grants the lease of a busy provider to a single request before all bulk work', async () => {
    const { acquire, limiter, pacingKeyOf } = startLimiter(100);
    const held = [await acquire('a.example.com'), await acquire('a.example.com')];
    const order: string[] = [];
    const wait = async (name: string, share: WorkShare) => {
      const grant = await acquire('a.example.com', { share });
      order.push(name);
      await release(grant);
    };
    const bulkWork = [1, 2, 3, 4].map((number) => wait(`bulk ${number}`, bulkShare));
    await yieldToEventLoop();
    const single = wait('single', singleShare);
    await yieldToEventLoop();
    // One session ends for it, and no second one.
    const key = pacingKeyOf('a.example.com');
    expect(limiter.mustYield([key])).toBe(true);
    if (held[0]?.kind === 'lease') held[0].markEnding();
    expect(limiter.mustYield([key])).toBe(false);
    for (const grant of held) await release(grant);
    await Promise.all([...bulkWork, single]);
    // The first one had already asked for its lease.
    expect(order.indexOf('single')).toBeLessThanOrEqual(1);
  });

  it('opens no more new connections within a minute than the provider allows, in all processes together', async () => {
    const clock = new ManualClock();
    const leases = leasesOf(clock);
    const processes = [startLimiter(100, { clock, leases }), startLimiter(100, { clock, leases })];
    let granted = 0;
    for (const [index, { acquire }] of Array.from(
      { length: 40 },
      (_, each) => processes[each % 2]!,
    ).entries())
      void acquire('smtp-in.orange.fr', { at: `198.18.0.${index % 5}` }).then(async (grant) => {
        granted += 1;
        await release(grant);
      });
    const grantedAfter = async (ms: number) => {
      await clock.advance(ms);
      return granted;
    };
    expect([await grantedAfter(59_000), await grantedAfter(2_000), await grantedAfter(60_000)]).toEqual([
      16, 32, 40,
    ]);
  });

  it('keeps one of ten connections to a server for single requests, however much bulk work waits', async () => {
    const host = 'example-com.mail.protection.outlook.com';
    const { acquire } = startLimiter(40);
    for (let count = 0; count < 9; count += 1) await acquire(host, { share: bulkShare });
    let granted = 0;
    const waiting = acquire(host, { share: bulkShare });
    void waiting.then(() => {
      granted += 1;
    });
    await yieldToEventLoop();
    const single = await acquire(host);
    expect(granted).toBe(0);
    await release(single);
    await yieldToEventLoop();
    expect(granted).toBe(0);
  });

  it('has sockets for single requests alone, and divides the others among jobs', async () => {
    const { acquire } = startLimiter(16);
    const silentHosts = (job: string) =>
      Array.from({ length: 40 }, (_, index) =>
        acquire(`mx${index}.${job}.example.com`, { share: { kind: 'bulk', account: job, jobId: job } }),
      );
    const granted: string[] = [];
    const note = (job: string) => {
      for (const grant of silentHosts(job)) void grant.then(() => granted.push(job));
    };
    note('first');
    await yieldToEventLoop();
    note('second');
    await yieldToEventLoop();
    expect(granted.filter((job) => job === 'first').length).toBeGreaterThan(4);
    expect(granted).toContain('second');
    await Promise.all([1, 2, 3, 4].map((number) => acquire(`mx${number}.example.org`)));
  });

  it('waits out a short pause that ends before the deadline, and reports any other', async () => {
    const { acquire, clock, limiter, pacingKeyOf } = startLimiter(10);
    const now = clock.now();
    await limiter.pause(`192.0.2.25 address:${addressOf('c.example.com')}`, {
      until: now + 60_000,
      reason: 'blocked',
    });
    await limiter.pause(pacingKeyOf('a.example.com'), { until: now + 5_000, reason: 'limited' });
    await limiter.pause(pacingKeyOf('b.example.com'), { until: now + 60_000, reason: 'blocked' });
    expect(await acquire('a.example.com', { waitUntil: now + 5_000 })).toMatchObject({
      kind: 'pause',
      reason: 'limited',
      until: now + 5_000,
      scope: 'exchange',
    });
    expect(await acquire('b.example.com', { waitUntil: now + 600_000 })).toMatchObject({
      kind: 'pause',
      reason: 'blocked',
      until: now + 60_000,
      scope: 'exchange',
    });
    expect(await acquire('c.example.com', { waitUntil: now + 600_000 })).toMatchObject({
      kind: 'pause',
      reason: 'blocked',
      until: now + 60_000,
      scope: 'address',
    });
    const waitedOut = acquire('a.example.com', { waitUntil: now + 30_000 });
    await clock.advance(5_000);
    await release(await waitedOut);
  });

  it('renews a lease until it is released, and reports that it was lost', async () => {
    const { acquire, clock, lost, leases } = startLimiter(10);
    const kept = await acquire('a.example.com');
    await clock.advance(60_000);
    expect(lost).toEqual([]);
    const acquireLease = leases.acquire.bind(leases);
    leases.acquire = async (exchange, options) => {
      const grant = await acquireLease(exchange, options);
      return grant.kind === 'lease' ? { ...grant, renew: async () => 'ended' as const } : grant;
    };
    const expiring = await acquire('b.example.com');
    await clock.advance(5_000);
    expect(lost).toEqual(['b.example.com']);
    await release(expiring);
    await release(kept);
    expect(clock.pending).toBe(0);
  });

  it('keeps no socket from others while it waits for the address of an exchange', async () => {
    const { acquire } = startLimiter(3);
    const at = '192.0.2.1';
    const held = [await acquire('a.example.com', { at }), await acquire('b.example.com', { at })];
    const waiting = ['c', 'd', 'e'].map((name) => acquire(`${name}.example.com`, { at }));
    await yieldToEventLoop();
    await release(await acquire('z.example.com'));
    for (const grant of held) await release(grant);
    for (const grant of waiting) await release(await grant);
  });

  it('counts all names of one IP address together, and IPv6 addresses by their /64', async () => {
    for (const addresses of [
      ['192.0.2.1', '192.0.2.1', '192.0.2.1'],
      ['2001:db8::1', '2001:db8::2', '2001:db8:0:0:ffff::'],
      ['192.0.2.1', '64:ff9b::192.0.2.1', '::ffff:192.0.2.1'],
    ] as const) {
      const { acquire, closed, isContended } = startLimiter(10);
      const [first, second] = [
        await acquire('a.example.com', { at: addresses[0] }),
        await acquire('b.example.net', { at: addresses[1] }),
      ];
      let granted = false;
      const third = acquire('c.example.org', { at: addresses[2] }).then((grant) => {
        granted = true;
        return grant;
      });
      await yieldToEventLoop();
      expect(granted).toBe(false);
      expect(isContended('a.example.com', addresses[0])).toBe(true);
      expect(closed.at(-1)).toMatch(/^192\.0\.2\.25 address:/);
      await release(first);
      await release(await third);
      await release(second);
    }
  });

  it('keeps to a limit that was lowered while sessions waited for their leases', async () => {
    const { acquire, limits } = startLimiter(10);
    const at = '192.0.2.1';
    const held = [await acquire('a.example.com', { at }), await acquire('b.example.com', { at })];
    const waiting = ['c', 'd', 'e'].map((name) => acquire(`${name}.example.com`, { at }));
    let granted = 0;
    for (const grant of waiting) {
      void grant.then(() => {
        granted += 1;
      });
    }
    await yieldToEventLoop();
    limits.recordConnection('b.example.com', at, new Map([[`192.0.2.25 address:${at}`, 2]]), {
      kind: 'refused',
    });
    for (const grant of held) await release(grant);
    await yieldToEventLoop();
    expect(granted).toBe(1);
    await release(await waiting[0]!);
    await yieldToEventLoop();
    expect(granted).toBe(2);
    for (const grant of waiting.slice(1)) await release(await grant);
  });

  it('counts the connections at an address, under any name, until they are released', async () => {
    const { acquire, limiter } = startLimiter(10);
    const at = '2001:db8::1';
    const key = '192.0.2.25 address:2001:db8:0:0:0:0:0:1';
    expect(limiter.countConnections(key)).toBe(0);
    const first = await acquire('a.example.com', { at });
    const second = await acquire('b.example.com', { at: '2001:DB8:0::0:1' });
    // In the same /64, so that it waits for one of them.
    const third = acquire('c.example.com', { at: '2001:db8::2' });
    await yieldToEventLoop();
    expect(limiter.countConnections(key)).toBe(2);
    await release(first);
    await release(first);
    await release(await third);
    expect(limiter.countConnections(key)).toBe(1);
    await release(second);
    expect(limiter.countConnections(key)).toBe(0);
  });

  it('counts no connection whose lease or socket was not granted', async () => {
    const { acquire, limiter } = startLimiter(1);
    const at = '192.0.2.1';
    const key = `192.0.2.25 address:${at}`;
    const only = await acquire('z.example.com');
    const controller = new AbortController();
    const waiting = acquire('a.example.com', { at, signal: controller.signal });
    await yieldToEventLoop();
    expect(limiter.countConnections(key)).toBe(0);
    controller.abort(new Error('no longer wanted'));
    await expect(waiting).rejects.toThrow('no longer wanted');
    await release(only);
    expect(limiter.countConnections(key)).toBe(0);
  });

  it('counts the addresses behind NAT64, and those of different /64 networks, each for itself', async () => {
    for (const addresses of [
      ['64:ff9b::192.0.2.1', '64:ff9b::192.0.2.2', '64:ff9b::192.0.2.3'],
      ['2001:db8:0:1::1', '2001:db8:0:2::1', '2001:db8:0:3::1'],
    ]) {
      const { acquire } = startLimiter(10);
      for (const [index, at] of addresses.entries()) {
        for (const name of ['a', 'b']) await acquire(`${name}${index}.example.com`, { at });
      }
    }
  });

  it('lets a name that points to a provider’s address hold up nobody there', async () => {
    const { acquire } = startLimiter(20);
    const at = '192.0.2.1';
    for (let count = 0; count < 4; count += 1) await acquire('acme.mail.protection.outlook.com', { at });
    for (let count = 0; count < 2; count += 1) await acquire('mx.example.com', { at });
    const waiting = [acquire('mx.example.com', { at }), acquire('mx.example.com', { at })];
    for (let count = 0; count < 4; count += 1) await acquire('acme.mail.protection.outlook.com', { at });
    let granted = 0;
    for (const call of [...waiting, acquire('mx.example.net', { at })]) {
      void call.then(() => {
        granted += 1;
      });
    }
    await yieldToEventLoop();
    // Ten connections are open there, as many as the provider bears.
    expect(granted).toBe(0);
  });

  it('asks again for a lease that was granted, and expired, while the process stood still', async () => {
    const [storeClock, clock] = [new ManualClock(), new ManualClock()];
    const store = leasesOf(storeClock);
    let grants = 0;
    const leases: Leases = {
      pause: (key, pause) => store.pause(key, pause),
      async acquire(key, options) {
        const lease = await store.acquire(key, options);
        grants += 1;
        if (grants > 1) return lease;
        // The process hears of the lease that it has waited for a minute later.
        await storeClock.advance(60_000);
        clock.leap(60_000);
        return lease;
      },
    };
    const { acquire } = startLimiter(10, { clock, leases });
    await release(await acquire('mx.example.com'));
    // Two for the host, one for the address.
    expect(grants).toBe(3);
  });

  it('keeps a lease that it has waited for while others had all of them', async () => {
    const clock = new ManualClock();
    const store = leasesOf(clock);
    let grants = 0;
    const leases: Leases = {
      pause: (key, pause) => store.pause(key, pause),
      acquire(key, options) {
        grants += 1;
        return store.acquire(key, options);
      },
    };
    const { acquire } = startLimiter(10, { clock, leases });
    const held = [await acquire('mx.example.com'), await acquire('mx.example.com')];
    const waiting = acquire('mx.example.com');
    await clock.advance(60_000);
    for (const grant of held) await release(grant);
    await release(await waiting);
    expect(grants).toBe(6);
  });
});
