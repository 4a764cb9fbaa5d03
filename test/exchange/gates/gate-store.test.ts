import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { GateStore } from '../../../src/exchange/gates/gate-store.ts';
import { Gates } from '../../../src/exchange/gates/gates.ts';
import { KeptGate } from '../../../src/exchange/gates/kept-gate.ts';
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

describe('The store of gates', () => {
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
    const gateAt = (name: string, connections = 2) => {
      const rules = { bounds: { start: 2, ceiling: 20 }, tryingConnections: 1, hostsOthers: false };
      const listener = { clock, onChange: () => {}, onFound: () => {} };
      const gate = new KeptGate({ key: name, scope: 'exchange' }, { ...rules, provenBy: 'answer' }, listener);
      gate.gate = { ...gate.gate, pace: { ...gate.gate.pace, connections } };
      return gate;
    };
    const gates = new GateStore({ cache: watched, clock });
    const write = async (gate: KeptGate) => {
      gates.write(gate);
      await clock.advance(5_000);
    };
    return { clock, cache, written, gates, gateAt, write };
  }
  const five = ['pace:a', { connections: 5 }, 3_600_000];

  it('writes what it has written before only when half of its hour is over', async () => {
    const { clock, written, gateAt, write } = store();
    const gate = gateAt('a', 5);
    for (const waitMs of [0, 0, 1_790_000 - 1]) {
      clock.leap(waitMs);
      await write(gate);
    }
    expect(written).toEqual([five]);
    for (let time = 0; time < 2; time += 1) await write(gate);
    expect(written).toHaveLength(2);
  });

  it('writes nothing of a gate that is as at first, and the others all the same', async () => {
    const { written, gates, gateAt, write } = store();
    gates.write(gateAt('b'));
    await write(gateAt('a', 5));
    expect(written).toEqual([five]);
  });

  it('tells only of what it finds, and not once it is closed', async () => {
    const { clock, cache, gates, gateAt, write } = store();
    await write(gateAt('a', 5));
    await cache.set('pace:unreadable', { value: '?', expiresAt: clock.now() + 60_000 });
    const found: number[] = [];
    const read = (from: GateStore, gate: KeptGate) =>
      from.read(gate, ({ connections }) => found.push(connections));
    const again = gateAt('a');
    for (const gate of [again, again, gateAt('missing'), gateAt('unreadable')]) read(gates, gate);
    await clock.advance(0);
    expect([found, again.maxConnections]).toEqual([[5], 1]);
    expect(again.gate.pace.connections).toBe(5);
    const late = new GateStore({ cache, clock });
    read(late, gateAt('a'));
    await late.close();
    expect(found).toEqual([5]);
  });

  it('reads a gate once a minute, though the gate itself was dropped and made anew meanwhile', async () => {
    const { clock, cache, gateAt } = store();
    const calls: string[] = [];
    const get = (name: string) => {
      calls.push(name);
      return cache.get(name);
    };
    const gates = new GateStore({ cache: { ...cache, get }, clock });
    for (let time = 0; time < 3; time += 1) {
      gates.read(gateAt('a'), () => {});
      await clock.advance(1);
    }
    expect(calls).toEqual(['pace:a']);
  });

  it('starts no timer once it is closed', async () => {
    const { clock, gates, gateAt } = store();
    await gates.close();
    gates.write(gateAt('a', 5));
    expect(clock.pending).toBe(0);
  });
});
