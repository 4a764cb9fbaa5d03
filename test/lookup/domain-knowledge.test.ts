import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { StorageUnavailable } from '../../src/errors.ts';
import { DomainKnowledge } from '../../src/lookup/domain-knowledge.ts';
import { nothingKnown } from '../../src/lookup/domain-patterns.ts';
import { readName } from '../../src/lookup/names/person-name.ts';
import { changedPort } from '../stores/changed-port.ts';
import { ManualClock } from '../support/manual-clock.ts';

const ann = readName({ first_name: 'Ann', last_name: 'Lee', domain: 'example.com' })!;
const bob = readName({ first_name: 'Bob', last_name: 'Ray', domain: 'example.com' })!;
const found = { accepted: 'alee', refused: [] };

function world() {
  const clock = new ManualClock();
  const { cache } = memoryStores({ clock });
  return { clock, cache, knowledge: new DomainKnowledge(cache, clock) };
}

describe('what is known of a domain', () => {
  it('is nothing before the first search', async () => {
    expect(await world().knowledge.recall('example.com')).toEqual(nothingKnown);
  });

  it('is shared by all processes of a store, and adds up over them', async () => {
    const { clock, cache, knowledge } = world();
    const other = new DomainKnowledge(cache, clock);
    await knowledge.learn('example.com', ann, found);
    await other.learn('example.com', bob, { accepted: 'bray', refused: [] });
    expect((await knowledge.recall('example.com')).confirmed).toEqual({ flast: 2 });
    expect(await knowledge.recall('example.org')).toEqual(nothingKnown);
  });

  it('keeps all outcomes learned at once', async () => {
    const { knowledge } = world();
    const outcomes = Array.from({ length: 20 }, (_, index) => {
      const last_name = `Lee${String.fromCharCode(97 + index)}`;
      const name = readName({ first_name: 'Ann', last_name, domain: 'example.com' })!;
      return knowledge.learn('example.com', name, { accepted: `a${last_name.toLowerCase()}`, refused: [] });
    });
    await Promise.all(outcomes);
    expect((await knowledge.recall('example.com')).confirmed).toEqual({ flast: 20 });
  });

  it('counts a person who was not found once, however often the search is repeated', async () => {
    const { clock, cache, knowledge } = world();
    await knowledge.learn('example.com', ann, { refused: ['alee'] });
    const once = await knowledge.recall('example.com');
    await new DomainKnowledge(cache, clock).learn('example.com', ann, { refused: ['alee', 'ann.lee'] });
    expect(await knowledge.recall('example.com')).toEqual(once);
    await knowledge.learn('example.com', bob, { refused: ['bray'] });
    expect((await knowledge.recall('example.com')).missed.flast).toBeGreaterThan(once.missed.flast ?? 0);
    await knowledge.learn('example.com', ann, found);
    expect((await knowledge.recall('example.com')).confirmed).toEqual({ flast: 1 });
  });

  it('counts an address that was found once, however many names fit it', async () => {
    const { knowledge } = world();
    await knowledge.learn('example.com', ann, found);
    const once = await knowledge.recall('example.com');
    const alee = readName({ first_name: 'Alee', last_name: 'Ray', domain: 'example.com' })!;
    await knowledge.learn('example.com', alee, { accepted: 'Alee', refused: ['alee.ray', 'aray'] });
    expect(await knowledge.recall('example.com')).toEqual(once);
  });

  it('counts missed patterns half as much after 30 days', async () => {
    const { clock, knowledge } = world();
    await knowledge.learn('example.com', ann, { accepted: 'alee', refused: ['ann.lee'] });
    await knowledge.learn('example.com', bob, { refused: ['bob'] });
    const before = await knowledge.recall('example.com');
    clock.leap(30 * 86_400_000);
    const { confirmed, against, missed } = await knowledge.recall('example.com');
    expect(confirmed).toEqual(before.confirmed);
    expect(against).toEqual(before.against);
    expect(missed.first).toBeCloseTo(before.missed.first! / 2);
  });

  it('contains no names and no addresses', async () => {
    const { cache, knowledge } = world();
    await knowledge.learn('example.com', ann, found);
    await knowledge.learn('example.com', bob, { refused: ['bray'] });
    expect((await cache.get('lookup-patterns:example.com'))!.value).not.toMatch(/lee|bob|ray/i);
  });

  it('lasts for half a year after the last search', async () => {
    const { clock, knowledge } = world();
    await knowledge.learn('example.com', ann, found);
    clock.leap(180 * 86_400_000 - 1);
    expect(await knowledge.recall('example.com')).not.toEqual(nothingKnown);
    clock.leap(1);
    expect(await knowledge.recall('example.com')).toEqual(nothingKnown);
  });

  it('is learned even if the previous change failed', async () => {
    const { clock, cache } = world();
    let failures = 1;
    const unreliable = changedPort(cache, {
      get: async (key) => {
        failures -= 1;
        if (failures >= 0) throw new StorageUnavailable('not now');
        return cache.get(key);
      },
    });
    const knowledge = new DomainKnowledge(unreliable, clock);
    const failing = knowledge.learn('example.com', ann, found);
    const next = knowledge.learn('example.com', ann, found);
    await expect(failing).rejects.toMatchObject({ code: 'storage_unavailable' });
    await next;
    expect((await knowledge.recall('example.com')).confirmed).toEqual({ flast: 1 });
  });
});
