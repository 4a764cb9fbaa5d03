import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { EgressLimits } from '../../../src/exchange/egress-limits.ts';
import { startPace } from '../../../src/exchange/pace/pace.ts';
import { PaceStore } from '../../../src/exchange/pace/pace-store.ts';
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

  it('is known to processes that began before it was, within a minute of their work, and read once a minute', async () => {
    const { clock, process, refuse, calls } = setUp();
    const [finder, early] = [process(), process()];
    early.recall(host, []);
    await clock.advance(0);
    refuse(finder, 5);
    await clock.advance(59_000);
    calls.length = 0;
    for (let second = 0; second < 60; second += 1) {
      early.recall(host, []);
      await clock.advance(1_000);
    }
    expect([early.maxConnections(host), calls]).toEqual([4, [`get pace:${key}`]]);
    refuse(early, 3);
    await clock.advance(60_000);
    finder.recall(host, []);
    await clock.advance(0);
    expect(finder.maxConnections(host)).toBe(2);
    early.recall(host, []);
    await clock.advance(0);
    expect(early.maxConnections(host)).toBe(2);
  });

  it('is read again once what this process knew has expired', async () => {
    const { clock, process, refuse } = setUp();
    const [finder, idle] = [process(), process()];
    refuse(idle, 7);
    idle.recall(host, []);
    await clock.advance(5_000);
    clock.leap(3_600_000);
    refuse(finder, 5);
    await clock.advance(5_000);
    expect(idle.maxConnections(host)).toBe(8);
    idle.recall(host, []);
    await clock.advance(0);
    expect(idle.maxConnections(host)).toBe(4);
  });

  it('is not written where nothing was', async () => {
    const { clock, process, calls } = setUp();
    const limits = process();
    limits.recordConnection(host, new Map([[key, 1]]), { kind: 'greeted', afterMs: 50 });
    limits.recordAccepted(host, [key]);
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

describe('The store of paces', () => {
  const bounds = { start: 2, ceiling: 20 };
  const grown = (connections: number) => ({ ...startPace(bounds, 0), connections });

  function store() {
    const clock = new ManualClock();
    const { cache } = memoryStores({ clock });
    const written: unknown[] = [];
    const watched: Cache = {
      ...cache,
      get: (name) => cache.get(name),
      set: (name, entry) => {
        written.push([name, JSON.parse(entry.value), entry.expiresAt - clock.now()]);
        return cache.set(name, entry);
      },
    };
    const paces = new PaceStore({ cache: watched, clock });
    const write = async (connections: number) => {
      paces.write('a', bounds, grown(connections));
      await clock.advance(5_000);
    };
    return { clock, cache, written, paces, write };
  }

  it('keeps a pace for an hour', async () => {
    const { written, write } = store();
    await write(5);
    expect(written).toEqual([['pace:a', { connections: 5 }, 3_600_000]]);
  });

  it('writes what it has written before only when half of its hour is over', async () => {
    const { clock, written, write } = store();
    await write(5);
    await write(5);
    clock.leap(1_790_000 - 1);
    await write(5);
    expect(written).toHaveLength(1);
    await write(5);
    expect(written).toHaveLength(2);
    await write(5);
    expect(written).toHaveLength(2);
  });

  it('writes nothing of a pace that is as at first, and the others all the same', async () => {
    const { written, paces, write } = store();
    paces.write('b', bounds, startPace(bounds, 0));
    await write(5);
    expect(written).toEqual([['pace:a', { connections: 5 }, 3_600_000]]);
  });

  it('tells only of what it finds, and not once it is closed', async () => {
    const { clock, cache, paces, write } = store();
    await write(5);
    await cache.set('pace:unreadable', { value: '?', expiresAt: clock.now() + 60_000 });
    const adopted: (number | undefined)[] = [];
    const read = (key: string) => paces.read(key, bounds, (state) => adopted.push(state?.connections));
    for (const key of ['a', 'a', 'missing', 'unreadable']) read(key);
    await clock.advance(0);
    expect(adopted).toEqual([5]);
    const late = new PaceStore({ cache, clock });
    late.read('a', bounds, (state) => adopted.push(state?.connections));
    await late.close();
    expect(adopted).toEqual([5]);
  });

  it('starts no timer once it is closed', async () => {
    const { clock, paces } = store();
    await paces.close();
    paces.write('a', bounds, grown(5));
    expect(clock.pending).toBe(0);
  });
});
