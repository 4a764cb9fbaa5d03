import assert from 'node:assert/strict';
import type { Clock } from '../src/ports/clock.ts';
import type { RateLimits } from '../src/ports/rate-limits.ts';
import { expectThat } from './failure/contract-failure.ts';
import { ManualClock } from './manual-clock.ts';
import type { ContractRunner } from './runner.ts';
import { prepareSuite } from './suite.ts';

export interface RunningRateLimits {
  readonly rateLimits: RateLimits;
  stop(): Promise<void>;
  /** Opens the same store as another process would, if processes share the limits. `stop` closes it too. */
  openSecond?(): Promise<RateLimits>;
}

export interface RateLimitsContractSubject {
  readonly name: string;
  /** Starts empty rate limits that use this clock. */
  start(options: { clock: Clock }): Promise<RunningRateLimits>;
}

interface RateTestContext {
  readonly rateLimits: RateLimits;
  readonly clock: ManualClock;
  /** Returns the first or the second handle, alternately. */
  handle(racer: number): RateLimits;
}

type TakeOptions = Parameters<RateLimits['take']>[1];

const twentyPerSecond: TakeOptions = { limit: 20, windowMs: 1_000 };

/** Takes one after another; returns how many were refused. */
async function takeTimes(rateLimits: RateLimits, times: number, options: TakeOptions): Promise<number> {
  let refused = 0;
  for (let time = 0; time < times; time += 1) {
    if (!(await rateLimits.take('key', options)).taken) refused += 1;
  }
  return refused;
}

/** Tests RateLimits. A take at `t` counts before `t + windowMs`, and no longer at it. */
export function rateLimitsContract(runner: ContractRunner, subject: RateLimitsContractSubject): void {
  const suite = prepareSuite('RateLimits', runner, subject, { part: 'rateLimits' });
  const { describe, it } = suite.runner;
  const test = (name: string, body: (context: RateTestContext) => Promise<void>) =>
    it(name, async () => {
      const clock = new ManualClock();
      const running = await suite.subject.start({ clock });
      try {
        const other = (await running.openSecond?.()) ?? running.rateLimits;
        const handle = (racer: number) => (racer % 2 === 0 ? running.rateLimits : other);
        await body({ rateLimits: running.rateLimits, clock, handle });
      } finally {
        await running.stop();
      }
    });

  describe(`RateLimits contract: ${subject.name}`, () => {
    test('exactly as many takes as the limit succeed', async ({ rateLimits, clock, handle }) => {
      assert.equal(await takeTimes(rateLimits, 20, twentyPerSecond), 0);
      assert.equal((await rateLimits.take('key', twentyPerSecond)).taken, false);
      clock.leap(999);
      assert.equal((await handle(1).take('key', twentyPerSecond)).taken, false);
    });

    test('a take expires after the window, to the millisecond', async ({ rateLimits, clock }) => {
      await takeTimes(rateLimits, 20, twentyPerSecond);
      clock.leap(999);
      assert.deepEqual(await rateLimits.take('key', twentyPerSecond), { taken: false, retryAfterMs: 1 });
      clock.leap(1);
      assert.deepEqual(await rateLimits.take('key', twentyPerSecond), { taken: true });
    });

    test('the window slides: late takes of one second count in the next', async ({ rateLimits, clock }) => {
      clock.leap(900);
      assert.equal(await takeTimes(rateLimits, 20, twentyPerSecond), 0);
      clock.leap(200);
      assert.equal(await takeTimes(rateLimits, 20, twentyPerSecond), 20);
      clock.leap(800);
      assert.equal(await takeTimes(rateLimits, 20, twentyPerSecond), 0);
    });

    test('takes expire one by one', async ({ rateLimits, clock }) => {
      const options = { limit: 3, windowMs: 1_000 };
      for (const pauseMs of [100, 300, 0]) {
        assert.equal((await rateLimits.take('key', options)).taken, true);
        clock.leap(pauseMs);
      }
      assert.deepEqual(await rateLimits.take('key', options), { taken: false, retryAfterMs: 600 });
      clock.leap(600);
      assert.equal((await rateLimits.take('key', options)).taken, true);
      assert.deepEqual(await rateLimits.take('key', options), { taken: false, retryAfterMs: 100 });
      clock.leap(100);
      assert.equal((await rateLimits.take('key', options)).taken, true);
      assert.deepEqual(await rateLimits.take('key', options), { taken: false, retryAfterMs: 300 });
    });

    test('a refused take does not count', async ({ rateLimits, clock }) => {
      const options = { limit: 1, windowMs: 1_000 };
      await rateLimits.take('key', options);
      for (let elapsed = 100; elapsed < 1_000; elapsed += 100) {
        clock.leap(100);
        const expected = { taken: false, retryAfterMs: 1_000 - elapsed };
        assert.deepEqual(await rateLimits.take('key', options), expected);
      }
      clock.leap(100);
      assert.deepEqual(await rateLimits.take('key', options), { taken: true });
    });

    test('a caller that waits for retryAfterMs succeeds', async ({ rateLimits, clock }) => {
      const options = { limit: 4, windowMs: 1_000 };
      for (const pauseMs of [1, 40, 250, 0]) {
        await rateLimits.take('key', options);
        clock.leap(pauseMs);
      }
      for (let retry = 0; retry < 8; retry += 1) {
        const refused = await rateLimits.take('key', options);
        expectThat(!refused.taken, 'the take to be refused', refused);
        const { retryAfterMs } = refused;
        expectThat(retryAfterMs > 0 && retryAfterMs <= 1_000, 'a wait of 1 to 1,000 ms', retryAfterMs);
        clock.leap(refused.retryAfterMs);
        assert.equal((await rateLimits.take('key', options)).taken, true);
      }
    });

    test('an idle subject regains its full limit', async ({ rateLimits, clock }) => {
      await takeTimes(rateLimits, 20, twentyPerSecond);
      clock.leap(86_400_000);
      assert.equal(await takeTimes(rateLimits, 21, twentyPerSecond), 1);
    });

    test('a lowered limit counts earlier takes', async ({ rateLimits, clock }) => {
      for (let time = 0; time < 5; time += 1) {
        await rateLimits.take('key', { limit: 5, windowMs: 1_000 });
        clock.leap(100);
      }
      // Taken at 0, 100, 200, 300, 400; it is 500 now. Two are allowed again once only the last one counts.
      const lowered = { limit: 2, windowMs: 1_000 };
      assert.deepEqual(await rateLimits.take('key', lowered), { taken: false, retryAfterMs: 800 });
      clock.leap(800);
      assert.deepEqual(await rateLimits.take('key', lowered), { taken: true });
    });

    test('a raised limit allows the difference at once', async ({ rateLimits }) => {
      assert.equal(await takeTimes(rateLimits, 3, { limit: 2, windowMs: 1_000 }), 1);
      assert.equal(await takeTimes(rateLimits, 3, { limit: 4, windowMs: 1_000 }), 1);
    });

    test('subjects are independent, whatever their names', async ({ rateLimits }) => {
      const options = { limit: 1, windowMs: 1_000 };
      const subjects = [
        'key',
        'KEY',
        'key ',
        'key:1',
        '{key}',
        'key*',
        '__proto__',
        'Zoë',
        'é'.repeat(2_000),
      ];
      for (const name of subjects) assert.equal((await rateLimits.take(name, options)).taken, true);
      for (const name of subjects) assert.equal((await rateLimits.take(name, options)).taken, false);
    });

    test('of 200 concurrent takes, exactly as many as the limit succeed', async ({ clock, handle }) => {
      for (let round = 0; round < 3; round += 1) {
        const results = await Promise.all(
          Array.from({ length: 200 }, (_, racer) => handle(racer).take('key', twentyPerSecond)),
        );
        assert.equal(results.filter(({ taken }) => taken).length, 20);
        for (const result of results) if (!result.taken) assert.equal(result.retryAfterMs, 1_000);
        clock.leap(1_000);
      }
    });

    test('refuses a limit or window that is not a positive integer', async ({ rateLimits }) => {
      const invalid = (parameter: string) => ({ code: 'invalid_argument', parameter });
      for (const number of [0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY]) {
        await assert.rejects(rateLimits.take('key', { limit: number, windowMs: 1_000 }), invalid('limit'));
        await assert.rejects(rateLimits.take('key', { limit: 1, windowMs: number }), invalid('windowMs'));
      }
      await assert.rejects(rateLimits.take('', { limit: 1, windowMs: 1_000 }), invalid('subject'));
    });
  });
}
