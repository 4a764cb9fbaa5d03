import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { ExchangePaces } from '../../../src/exchange/pace/exchange-paces.ts';
import { PaceStore } from '../../../src/exchange/pace/pace-store.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const bounds = { start: 2, ceiling: 20 };
const key = 'a host:mx.example.com';

function setUp() {
  const clock = new ManualClock();
  const { cache } = memoryStores({ clock });
  const changed: string[] = [];
  const process = (own = bounds) => {
    const paces = new ExchangePaces(clock, (name) => changed.push(name), new PaceStore({ cache, clock }));
    const earnOne = () => {
      const connections = paces.connections(key, own);
      paces.record(key, own, { kind: 'greeted', connections, afterMs: 50 });
      for (let each = 0; each < connections; each += 1) paces.record(key, own, { kind: 'accepted' });
      return paces.connections(key, own);
    };
    const recall = async () => {
      paces.recall(key, own);
      await clock.advance(0);
      return paces.connections(key, own);
    };
    const refuse = (connections: number) => paces.record(key, own, { kind: 'refused', connections });
    return { paces, earnOne, recall, refuse };
  };
  const kept = async () => {
    await clock.advance(5_000);
    const entry = await cache.get(`pace:${key}`);
    return entry && JSON.parse(entry.value);
  };
  return { clock, cache, changed, process, kept };
}

describe('What is kept of the pace at a server', () => {
  it('includes connections that have become more', async () => {
    const { process, kept } = setUp();
    const { earnOne } = process();
    expect(earnOne()).toBe(3);
    expect(await kept()).toEqual({ connections: 3 });
  });

  it('includes a limit that was passed, although there are no more connections yet', async () => {
    const { clock, process, kept } = setUp();
    const { earnOne, refuse } = process();
    earnOne();
    refuse(3);
    expect((await kept())?.limit).toMatchObject({ connections: 3, holdMs: 30_000 });
    await clock.advance(30_000);
    expect([earnOne(), earnOne()]).toEqual([3, 3]);
    expect((await kept())?.limit).toMatchObject({ connections: 4, holdMs: 15_000 });
  });
});

describe('A process that learns what others have found out', () => {
  it('has as many connections as they, or those it has earned itself if they met no limit', async () => {
    const { process, kept, changed } = setUp();
    process().earnOne();
    await kept();
    const [next, ahead, level] = [process(), process(), process()];
    for (let step = 0; step < 3; step += 1) ahead.earnOne();
    level.earnOne();
    changed.length = 0;
    expect([await ahead.recall(), await level.recall(), changed]).toEqual([5, 3, []]);
    expect([await next.recall(), changed]).toEqual([3, [key]]);
  });

  it('keeps to a limit that they met, whatever it has earned itself', async () => {
    const { process, kept } = setUp();
    const [first, next] = [process(), process()];
    first.earnOne();
    first.refuse(3);
    await kept();
    for (let step = 0; step < 3; step += 1) next.earnOne();
    expect(await next.recall()).toBe(2);
    expect(next.earnOne()).toBe(2);
  });

  it('keeps no longer to a limit that was met before it read last: it may have passed that since', async () => {
    const { clock, cache, process } = setUp();
    const next = process();
    await clock.advance(60_000);
    await next.recall();
    for (let step = 0; step < 3; step += 1) next.earnOne();
    const write = (metAt: number) =>
      cache.set(`pace:${key}`, {
        value: JSON.stringify({
          connections: 2,
          limit: { connections: 3, retryAt: metAt + 30_000, holdMs: 30_000 },
        }),
        expiresAt: clock.now() + 3_600_000,
      });
    await write(clock.now() - 30_000);
    await clock.advance(60_000);
    expect(await next.recall()).toBe(5);
    await write(clock.now() - 30_000);
    await clock.advance(60_000);
    expect(await next.recall()).toBe(5);
    await write(clock.now());
    await clock.advance(60_000);
    expect(await next.recall()).toBe(2);
  });

  it('keeps to its own limit, whatever others that met none have earned since', async () => {
    const { clock, process, kept } = setUp();
    const [first, next] = [process(), process()];
    next.earnOne();
    next.refuse(3);
    await kept();
    for (let step = 0; step < 3; step += 1) first.earnOne();
    expect(await kept()).toEqual({ connections: 5 });
    await clock.advance(60_000);
    expect(await next.recall()).toBe(2);
  });

  it('keeps what it is about to earn if it learns nothing new, and begins anew with what it has learned', async () => {
    const { process, kept } = setUp();
    const first = process();
    first.earnOne();
    await kept();
    const [level, behind] = [process(), process()];
    level.earnOne();
    for (const [{ paces }, connections] of [
      [level, 3],
      [behind, 2],
    ] as const) {
      paces.record(key, bounds, { kind: 'greeted', connections, afterMs: 50 });
      for (let each = 1; each < connections; each += 1) paces.record(key, bounds, { kind: 'accepted' });
    }
    expect([await level.recall(), await behind.recall()]).toEqual([3, 3]);
    level.paces.record(key, bounds, { kind: 'accepted' });
    expect(level.paces.connections(key, bounds)).toBe(4);
    behind.paces.record(key, bounds, { kind: 'greeted', connections: 3, afterMs: 50 });
    for (let each = 0; each < 2; each += 1) behind.paces.record(key, bounds, { kind: 'accepted' });
    expect(behind.paces.connections(key, bounds)).toBe(3);
    behind.paces.record(key, bounds, { kind: 'accepted' });
    expect(behind.paces.connections(key, bounds)).toBe(4);
  });

  it('takes a limit for a later one if it was met more than a second after its own', async () => {
    const { clock, cache, process } = setUp();
    const { earnOne, refuse, recall } = process();
    for (let step = 0; step < 3; step += 1) earnOne();
    const metAt = clock.now();
    refuse(5);
    await clock.advance(5_000);
    const write = (later: number) =>
      cache.set(`pace:${key}`, {
        value: JSON.stringify({
          connections: 1,
          limit: { connections: 2, retryAt: metAt + later + 30_000, holdMs: 30_000 },
        }),
        expiresAt: clock.now() + 3_600_000,
      });
    for (const [later, connections] of [
      [0, 4],
      [1_000, 4],
      [1_001, 1],
    ] as const) {
      await write(later);
      await clock.advance(60_000);
      expect(await recall()).toBe(connections);
    }
  });

  it('tells that other connections are permitted only if they are', async () => {
    const { process, kept, changed } = setUp();
    const [first, next] = [process(), process()];
    first.earnOne();
    expect(changed).toEqual([key]);
    first.paces.record(key, bounds, { kind: 'replied', isMissing: false });
    expect(changed).toEqual([key]);
    first.refuse(3);
    expect(changed).toEqual([key, key]);
    await kept();
    // The limit is new, and permits what it began with.
    expect([await next.recall(), changed]).toEqual([2, [key, key]]);
  });

  it('has the rate of recipients that they were asked to keep to', async () => {
    const { clock, process, kept } = setUp();
    const [first, next] = [process(), process()];
    expect(await first.recall()).toBe(2);
    first.paces.record(key, bounds, { kind: 'limited', counts: 'all' });
    clock.leap(5_000);
    first.paces.record(key, bounds, { kind: 'replied', isMissing: false });
    const perSecond = first.paces.recipientsPerSecond(key, bounds);
    expect((await kept())?.rate).toMatchObject({ perSecond });
    await next.recall();
    expect(next.paces.recipientsPerSecond(key, bounds)).toBe(perSecond);
    expect(next.paces.restMs(key)).toBe(0);
  });

  it('has what it was asked for itself: to slow down', async () => {
    const { process, kept } = setUp();
    for (let each = process(), step = 0; step < 4; step += 1) each.earnOne();
    await kept();
    const next = process();
    next.paces.record(key, bounds, { kind: 'limited', counts: 'all' });
    expect(await next.recall()).toBe(2);
  });
});

describe('The paces of a process', () => {
  it('need no store', async () => {
    const clock = new ManualClock();
    const paces = new ExchangePaces(clock, () => {});
    paces.recall(key, bounds);
    paces.record(key, bounds, { kind: 'limited', counts: 'all' });
    await paces.close();
    expect(paces.restMs(key)).toBe(5_000);
  });

  it('leave no timer once they are closed', async () => {
    const { clock, process } = setUp();
    const { paces, earnOne } = process();
    earnOne();
    expect(clock.pending).toBeGreaterThan(0);
    await paces.close();
    expect(clock.pending).toBe(0);
  });

  it('tell how long to rest once for each rest, and a rate from then on', () => {
    const { process, clock } = setUp();
    const { paces } = process();
    const slowDown = () => paces.record(key, bounds, { kind: 'limited', counts: 'all' });
    expect(paces.recipientsPerSecond(key, bounds)).toBeUndefined();
    expect(paces.record(key, bounds, { kind: 'replied', isMissing: false })).toBeUndefined();
    expect(paces.recipientsPerSecond(key, bounds)).toBeUndefined();
    expect([slowDown(), slowDown()]).toEqual([5_000, undefined]);
    expect(paces.recipientsPerSecond(key, bounds)).toBeGreaterThanOrEqual(1);
    clock.leap(5_000);
    expect(paces.record(key, bounds, { kind: 'replied', isMissing: false })).toBeUndefined();
    expect(paces.recipientsPerSecond('b host:mx.example.com', bounds)).toBeUndefined();
  });

  it('permit everything at servers of which nothing is known', () => {
    const { process } = setUp();
    const { paces } = process();
    paces.recordSent([key], { single: 1, bulk: 1_000 });
    expect(paces.recipientsAllowed([key])).toEqual({ single: Infinity, bulk: Infinity });
    expect([paces.msToRecipient([key], 'bulk'), paces.restMs(key)]).toEqual([0, 0]);
  });

  it('permit as many recipients as the slowest of several limits', () => {
    const { process, clock } = setUp();
    const { paces } = process();
    for (let each = 0; each < 500; each += 1) {
      clock.leap(10);
      paces.record('fast', bounds, { kind: 'replied', isMissing: false });
    }
    for (const each of ['fast', 'slow']) paces.record(each, bounds, { kind: 'limited', counts: 'all' });
    clock.leap(60_000);
    for (const each of ['fast', 'slow']) paces.record(each, bounds, { kind: 'replied', isMissing: false });
    clock.leap(60_000);
    const fast = paces.recipientsAllowed(['fast', 'unknown']);
    const slow = paces.recipientsAllowed(['slow']);
    expect([slow.bulk, fast.bulk]).toEqual([1, 9]);
    expect([slow.single, fast.single]).toEqual([5, 13]);
    for (const keys of [
      ['fast', 'slow'],
      ['slow', 'unknown', 'fast'],
    ])
      expect(paces.recipientsAllowed(keys)).toEqual(slow);
    paces.recordSent(['fast', 'slow'], { single: 0, bulk: 1 });
    expect(paces.msToRecipient(['slow', 'fast'], 'bulk')).toBe(1_000);
  });
});
