import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { EgressLimits } from '../../../src/exchange/egress-limits.ts';
import { ExchangePolicies } from '../../../src/exchange/policy.ts';
import type { Cache } from '../../../src/ports/cache.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const host = 'mx.example.com';
const key = `a host:${host}`;

function setUp() {
  const clock = new ManualClock();
  const { cache } = memoryStores({ clock });
  const calls: string[] = [];
  const watched: Cache = {
    ...cache,
    get: (name) => {
      calls.push(`get ${name}`);
      return cache.get(name);
    },
    set: (name, entry) => {
      calls.push(`set ${name}`);
      return cache.set(name, entry);
    },
  };
  const changed: string[] = [];
  /** A process with this egress. */
  const process = (own: Cache = watched) =>
    new EgressLimits('a', new ExchangePolicies(clock, { connectionsPerExchange: 8 }), {
      clock,
      cache: own,
      onChange: (name) => changed.push(name),
    });
  const refuse = (limits: EgressLimits, connections: number) =>
    limits.recordConnection(host, new Map([[key, connections]]), { kind: 'refused' });
  return { clock, calls, changed, process, refuse, cache };
}

describe('What was found out about a server', () => {
  it('is known to the next process of the egress, once that wants another session', async () => {
    const { clock, process, refuse, changed } = setUp();
    const first = process();
    refuse(first, 5);
    await clock.advance(5_000);
    await first.close();
    const second = process();
    expect(second.maxConnections(host)).toBe(8);
    changed.length = 0;
    second.recall(host, []);
    await clock.advance(0);
    expect([second.maxConnections(host), changed]).toEqual([4, [key]]);
  });

  it('includes how many recipients a second it answers', async () => {
    const { clock, process } = setUp();
    const first = process();
    first.recordLimit(host, [key]);
    await clock.advance(5_000);
    const second = process();
    second.recall(host, [key]);
    await clock.advance(0);
    second.recordSent([key], { single: 0, bulk: 1 });
    expect(second.msToRecipient([key], 'bulk')).toBe(1_000);
  });

  it('is read once, and written once in five seconds, and again only if it has changed', async () => {
    const { clock, process, refuse, calls } = setUp();
    const limits = process();
    for (let each = 0; each < 3; each += 1) limits.recall(host, [key]);
    for (const connections of [8, 7]) refuse(limits, connections);
    await clock.advance(4_999);
    expect(calls).toEqual([`get pace:${key}`]);
    await clock.advance(1);
    await clock.advance(60_000);
    refuse(limits, 5);
    await clock.advance(5_000);
    expect(calls).toEqual([`get pace:${key}`, `set pace:${key}`, `set pace:${key}`]);
  });

  it('is not written where nothing was', async () => {
    const { clock, process, calls } = setUp();
    const limits = process();
    limits.recordConnection(host, new Map([[key, 1]]), { kind: 'greeted', afterMs: 50 });
    limits.recordAnswer(host, [key]);
    await clock.advance(10_000);
    expect(calls).toEqual([]);
  });

  it('gives way to what this process has found out meanwhile', async () => {
    const { clock, process, refuse } = setUp();
    const first = process();
    refuse(first, 2);
    await clock.advance(5_000);
    const second = process();
    second.recall(host, []);
    refuse(second, 7);
    await clock.advance(0);
    expect(second.maxConnections(host)).toBe(6);
  });

  it('is forgotten after an hour', async () => {
    const { clock, process, refuse } = setUp();
    const first = process();
    refuse(first, 5);
    await clock.advance(5_000);
    clock.leap(3_600_000);
    const second = process();
    second.recall(host, []);
    await clock.advance(0);
    expect(second.maxConnections(host)).toBe(8);
  });

  it('hinders nothing if the cache fails', async () => {
    const { clock, process, refuse, cache } = setUp();
    const fails = () => Promise.reject(new Error('the cache is away'));
    const limits = process({ ...cache, get: fails, set: fails });
    limits.recall(host, []);
    refuse(limits, 5);
    await clock.advance(5_000);
    expect(limits.maxConnections(host)).toBe(4);
    await limits.close();
  });

  it('leaves no timer and no call behind when it is closed, and nothing is read or written later', async () => {
    const { clock, process, refuse, calls, cache } = setUp();
    let answer = () => {};
    const slow: Cache = {
      ...cache,
      get: () =>
        new Promise((resolve) => {
          answer = () => resolve(undefined);
        }),
    };
    const limits = process(slow);
    limits.recall(host, []);
    refuse(limits, 5);
    let closed = false;
    const closing = limits.close().then(() => {
      closed = true;
    });
    await clock.advance(0);
    expect([closed, clock.pending]).toEqual([false, 0]);
    answer();
    await closing;
    refuse(limits, 3);
    limits.recall('mx.example.org', []);
    await clock.advance(10_000);
    expect([calls, clock.pending]).toEqual([[], 0]);
  });
});
