import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { BlockRecords } from '../../../src/exchange/gates/block-records.ts';
import { Gates } from '../../../src/exchange/gates/gates.ts';
import { startPace } from '../../../src/exchange/pace/pace.ts';
import { PaceStore } from '../../../src/exchange/pace/pace-store.ts';
import { ExchangePolicies } from '../../../src/exchange/policy.ts';
import type { Cache } from '../../../src/ports/cache.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const host = 'mx.example.com';
const key = `a host:${host}`;
/** Of the exchange, and of the address. */
const reads = [`get pace:${key}`, 'get pace:a address:192.0.2.1'];

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
    new Gates({
      ...{ egress: 'a', clock, cache: own, isOneOfSeveral: false },
      policies: new ExchangePolicies(clock, { connectionsPerExchange: 8 }),
      blocks: new BlockRecords({ cache, clock }, { firstMs: 1, longestMs: 1 }),
      onChange: (name) => changed.push(name),
      onBlock: () => {},
      pause: async () => {},
    });
  const refuse = (gates: Gates, connections: number) =>
    gates.recordConnection(host, '192.0.2.1', new Map([[key, connections]]), { kind: 'refused' });
  const connectionsOf = (gates: Gates) => gates.connectionsCountedAs(`host:${host}`);
  const recall = (gates: Gates) => gates.recall(host, '192.0.2.1');
  return { clock, calls, changed, process, refuse, connectionsOf, recall, cache };
}

describe('What was found out about a server', () => {
  it('is known to the next process of the egress, once that wants another session', async () => {
    const { clock, process, refuse, changed, connectionsOf, recall } = setUp();
    const first = process();
    refuse(first, 5);
    await clock.advance(5_000);
    await first.close();
    const second = process();
    expect(connectionsOf(second)).toBe(8);
    changed.length = 0;
    recall(second);
    await clock.advance(0);
    expect([connectionsOf(second), changed]).toEqual([4, [key]]);
  });

  it('includes how many recipients a second it answers', async () => {
    const { clock, process, recall } = setUp();
    await process().recordLimit(host, { counts: 'all' });
    await clock.advance(5_000);
    const second = process();
    recall(second);
    await clock.advance(0);
    expect(second.standingAt(`host:${host}`).recipientsPerSecond).toBe(1);
  });

  it('is read once, and written once in five seconds, and again only if it has changed', async () => {
    const { clock, process, refuse, calls, recall } = setUp();
    const limits = process();
    for (let each = 0; each < 3; each += 1) recall(limits);
    for (const connections of [8, 7]) refuse(limits, connections);
    await clock.advance(4_999);
    expect(calls).toEqual(reads);
    await clock.advance(1);
    await clock.advance(60_000);
    refuse(limits, 5);
    await clock.advance(5_000);
    expect(calls).toEqual([...reads, `set pace:${key}`, `set pace:${key}`]);
  });

  it('is known to processes that began before it was, within a minute of their work, and read once a minute', async () => {
    const { clock, process, refuse, calls, connectionsOf, recall } = setUp();
    const [finder, early] = [process(), process()];
    recall(early);
    await clock.advance(0);
    refuse(finder, 5);
    await clock.advance(59_000);
    calls.length = 0;
    for (let second = 0; second < 60; second += 1) {
      recall(early);
      await clock.advance(1_000);
    }
    expect([connectionsOf(early), calls]).toEqual([4, reads]);
    refuse(early, 3);
    await clock.advance(60_000);
    recall(finder);
    await clock.advance(0);
    expect(connectionsOf(finder)).toBe(2);
    recall(early);
    await clock.advance(0);
    expect(connectionsOf(early)).toBe(2);
  });

  it('is read again once what this process knew has expired', async () => {
    const { clock, process, refuse, connectionsOf, recall } = setUp();
    const [finder, idle] = [process(), process()];
    refuse(idle, 7);
    recall(idle);
    await clock.advance(5_000);
    clock.leap(3_600_000);
    refuse(finder, 5);
    await clock.advance(5_000);
    expect(connectionsOf(idle)).toBe(8);
    recall(idle);
    await clock.advance(0);
    expect(connectionsOf(idle)).toBe(4);
  });

  it('is not written where nothing was', async () => {
    const { clock, process, calls } = setUp();
    const limits = process();
    limits.recordConnection(host, '192.0.2.1', new Map([[key, 1]]), { kind: 'greeted', afterMs: 50 });
    limits.recordReplies(host, '192.0.2.1', { domain: 'a.com', accepted: 1, missing: 0, others: 0 });
    await clock.advance(10_000);
    expect(calls).toEqual([]);
  });

  it('gives way to what this process has found out meanwhile', async () => {
    const { clock, process, refuse, connectionsOf, recall } = setUp();
    const first = process();
    refuse(first, 2);
    await clock.advance(5_000);
    const second = process();
    recall(second);
    refuse(second, 7);
    await clock.advance(0);
    expect(connectionsOf(second)).toBe(6);
  });

  it('is forgotten after an hour', async () => {
    const { clock, process, refuse, connectionsOf, recall } = setUp();
    const first = process();
    refuse(first, 5);
    await clock.advance(5_000);
    clock.leap(3_600_000);
    const second = process();
    recall(second);
    await clock.advance(0);
    expect(connectionsOf(second)).toBe(8);
  });

  it('hinders nothing if the cache fails', async () => {
    const { clock, process, refuse, cache, connectionsOf, recall } = setUp();
    const fails = () => Promise.reject(new Error('the cache is away'));
    const limits = process({ ...cache, get: fails, set: fails });
    recall(limits);
    refuse(limits, 5);
    await clock.advance(5_000);
    expect(connectionsOf(limits)).toBe(4);
    await limits.close();
  });

  it('leaves no timer and no call behind when it is closed, and nothing is read or written later', async () => {
    const { clock, process, refuse, calls, cache, recall } = setUp();
    const answers: (() => void)[] = [];
    const slow: Cache = {
      ...cache,
      get: () =>
        new Promise((resolve) => {
          answers.push(() => resolve(undefined));
        }),
    };
    const limits = process(slow);
    recall(limits);
    refuse(limits, 5);
    let closed = false;
    const closing = limits.close().then(() => {
      closed = true;
    });
    await clock.advance(0);
    expect([closed, clock.pending]).toEqual([false, 0]);
    for (const answer of answers) answer();
    await closing;
    refuse(limits, 3);
    limits.recall('mx.example.org', '192.0.2.1');
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
