import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { KnownDomain, noCounts } from '../../../src/verdict/catch-all/known-domain.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const dayMs = 86_400_000;
const key = 'catch-all:example.org';

/** Processes that know the same domain, through one cache. */
function world() {
  const clock = new ManualClock();
  const { cache } = memoryStores({ clock });
  return { clock, cache, start: () => new KnownDomain('example.org', { cache, clock }) };
}

describe('a reply about a recipient', () => {
  it('counts once, until four others were counted', () => {
    const known = world().start();
    for (const name of ['ann', 'bob', 'cay', 'dan', 'ann', 'bob']) known.count('unknown', name);
    expect(known.replies).toEqual({ ...noCounts, unknown: 4 });
    known.count('accepted', 'eve');
    known.count('unknown', 'bob');
    expect(known.replies).toEqual({ ...noCounts, unknown: 4, accepted: 1 });
    known.count('unknown', 'ann');
    expect(known.replies).toEqual({ ...noCounts, unknown: 5, accepted: 1 });
  });

  it('counts not at all if it is the one of a catch-all probe, of the last four', () => {
    const known = world().start();
    for (const probe of ['p1', 'p2', 'p2', 'p3', 'p4']) known.ignore(probe);
    for (const probe of ['p1', 'p2', 'p3', 'p4']) known.count('unknown', probe);
    expect(known.replies).toEqual(noCounts);
    known.ignore('p5');
    for (const probe of ['p2', 'p3', 'p4', 'p5', 'p1']) known.count('unknown', probe);
    expect(known.replies).toEqual({ ...noCounts, unknown: 1 });
  });
});

describe('what is stored of a domain', () => {
  it('is known to others, for a week', async () => {
    const { cache, clock, start } = world();
    const [first, second] = [start(), start()];
    first.count('unexplained', 'ann');
    expect(first.storedReplies).toEqual(noCounts);
    await first.store();
    expect(first.storedReplies).toEqual({ ...noCounts, unexplained: 1 });
    expect(first.replies).toEqual({ ...noCounts, unexplained: 1 });
    await second.load();
    expect(second.replies).toEqual({ ...noCounts, unexplained: 1 });
    expect((await cache.get(key))?.expiresAt).toBe(clock.now() + 7 * dayMs);
  });

  it('counts less after some days, while new replies count in full', async () => {
    const { clock, start } = world();
    const known = start();
    known.count('unknown', 'ann');
    await known.store();
    clock.leap(3.5 * dayMs);
    known.count('unknown', 'bob');
    expect(known.storedReplies.unknown).toBeCloseTo(Math.SQRT1_2, 9);
    expect(known.replies.unknown).toBeCloseTo(1 + Math.SQRT1_2, 9);
    await known.store();
    expect(known.storedReplies.unknown).toBeCloseTo(1 + Math.SQRT1_2, 9);
  });

  it('is nothing any more if its entry is gone', async () => {
    const { cache, start } = world();
    const known = start();
    await known.store({ number: 1, accepted: true });
    await cache.set(key, { value: '', expiresAt: 0 });
    await known.load();
    expect(known.replies).toEqual(noCounts);
    expect(known.probesOfDay).toBe(0);
  });

  it('grows by what each of two processes has counted at the same time', async () => {
    const { start } = world();
    const [first, second] = [start(), start()];
    first.count('unknown', 'ann');
    second.count('accepted', 'bob');
    await Promise.all([first.store(), second.store()]);
    await Promise.all([first.load(), second.load()]);
    for (const known of [first, second])
      expect(known.replies).toEqual({ ...noCounts, unknown: 1, accepted: 1 });
  });

  it('leaves what was counted during the write for the next one', async () => {
    const { start } = world();
    const [known, other] = [start(), start()];
    known.count('unknown', 'ann');
    const storing = known.store();
    known.count('unknown', 'bob');
    await storing;
    expect(known.storedReplies.unknown).toBe(1);
    expect(known.replies.unknown).toBe(2);
    await known.store();
    await other.load();
    expect(other.replies.unknown).toBe(2);
  });

  it('is given up to the others after four tries, and is then known to this process only', async () => {
    const { cache, start } = world();
    let tries = 0;
    cache.replace = async () => {
      tries += 1;
      return false;
    };
    const known = start();
    known.count('unknown', 'ann');
    await known.store();
    expect(tries).toBe(4);
    expect(known.replies).toEqual({ ...noCounts, unknown: 1 });
    expect(await cache.get(key)).toBeUndefined();
  });
});

describe('the answer to a catch-all probe', () => {
  it.each([
    [true, { probesAccepted: 1 }],
    [false, { probesRefused: 1 }],
  ])('counts (accepted: %s), and as one of its day', async (accepted, counts) => {
    const { clock, start } = world();
    const known = start();
    await known.store({ number: 1, accepted });
    expect(known.replies).toEqual({ ...noCounts, ...counts });
    clock.leap(dayMs - 1);
    expect(known.probesOfDay).toBe(1);
    clock.leap(1);
    expect(known.probesOfDay).toBe(0);
  });

  it('counts once if two processes have asked the same at the same time', async () => {
    const { start } = world();
    const [first, second] = [start(), start()];
    await first.store({ number: 1, accepted: true });
    second.count('unknown', 'ann');
    await second.store({ number: 1, accepted: true });
    expect(second.replies).toEqual({ ...noCounts, unknown: 1, probesAccepted: 1 });
    expect(second.probesOfDay).toBe(1);
    await second.store({ number: 2, accepted: false });
    expect(second.replies).toEqual({ ...noCounts, unknown: 1, probesAccepted: 1, probesRefused: 1 });
    expect(second.probesOfDay).toBe(2);
  });

  it('of another day is forgotten with the next write, but for its count', async () => {
    const { clock, cache, start } = world();
    const known = start();
    await known.store({ number: 1, accepted: true });
    clock.leap(dayMs);
    await known.store({ number: 1, accepted: true });
    expect(known.probesOfDay).toBe(1);
    expect(known.replies.probesAccepted).toBeGreaterThan(1.8);
    const stored: unknown[] = JSON.parse((await cache.get(key))?.value ?? '[]');
    expect(stored.slice(6)).toEqual([clock.now(), clock.now()]);
  });

  it('may be sent again at once before anything is known', () => {
    expect(world().start().probeAgainAt).toBe(Number.NEGATIVE_INFINITY);
  });
});
