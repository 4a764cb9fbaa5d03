import { describe, expect, it } from 'vitest';
import { LoopSteps, type StepKind } from '../../src/concurrency/loop-steps.ts';
import { shareOfRequests } from '../../src/concurrency/work-share.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { ManualClock } from '../support/manual-clock.ts';

/** A clock that steps and timers move. A timer fires in the next iteration of the event loop, of which it measures the work. */
function start() {
  let now = 0;
  let begunAt = 0;
  let longestMs = 0;
  let wakes = 0;
  const clock: Clock = {
    now: () => now,
    after(delayMs, task) {
      const dueAt = now + delayMs;
      const timer = setImmediate(() => {
        now = Math.max(now, dueAt);
        begunAt = now;
        wakes += 1;
        task();
      });
      return () => clearImmediate(timer);
    },
  };
  const turns = LoopSteps.of(clock);
  const order: string[] = [];
  const loop = async (account: string | null, name: string, steps: number, ms = 1, kind?: StepKind) => {
    for (let count = 0; count < steps; count += 1) {
      const turn = turns.next(account, kind);
      if (turn !== undefined) await turn;
      now += ms;
      longestMs = Math.max(longestMs, now - begunAt);
      if (order.at(-1) !== name) order.push(name);
    }
  };
  const leap = (ms: number) => {
    now += ms;
    begunAt += ms;
  };
  return { clock, turns, loop, order, leap, longestMs: () => longestMs, read: () => now, wakes: () => wakes };
}

describe('Long work', () => {
  it('of an account goes on at once until the millisecond of an iteration is over', async () => {
    const { turns, loop, read } = start();
    expect(turns.next('acme')).toBeUndefined();
    await loop('acme', 'first', 1);
    let isServed = false;
    const turn = turns.next('acme')?.then(() => {
      isServed = true;
    });
    await Promise.resolve();
    await Promise.resolve();
    expect(isServed).toBe(false);
    await turn;
    expect(read()).toBe(1);
    expect(turns.next('acme')).toBeUndefined();
  });

  it.each([0.01, 0.2, 0.5, 1])(
    'of any number of accounts and kinds, in steps of %s ms, holds an iteration up for little more than a millisecond',
    async (stepMs) => {
      const { clock, loop, longestMs } = start();
      expect(LoopSteps.of(clock)).toBe(LoopSteps.of(clock));
      const loops = Array.from({ length: 30 }, (_, index) =>
        loop(index === 0 ? null : `account ${index % 7}`, `loop ${index}`, 100, stepMs),
      );
      await Promise.all(loops);
      expect(longestMs()).toBeGreaterThan(0);
      expect(longestMs()).toBeLessThanOrEqual(2);
    },
  );

  it('of an account does not wait for the many steps of another', async () => {
    const { loop, order } = start();
    const many = Array.from({ length: 100 }, (_, index) => loop('many', `of many ${index}`, 3));
    await loop('few', 'of few', 2);
    expect(order.lastIndexOf('of few')).toBeLessThanOrEqual(4);
    await Promise.all(many);
  });

  it('of an account has as much time as that of another whose steps are long', async () => {
    const { loop, read } = start();
    const long = loop('long', 'long', 1_000, 1);
    await loop('short', 'short', 400, 0.05);
    expect(read()).toBeLessThanOrEqual(50);
    await long;
  });

  it('that comes when others have had much has no more than they from then on', async () => {
    const { loop, read } = start();
    const early = loop('early', 'early', 300);
    while (read() < 200) await new Promise((resolve) => setImmediate(resolve));
    const late = loop('late', 'late', 300);
    await early;
    expect(read()).toBeLessThanOrEqual(410);
    await late;
  });

  it('of a job that is paid for has four times as much time as the lists that others send', async () => {
    const { loop, read } = start();
    const lists = ['one', 'two'].map((account) => loop(account, 'list', 1_000, 0.1));
    await loop('payer', 'paid', 400, 0.1, 'paid');
    expect(read()).toBeGreaterThan(50);
    expect(read()).toBeLessThan(70);
    await Promise.all(lists);
  });

  it('that nobody pays for has a tenth of a millisecond in two while paid jobs have steps, and shortly after that', async () => {
    const { loop, longestMs, leap, read, wakes } = start();
    await loop('payer', 'paid', 1, 0.01, 'paid');
    const begunAt = read();
    await Promise.all([
      loop('poor', 'unpaid', 40, 0.05, 'unpaid'),
      loop('poorer', 'unpaid', 40, 0.05, 'unpaid'),
    ]);
    expect(longestMs()).toBeLessThan(0.2);
    expect(read() - begunAt).toBeGreaterThan(50);
    expect(read() - begunAt).toBeLessThan(85);
    // The event loop rests meanwhile.
    expect(wakes()).toBeLessThan(90);
    leap(400);
    await loop('poor', 'unpaid', 100, 0.05, 'unpaid');
    expect(longestMs()).toBeGreaterThan(0.9);
  });

  it('that is paid for does not wait for the time of what nobody pays for', async () => {
    const { loop, read } = start();
    await loop('payer', 'paid', 1, 0.01, 'paid');
    const unpaid = loop('poor', 'unpaid', 10, 0.1, 'unpaid');
    await loop('payer', 'paid', 200, 0.1, 'paid');
    expect(read()).toBeLessThan(22);
    await unpaid;
  });

  it.each([
    ['other', 8],
    ['other', 20],
    ['unpaid', 3],
    ['unpaid', 20],
  ] as const)(
    'of kind %s of somebody who comes beside a paid job does not wait for all that %i others have',
    async (kind, count) => {
      const { loop, read } = start();
      const paid = loop('payer', 'paid', 100_000, 0.05, 'paid');
      const others = Array.from({ length: count }, (_, index) =>
        loop(`account ${index}`, `${index}`, 2_000, 0.05, kind),
      );
      while (read() < 1_000) await new Promise((resolve) => setImmediate(resolve));
      const cameAt = read();
      await loop('newcomer', 'newcomer', 1, 0.05, kind);
      expect(read() - cameAt).toBeLessThan(100);
      await Promise.all([paid, ...others]);
    },
  );

  it('goes on although ever new accounts come for one step each', async () => {
    const { clock, loop, read } = start();
    let isRead = false;
    const list = loop('list', 'list', 20, 0.125).then(() => {
      isRead = true;
    });
    const steps: Promise<void>[] = [];
    const come = () => {
      const first = steps.length;
      for (let count = 0; count < 8; count += 1)
        steps.push(loop(`account ${(first + count) % 16}`, 'one', 1, 0.125));
      if (!isRead && read() < 1_000) clock.after(0, come);
    };
    come();
    await list;
    expect(read()).toBeLessThan(500);
    await Promise.all(steps);
  });

  it('that nobody pays for gives way to nothing once there are no paid jobs', async () => {
    const { loop, read, leap } = start();
    const unpaid = loop('poor', 'unpaid', 50_000, 0.02, 'unpaid');
    await loop('payer', 'paid', 40_000, 0.05, 'paid');
    leap(400);
    const cameAt = read();
    await loop('newcomer', 'newcomer', 1, 0.05);
    expect(read() - cameAt).toBeLessThan(10);
    await unpaid;
  });

  it('that cannot be divided is done one step at a time of an account, which rests after a long one', async () => {
    const clock = new ManualClock();
    const turns = LoopSteps.of(clock);
    const done: string[] = [];
    const alone = (account: string, name: string) =>
      turns.alone(
        shareOfRequests(account),
        () => {
          clock.leap(40);
          done.push(name);
        },
        new AbortController().signal,
      );
    const steps = [alone('acme', 'first'), alone('acme', 'second')];
    await clock.advance(1);
    expect(done).toEqual(['first']);
    const other = alone('globex', 'other');
    await clock.advance(1);
    expect(done).toEqual(['first', 'other']);
    await clock.advance(70);
    expect(done).toEqual(['first', 'other']);
    await clock.advance(10);
    expect(done).toEqual(['first', 'other', 'second']);
    await Promise.all([...steps, other]);
  });
});
