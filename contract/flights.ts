import assert from 'node:assert/strict';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Clock } from '../src/ports/clock.ts';
import type { FlightLease, Flights } from '../src/ports/flights.ts';
import { expectThat } from './failure/contract-failure.ts';
import { inTime } from './in-time.ts';
import { ManualClock } from './manual-clock.ts';
import { race } from './race.ts';
import type { ContractRunner } from './runner.ts';
import { prepareSuite } from './suite.ts';

/** Running flights under test. */
export interface RunningFlights {
  readonly flights: Flights;
  stop(): Promise<void>;
  /** Opens the same store as another process would. `stop` closes it too. */
  openSecond?(): Promise<Flights>;
}

/** The adapter under test. */
export interface FlightsContractSubject {
  readonly name: string;
  /** Starts without flights, using this clock. */
  start(options: { clock: Clock }): Promise<RunningFlights>;
}

interface FlightTestContext {
  readonly flights: Flights;
  /** The second handle on the store if there is one, else the first. */
  readonly other: Flights;
  readonly clock: ManualClock;
}

const leaseMs = 5_000;

type Joined = Awaited<ReturnType<Flights['join']>>;

function leaseOf(joined: Joined): FlightLease {
  expectThat(joined.kind === 'lease', 'a lease', joined);
  return joined;
}

/** Starts to follow a flight. `ended` is true once `join` has returned `ended`. */
function follow(
  flights: Flights,
  key: string,
  signal?: AbortSignal,
): { ended: boolean; joined: Promise<Joined> } {
  const joined = flights.join(key, signal === undefined ? { leaseMs } : { leaseMs, signal });
  const state = { ended: false, joined };
  joined.then(
    ({ kind }) => {
      state.ended = kind === 'ended';
    },
    () => {},
  );
  return state;
}

/** Begins a flight that the test expects to lead. */
async function lead(flights: Flights, key = 'key'): Promise<FlightLease> {
  return leaseOf(await flights.join(key, { leaseMs }));
}

/** Waits until the store has answered what was asked through a handle before, however busy the machine is. */
async function arrive(handle: Flights): Promise<void> {
  await (await lead(handle, 'arrival')).release();
}

/** Lets adapters that poll see what others have done, while nearly no time passes for leases. */
async function pollOnce(handles: readonly Flights[], clock: ManualClock): Promise<void> {
  for (const handle of handles) await arrive(handle);
  for (let step = 0; step < 30; step += 1) {
    await clock.advance(1);
    for (let turn = 0; turn < 50; turn += 1) await yieldToEventLoop();
  }
}

/** Starts to follow the flight of `key`, and asserts that it has not ended. */
async function followCurrent(flights: Flights, clock: ManualClock): Promise<ReturnType<typeof follow>> {
  const follower = follow(flights, 'key');
  await pollOnce([flights], clock);
  assert.equal(follower.ended, false);
  return follower;
}

/** Tests Flights: one leader at a time, followers, leases that lapse, and leaders that come back late. */
export function flightsContract(runner: ContractRunner, subject: FlightsContractSubject): void {
  const suite = prepareSuite('Flights', runner, subject, { part: 'flights' });
  const { describe, it } = suite.runner;
  const test = (name: string, body: (context: FlightTestContext) => Promise<void>) =>
    it(name, async () => {
      const clock = new ManualClock();
      const running = await suite.subject.start({ clock });
      try {
        const other = (await running.openSecond?.()) ?? running.flights;
        // Both handles are connected, so that no call takes longer than a poll.
        for (const handle of [running.flights, other]) await (await lead(handle, 'connect')).release();
        await body({ flights: running.flights, other, clock });
      } finally {
        await running.stop();
      }
    });

  describe(`Flights contract: ${subject.name}`, () => {
    test('the first to join leads, and others wait until the flight has ended', async ({
      flights,
      other,
      clock,
    }) => {
      const lease = await lead(flights);
      assert.equal(lease.releasedBefore, false);
      const followers = [follow(other, 'key'), follow(flights, 'key'), follow(other, 'key')];
      await pollOnce([flights, other], clock);
      assert.deepEqual(
        followers.map(({ ended }) => ended),
        [false, false, false],
      );
      await lease.release();
      const joined = await inTime(Promise.all(followers.map(({ joined }) => joined)), clock);
      assert.deepEqual(joined, [{ kind: 'ended' }, { kind: 'ended' }, { kind: 'ended' }]);
    });

    test('of many who join at once, one leads', async ({ flights, other, clock }) => {
      const leases: FlightLease[] = [];
      const joined = race(30, async (racer) => {
        const answer = await (racer % 2 === 0 ? flights : other).join('key', { leaseMs });
        if (answer.kind === 'lease') leases.push(answer);
        return answer.kind;
      });
      while (leases.length === 0) await yieldToEventLoop();
      await pollOnce([flights, other], clock);
      assert.equal(leases.length, 1);
      await leases[0]?.release();
      const kinds = await inTime(joined, clock);
      assert.equal(kinds.filter((kind) => kind === 'ended').length, 29);
    });

    test('when a flight ends without an answer, its followers lead one after another', async ({
      flights,
      other,
      clock,
    }) => {
      let leading = 0;
      let led = 0;
      const tryUntilLeader = async (handle: Flights) => {
        for (;;) {
          const joined = await handle.join('key', { leaseMs });
          if (joined.kind === 'ended') continue;
          leading += 1;
          led += 1;
          assert.equal(leading, 1);
          await yieldToEventLoop();
          leading -= 1;
          await joined.release();
          return;
        }
      };
      await inTime(
        race(8, (racer) => tryUntilLeader(racer % 2 === 0 ? flights : other)),
        clock,
      );
      assert.equal(led, 8);
    });

    test('keys are independent, whatever they are', async ({ flights, other }) => {
      const keys = ['key', 'KEY', 'key ', 'key:1', '{key}', '__proto__', 'lookup:é ñ', 'é'.repeat(2_000)];
      for (const [index, key] of keys.entries()) await lead(index % 2 === 0 ? flights : other, key);
    });

    test('says whether a flight was released in the last 10 seconds', async ({ flights, other, clock }) => {
      await (await lead(flights)).release();
      clock.leap(9_999);
      const second = await lead(other);
      assert.equal(second.releasedBefore, true);
      await second.release();
      clock.leap(10_000);
      assert.equal((await lead(flights)).releasedBefore, false);
    });

    test('a flight whose lease lapses has ended, and can be taken over by one', async ({
      flights,
      other,
      clock,
    }) => {
      await lead(flights);
      const follower = await followCurrent(other, clock);
      await clock.advance(leaseMs);
      assert.equal((await inTime(follower.joined, clock)).kind, 'ended');
      const lease = await lead(other);
      assert.equal(lease.releasedBefore, false);
      await followCurrent(flights, clock);
    });

    test('a renewed lease lasts', async ({ flights, other, clock }) => {
      const lease = await lead(flights);
      const follower = follow(other, 'key');
      for (let renewal = 0; renewal < 5; renewal += 1) {
        clock.leap(leaseMs - 1_000);
        assert.equal(await lease.renew(), true);
        await pollOnce([flights, other], clock);
        assert.equal(follower.ended, false);
      }
      await lease.release();
      await inTime(follower.joined, clock);
    });

    test('a lapsed lease can be renewed as long as nobody has taken over', async ({
      flights,
      other,
      clock,
    }) => {
      const lease = await lead(flights);
      clock.leap(leaseMs + 1);
      assert.equal(await lease.renew(), true);
      await followCurrent(other, clock);
    });

    test('a leader that was taken over knows it, and changes nothing any more', async ({
      flights,
      other,
      clock,
    }) => {
      const late = await lead(flights);
      clock.leap(leaseMs);
      const next = await lead(other);
      const follower = follow(other, 'key');
      assert.equal(await late.renew(), false);
      await late.release();
      await pollOnce([flights, other], clock);
      assert.equal(follower.ended, false);
      assert.equal(await next.renew(), true);
      await next.release();
      await inTime(follower.joined, clock);
      assert.equal(await late.renew(), false);
    });

    test('a leader that comes back after its successor has finished is told so', async ({
      flights,
      other,
      clock,
    }) => {
      const late = await lead(flights);
      clock.leap(leaseMs);
      await (await lead(other)).release();
      assert.equal(await late.renew(), false);
    });

    test('releasing twice ends only the own flight', async ({ flights, other, clock }) => {
      const first = await lead(flights);
      await first.release();
      await lead(other);
      await first.release();
      assert.equal(await first.renew(), false);
      await followCurrent(flights, clock);
    });

    test('a clock that is set back does not make a flight last longer than its lease', async ({
      flights,
      other,
      clock,
    }) => {
      clock.adjust(3_600_000);
      await lead(flights);
      clock.adjust(-3_600_000);
      await lead(other);
    });

    test('a follower whose signal fires leaves with its reason, and the others stay', async ({
      flights,
      other,
      clock,
    }) => {
      const lease = await lead(flights);
      const controller = new AbortController();
      const leaving = follow(other, 'key', controller.signal);
      const staying = follow(other, 'key');
      await pollOnce([flights, other], clock);
      controller.abort(new Error('no longer wanted'));
      await assert.rejects(leaving.joined, /no longer wanted/);
      assert.equal(staying.ended, false);
      await lease.release();
      await inTime(staying.joined, clock);
    });

    test('whoever has left before joining leads nothing', async ({ flights, other, clock }) => {
      const signal = AbortSignal.abort(new Error('too late'));
      await assert.rejects(flights.join('key', { leaseMs, signal }), /too late/);
      const controller = new AbortController();
      const joining = flights.join('key', { leaseMs, signal: controller.signal });
      controller.abort(new Error('left while joining'));
      const outcome = await joining.catch((error: unknown) => error);
      // Depending on the store, the lease came before the signal.
      if (!(outcome instanceof Error)) await leaseOf(outcome as Joined).release();
      const leadNext = async (): Promise<Joined> => {
        const joined = await other.join('key', { leaseMs });
        return joined.kind === 'lease' ? joined : leadNext();
      };
      const before = clock.now();
      leaseOf(await inTime(leadNext(), clock));
      const waitedMs = clock.now() - before;
      expectThat(
        waitedMs < leaseMs,
        `that nobody holds the lease of the one who left: a wait shorter than ${leaseMs} ms`,
        waitedMs,
      );
    });
  });
}
