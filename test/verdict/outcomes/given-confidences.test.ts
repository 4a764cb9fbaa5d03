import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { GivenConfidences } from '../../../src/verdict/outcomes/given-confidences.ts';
import { countersOf } from '../../counters/counters-of.ts';
import { startStores } from '../../sqlite/temporary-file.ts';
import { changedPort } from '../../stores/changed-port.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const minuteMs = 60_000;
const weekMs = 7 * 86_400_000;
const said = { evidence: 'accepted+catch_all', provider: 'Unknown', confidence: 70 };

/** Processes on counters whose writes fail while `isDown`. */
function processesOn() {
  const clock = new ManualClock();
  const counters = countersOf(memoryStores({ clock }), clock);
  const store = { isDown: false };
  const throwIfDown = () => {
    if (store.isDown) throw new Error('out of reach');
  };
  const start = () =>
    new GivenConfidences({
      clock,
      tables: 'these',
      counters: changedPort(counters, {
        add: async (...args) => {
          throwIfDown();
          await counters.add(...args);
        },
      }),
    });
  const readElsewhere = async () => {
    const other = start();
    await other.read();
    return other;
  };
  return { clock, counters, store, start, readElsewhere };
}

function give(given: GivenConfidences, unlearnedConfidence: number, count: number): void {
  for (let each = 0; each < count; each += 1) given.record({ ...said, unlearnedConfidence });
}

describe('what the tables had said of verdicts', () => {
  it('is what they said in the week of the verdict, or the nearest, if its time is known', async () => {
    const { clock, start, readElsewhere } = processesOn();
    const first = clock.now();
    const given = start();
    give(given, 70, 5);
    await clock.advance(minuteMs);
    clock.leap(4 * weekMs);
    give(given, 60, 200);
    await given.close();
    const elsewhere = await readElsewhere();
    for (const known of [given, elsewhere]) {
      expect(known.unlearned(said)).toEqual({ kind: 'known', confidence: 60 });
      for (const [weeks, confidence] of [
        [0, 70],
        [1, 70],
        // As far from one as from the other: the earlier.
        [2, 70],
        [3, 60],
        [4, 60],
        [9, 60],
      ] as const)
        expect(known.unlearned(said, first + weeks * weekMs)).toEqual({ kind: 'known', confidence });
    }
  });

  it('is not known of a week in which other tables alone have said it', async () => {
    const { clock, counters, start } = processesOn();
    const others = new GivenConfidences({ clock, counters, tables: 'others' });
    const first = clock.now();
    give(others, 70, 5);
    await others.close();
    clock.leap(weekMs);
    const given = start();
    give(given, 60, 5);
    await given.read();
    expect(given.unlearned(said, first)).toEqual({ kind: 'other-tables' });
    expect(given.unlearned(said, first + weekMs)).toEqual({ kind: 'known', confidence: 60 });
    await given.close();
  });
});

describe('what the tables had said of verdicts whose time is not known', () => {
  /** What they had said in the last week and the one before, in the order of time. */
  const newestOf = async (earlier: readonly [number, number], latest: readonly [number, number]) => {
    const { clock, start } = processesOn();
    const given = start();
    give(given, ...earlier);
    await clock.advance(minuteMs);
    clock.leap(weekMs);
    give(given, ...latest);
    await given.close();
    return given.unlearned(said);
  };

  it('is that of the newest week, if it has a hundred of them', async () => {
    expect(await newestOf([70, 900], [60, 100])).toEqual({ kind: 'known', confidence: 60 });
  });

  it('is that of the weeks before, too, if it has fewer', async () => {
    expect(await newestOf([70, 297], [60, 99])).toEqual({ kind: 'known', confidence: 68 });
  });
});

describe('confidences in the store', () => {
  it('count for thirteen weeks after the one in which they were given', async () => {
    const { clock, start, readElsewhere } = processesOn();
    const given = start();
    give(given, 70, 5);
    await given.close();
    clock.leap(13 * weekMs);
    expect((await readElsewhere()).unlearned(said)).toEqual({ kind: 'known', confidence: 70 });
    clock.leap(weekMs);
    expect((await readElsewhere()).unlearned(said)).toEqual({ kind: 'none-given' });
  });

  it.each([
    ['that are no JSON', 'accepted+catch_all'],
    ['that are no list', '{}'],
    ['without tables', JSON.stringify(['accepted+catch_all', 'Unknown', 70, 60])],
    ['of 0 by the tables', JSON.stringify(['accepted+catch_all', 'Unknown', 70, 0, 'these'])],
    ['of 100 by the tables', JSON.stringify(['accepted+catch_all', 'Unknown', 70, 100, 'these'])],
    ['that are text', JSON.stringify(['accepted+catch_all', 'Unknown', 70, '60', 'these'])],
  ])('%s are passed over', async (_, name) => {
    const { clock, counters, start, readElsewhere } = processesOn();
    const week = `given-confidences-${Math.floor(clock.now() / weekMs)}`;
    await counters.add(week, [{ name, by: 1_000 }], { maxBytes: 10_000 });
    expect((await readElsewhere()).unlearned(said)).toEqual({ kind: 'none-given' });
    const given = start();
    give(given, 65, 5);
    await given.close();
    expect((await readElsewhere()).unlearned(said)).toEqual({ kind: 'known', confidence: 65 });
  });
});

describe('confidences that were given', () => {
  it('are not counted any more once the process is closed', async () => {
    const { clock, start, readElsewhere } = processesOn();
    const given = start();
    await given.close();
    give(given, 70, 5);
    expect(given.unlearned(said)).toEqual({ kind: 'none-given' });
    expect(clock.pending).toBe(0);
    await given.close();
    expect((await readElsewhere()).unlearned(said)).toEqual({ kind: 'none-given' });
  });

  it('leave no timer once they are written, and are written a minute after each new one', async () => {
    const { clock, start, counters } = processesOn();
    const given = start();
    const counts = async () => {
      const all = await counters.read(`given-confidences-${Math.floor(clock.now() / weekMs)}`);
      return all.map(({ count }) => count);
    };
    give(given, 70, 5);
    await clock.advance(minuteMs - 1);
    expect(await counts()).toEqual([]);
    await clock.advance(1);
    expect(await counts()).toEqual([5]);
    expect(clock.pending).toBe(0);
    give(given, 70, 2);
    await clock.advance(minuteMs);
    expect(await counts()).toEqual([7]);
    expect(clock.pending).toBe(0);
    // One process has written in this week, however often.
    expect((await counters.read('given-confidence-weeks')).map(({ count }) => count)).toEqual([1]);
    await given.close();
  });

  it('are written a minute later if they come while others are being written', async () => {
    const { clock, counters, start, readElsewhere } = processesOn();
    const given = start();
    const { add } = counters;
    let duringWrite = () => give(given, 60, 15);
    counters.add = async (counter, changes, options) => {
      await add.call(counters, counter, changes, options);
      if (!counter.startsWith('given-confidences')) return;
      duringWrite();
      duringWrite = () => {};
    };
    give(given, 60, 5);
    give(given, 70, 5);
    await clock.advance(minuteMs);
    expect((await readElsewhere()).unlearned(said)).toEqual({ kind: 'known', confidence: 65 });
    await clock.advance(minuteMs);
    expect((await readElsewhere()).unlearned(said)).toEqual({ kind: 'known', confidence: 62 });
    await given.close();
  });

  it.each([
    [500, [500]],
    [1_001, [500, 500, 1]],
  ])('are written five hundred at a time: %i of them', async (count, sizes) => {
    const { counters, start } = processesOn();
    const given = start();
    for (let provider = 0; provider < count; provider += 1)
      given.record({ ...said, provider: `provider ${provider}`, unlearnedConfidence: 70 });
    const written: number[] = [];
    const { add } = counters;
    counters.add = async (counter, changes, options) => {
      if (counter.startsWith('given-confidences')) written.push(changes.length);
      await add.call(counters, counter, changes, options);
    };
    await given.close();
    expect(written).toEqual(sizes);
  });

  it('are written with the next ones if the store fails, in the week in which they were given', async () => {
    const { clock, store, start, readElsewhere } = processesOn();
    const first = clock.now();
    const given = start();
    store.isDown = true;
    give(given, 70, 5);
    await clock.advance(minuteMs);
    clock.leap(2 * weekMs);
    give(given, 60, 5);
    await clock.advance(minuteMs);
    store.isDown = false;
    await clock.advance(minuteMs);
    const elsewhere = await readElsewhere();
    expect(elsewhere.unlearned(said, first)).toEqual({ kind: 'known', confidence: 70 });
    expect(elsewhere.unlearned(said, clock.now())).toEqual({ kind: 'known', confidence: 60 });
    await given.close();
  });

  it('are counted once, however often a write has failed', async () => {
    const { clock, store, start, counters } = processesOn();
    const given = start();
    store.isDown = true;
    give(given, 70, 5);
    await clock.advance(3 * minuteMs);
    store.isDown = false;
    await clock.advance(minuteMs);
    await given.close();
    const counts = await counters.read(`given-confidences-${Math.floor(clock.now() / weekMs)}`);
    expect(counts.map(({ count }) => count)).toEqual([5]);
  });

  it('are lost if the store fails when the process is closed, which does not wait for it', async () => {
    const { store, start, readElsewhere } = processesOn();
    const given = start();
    store.isDown = true;
    give(given, 70, 5);
    await given.close();
    store.isDown = false;
    expect((await readElsewhere()).unlearned(said)).toEqual({ kind: 'none-given' });
  });

  it('wait for the store up to a bound, beyond which no others are counted', async () => {
    const { clock, store, start, counters } = processesOn();
    const given = start();
    store.isDown = true;
    for (let provider = 0; provider < 5_050; provider += 1)
      given.record({ ...said, provider: `provider ${provider}`, unlearnedConfidence: 70 });
    await clock.advance(minuteMs);
    for (const provider of ['provider 0', 'provider 5049'])
      given.record({ ...said, provider, unlearnedConfidence: 70 });
    const added: number[] = [];
    const { add } = counters;
    counters.add = async (counter, changes, options) => {
      if (counter.startsWith('given-confidences')) added.push(...changes.map(({ by }) => by));
      await add.call(counters, counter, changes, options);
    };
    store.isDown = false;
    await clock.advance(minuteMs);
    expect(added).toHaveLength(5_000);
    expect(Math.max(...added)).toBe(2);
    await given.close();
  });
});

/** Stores of each kind that needs no server. */
const places = {
  memory: async (clock: ManualClock) => ({
    counters: countersOf(memoryStores({ clock }), clock),
    stop: async () => {},
  }),
  SQLite: async (clock: ManualClock) => {
    const { stores, stop } = await startStores({ clock });
    return { counters: countersOf(stores, clock), stop };
  },
} as const;

describe.each(Object.entries(places))('weeks that are too old, in %s,', (_, open) => {
  it('are removed by any process, however long none has given anything', async () => {
    const clock = new ManualClock();
    const { counters, stop } = await open(clock);
    const week = () => `given-confidences-${Math.floor(clock.now() / weekMs)}`;
    const written: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const given = new GivenConfidences({ clock, counters, tables: 'these' });
      give(given, 70, 1);
      await given.close();
      written.push(week());
      clock.leap(weekMs);
    }
    const later = new GivenConfidences({ clock, counters, tables: 'these' });
    const left = async () => {
      await later.removeOldWeeks();
      const counts = await Promise.all(written.map((counter) => counters.read(counter)));
      return counts.map(({ length }) => length);
    };
    // Three have passed: the first is the thirteenth before this one in ten weeks.
    clock.leap(10 * weekMs);
    expect(await left()).toEqual([1, 1, 1]);
    clock.leap(weekMs);
    expect(await left()).toEqual([0, 1, 1]);
    clock.leap(20 * weekMs);
    expect(await left()).toEqual([0, 0, 0]);
    expect(await counters.read('given-confidence-weeks')).toEqual([]);
    await later.close();
    await stop();
  });

  it('are removed however many processes have put them down', async () => {
    const clock = new ManualClock();
    const { counters, stop } = await open(clock);
    const name = String(Math.floor(clock.now() / weekMs));
    for (let round = 0; round < 2; round += 1)
      await counters.add('given-confidence-weeks', [{ name, by: 1_000_000 }], { maxBytes: 10_000 });
    clock.leap(20 * weekMs);
    const later = new GivenConfidences({ clock, counters, tables: 'these' });
    await later.removeOldWeeks();
    await later.removeOldWeeks();
    expect(await counters.read('given-confidence-weeks')).toEqual([]);
    await stop();
  });

  it('are removed by a repeat if the store fails in between', async () => {
    const clock = new ManualClock();
    const { counters, stop } = await open(clock);
    const given = new GivenConfidences({ clock, counters, tables: 'these' });
    give(given, 70, 1);
    await given.close();
    const counter = `given-confidences-${Math.floor(clock.now() / weekMs)}`;
    clock.leap(20 * weekMs);
    const failing = new GivenConfidences({
      clock,
      tables: 'these',
      counters: changedPort(counters, { clear: () => Promise.reject(new Error('out of reach')) }),
    });
    await expect(failing.removeOldWeeks()).rejects.toThrow('out of reach');
    await new GivenConfidences({ clock, counters, tables: 'these' }).removeOldWeeks();
    expect(await counters.read(counter)).toEqual([]);
    await stop();
  });
});
