import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { blocksInForce, blocksKey } from '../../src/exchange/egress-blocks.ts';
import type { Cache } from '../../src/ports/cache.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { blockRecords } from './block-records.ts';

const hourMs = 3_600_000;
const lengths = { firstMs: hourMs, longestMs: 24 * hourMs };

describe('an egress that is blocked again and again', () => {
  it('stays away for an hour, and then twice as long each time, up to a day', async () => {
    const clock = new ManualClock();
    const blocks = blockRecords({ cache: memoryStores({ clock }).cache, clock }, lengths);
    const hours: number[] = [];
    for (let time = 0; time < 7; time += 1) {
      const { durationMs, isNew } = await blocks.begin('a provider:x');
      expect(isNew).toBe(true);
      hours.push(durationMs / hourMs);
      clock.leap(durationMs + 1_000);
    }
    expect(hours).toEqual([1, 2, 4, 8, 16, 24, 24]);
    expect((await blocks.begin('a provider:y')).durationMs).toBe(hourMs);
    expect((await blocks.begin('b provider:x')).durationMs).toBe(hourMs);
  });

  it('begins anew a day after the end of the last block', async () => {
    const clock = new ManualClock();
    const blocks = blockRecords({ cache: memoryStores({ clock }).cache, clock }, lengths);
    await blocks.begin('a host:x');
    clock.leap(25 * hourMs);
    expect((await blocks.begin('a host:x')).durationMs).toBe(hourMs);
  });

  it('counts once what several sessions or processes find, and remembers it with the store', async () => {
    const clock = new ManualClock();
    const { cache } = memoryStores({ clock });
    const [one, other] = [1, 2].map(() => blockRecords({ cache, clock }, lengths));
    expect(await one?.begin('a host:x')).toEqual({ durationMs: hourMs, isNew: true });
    clock.leap(1_000);
    expect(await other?.begin('a host:x')).toEqual({ durationMs: hourMs - 1_000, isNew: false });
    clock.leap(hourMs);
    expect(await other?.begin('a host:x')).toEqual({ durationMs: 2 * hourMs, isNew: true });
  });

  it('is new once, if several sessions or processes find it at the same moment', async () => {
    const clock = new ManualClock();
    const { cache } = memoryStores({ clock });
    const processes = [1, 2].map(() => blockRecords({ cache, clock }, lengths));
    for (const durationMs of [hourMs, 2 * hourMs]) {
      const sessions = [...processes, ...processes];
      const found = await Promise.all(sessions.map((each) => each.begin('a host:x')));
      expect(found.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(found.map((block) => block.durationMs)).toEqual(sessions.map(() => durationMs));
      clock.leap(durationMs);
    }
  });

  it('stays away for an hour at least where it was the only egress before', async () => {
    const clock = new ManualClock();
    const { cache } = memoryStores({ clock });
    const only = blockRecords({ cache, clock }, { firstMs: 600_000, longestMs: 600_000 });
    await only.begin('a host:x');
    clock.leap(600_000);
    const oneOfSeveral = blockRecords({ cache, clock }, lengths);
    expect(await oneOfSeveral.begin('a host:x')).toEqual({ durationMs: hourMs, isNew: true });
    clock.leap(hourMs);
    expect(await only.begin('a host:x')).toEqual({ durationMs: 600_000, isNew: true });
  });

  it('begins a new block, twice as long, if it is blocked after the clock was set back', async () => {
    const clock = new ManualClock();
    const blocks = blockRecords({ cache: memoryStores({ clock }).cache, clock }, lengths);
    await blocks.begin('a host:x');
    clock.adjust(-6 * hourMs);
    clock.leap(2 * hourMs);
    expect(await blocks.begin('a host:x')).toEqual({ durationMs: 2 * hourMs, isNew: true });
    clock.leap(2 * hourMs);
    expect(await blocks.begin('a host:x')).toEqual({ durationMs: 4 * hourMs, isNew: true });
  });

  it('counts a block once that a machine has found whose clock is ahead a little', async () => {
    const clock = new ManualClock();
    const blocks = blockRecords({ cache: memoryStores({ clock }).cache, clock }, lengths);
    await blocks.begin('a host:x');
    clock.adjust(-5_000);
    expect(await blocks.begin('a host:x')).toEqual({ durationMs: hourMs, isNew: false });
  });

  it('is on a list of all its blocks, also if several processes find some at once', async () => {
    const clock = new ManualClock();
    const { cache } = memoryStores({ clock });
    const processes = [1, 2, 3].map(() => blockRecords({ cache, clock }, lengths));
    await Promise.all(processes.map((each, index) => each.begin(`a host:mx${index}`)));
    await processes[0]?.begin('b host:other');
    const listed = async () =>
      blocksInForce(await cache.get(blocksKey('a')), clock.now()).map(({ place }) => place);
    expect((await listed()).sort()).toEqual(['host:mx0', 'host:mx1', 'host:mx2']);
    clock.leap(hourMs);
    await processes[0]?.begin('a host:mx1');
    expect(await listed()).toEqual(['host:mx1']);
  });

  it('is shown with the 200 blocks that end last', async () => {
    const clock = new ManualClock();
    const { cache } = memoryStores({ clock });
    const blocks = blockRecords({ cache, clock }, lengths);
    for (let number = 0; number <= 200; number += 1) {
      await blocks.begin(`a host:${number}`);
      clock.leap(1);
    }
    const places = blocksInForce(await cache.get(blocksKey('a')), clock.now()).map(({ place }) => place);
    expect(places).toHaveLength(200);
    expect(places).not.toContain('host:0');
  });

  it('stays away for the first length if the store fails', async () => {
    const fail = () => Promise.reject(new Error('No store.'));
    const cache = { get: fail, set: fail, replace: fail } as unknown as Cache;
    const blocks = blockRecords({ cache, clock: new ManualClock() }, lengths);
    expect(await blocks.begin('a host:x')).toEqual({ durationMs: hourMs, isNew: true });
  });
});
