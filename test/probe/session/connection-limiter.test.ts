import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { ExchangePolicies } from '../../../src/exchange/policy.ts';
import { type ConnectionGrant, ConnectionLimiter } from '../../../src/probe/session/connection-limiter.ts';
import { ManualClock } from '../../support/manual-clock.ts';

function startLimiter(maxConnections: number) {
  const clock = new ManualClock();
  const { pacing } = memoryStores({ clock });
  const policies = new ExchangePolicies(clock, { connectionsPerExchange: 2 });
  const closed: (string | undefined)[] = [];
  const limiter = new ConnectionLimiter({
    pacing,
    clock,
    maxConnections,
    closeIdleSession: (pacingKey) => closed.push(pacingKey),
  });
  const lost: string[] = [];
  const acquire = (host: string, options: { signal?: AbortSignal; waitUntil?: number } = {}) =>
    limiter.acquire(policies.policyFor(host), {
      signal: options.signal ?? new AbortController().signal,
      waitUntil: options.waitUntil ?? 0,
      onLost: () => lost.push(host),
    });
  const pacingKeyOf = (host: string) => policies.policyFor(host).pacingKey;
  return { clock, pacing, limiter, closed, lost, acquire, pacingKeyOf };
}

async function release(grant: ConnectionGrant): Promise<void> {
  if (grant.kind !== 'lease') throw new Error('No lease was granted.');
  await grant.release();
}

describe('the connection limiter', () => {
  it('grants sockets in the order of the calls, and asks for an idle session only if a caller has to wait', async () => {
    const { acquire, closed, limiter, pacingKeyOf } = startLimiter(1);
    const first = await acquire('a.example.com');
    expect(closed).not.toContain(undefined);
    const order: string[] = [];
    const waiting = ['b.example.com', 'c.example.com'].map(async (host) => {
      const grant = await acquire(host);
      order.push(host);
      await release(grant);
    });
    expect(closed.filter((key) => key === undefined)).toHaveLength(2);
    expect(limiter.isContended(pacingKeyOf('a.example.com'))).toBe(true);
    await release(first);
    await Promise.all(waiting);
    expect(order).toEqual(['b.example.com', 'c.example.com']);
    expect(limiter.isContended(pacingKeyOf('a.example.com'))).toBe(false);
  });

  it('is not contended for the caller to whom a socket has just been released', async () => {
    const { acquire, limiter, pacingKeyOf } = startLimiter(1);
    const first = await acquire('a.example.com');
    const [second, third] = [acquire('b.example.com'), acquire('c.example.com')];
    const isContended = () => limiter.isContended(pacingKeyOf('a.example.com'));
    const released = release(first);
    // One socket is free, and two callers wait for it.
    expect(isContended()).toBe(true);
    await released;
    const releasedAgain = release(await second);
    expect(isContended()).toBe(false);
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
    const { acquire, limiter, pacingKeyOf } = startLimiter(10);
    const [first] = [await acquire('a.example.com'), await acquire('a.example.com')];
    const third = acquire('a.example.com');
    await yieldToEventLoop();
    expect(limiter.isContended(pacingKeyOf('a.example.com'))).toBe(true);
    expect(limiter.isContended(pacingKeyOf('b.example.com'))).toBe(false);
    await release(first);
    await release(await third);
  });

  it('keeps no socket of a caller who aborts, whether it waits for a socket or for a lease', async () => {
    const { acquire } = startLimiter(3);
    const held = [await acquire('a.example.com'), await acquire('a.example.com')];
    const controller = new AbortController();
    const reason = new Error('no longer wanted');
    const { signal } = controller;
    const waiting = ['a.example.com', 'b.example.com'].map((host) => acquire(host, { signal }));
    const rejections = waiting.map((call) => expect(call).rejects.toBe(reason));
    await yieldToEventLoop();
    controller.abort(reason);
    await Promise.all(rejections);
    await release(await acquire('b.example.com'));
    for (const grant of held) await release(grant);
  });

  it('waits out a short pause that ends before the deadline, and reports any other', async () => {
    const { acquire, clock, limiter, pacingKeyOf } = startLimiter(10);
    const now = clock.now();
    await limiter.pause(pacingKeyOf('a.example.com'), { until: now + 5_000, reason: 'limited' });
    await limiter.pause(pacingKeyOf('b.example.com'), { until: now + 60_000, reason: 'blocked' });
    expect(await acquire('a.example.com', { waitUntil: now + 5_000 })).toEqual({
      kind: 'pause',
      reason: 'limited',
    });
    expect(await acquire('b.example.com', { waitUntil: now + 600_000 })).toEqual({
      kind: 'pause',
      reason: 'blocked',
    });
    const waitedOut = acquire('a.example.com', { waitUntil: now + 30_000 });
    await clock.advance(5_000);
    await release(await waitedOut);
  });

  it('renews a lease until it is released, and reports that it was lost', async () => {
    const { acquire, clock, lost, pacing } = startLimiter(10);
    const kept = await acquire('a.example.com');
    await clock.advance(60_000);
    expect(lost).toEqual([]);
    const acquireLease = pacing.acquire.bind(pacing);
    pacing.acquire = async (exchange, options) => {
      const grant = await acquireLease(exchange, options);
      return grant.kind === 'lease' ? { ...grant, renew: async () => false } : grant;
    };
    const expiring = await acquire('b.example.com');
    await clock.advance(5_000);
    expect(lost).toEqual(['b.example.com']);
    await release(expiring);
    await release(kept);
    expect(clock.pending).toBe(0);
  });
});
