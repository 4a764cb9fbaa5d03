import assert from 'node:assert/strict';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Clock } from '../src/ports/clock.ts';
import type { Lease, LeasePause, Leases } from '../src/ports/leases.ts';
import { expectThat } from './failure/contract-failure.ts';
import { ManualClock } from './manual-clock.ts';
import type { ContractRunner } from './runner.ts';
import { prepareSuite } from './suite.ts';
import { race } from './until.ts';

/** A started adapter. */
export interface RunningLeases {
  readonly leases: Leases;
  stop(): Promise<void>;
  /** Opens the same store as another process would. `stop` closes it too. */
  openSecond?(): Promise<Leases>;
}

export interface LeasesContractSubject {
  readonly name: string;
  /** Starts without leases, using this clock. */
  start(options: { clock: Clock }): Promise<RunningLeases>;
}

const two = { max: 2, leaseMs: 60_000 };
/** Longer than what passes on the clock while a test waits for another process. */
const lastingMs = 1_000 * 3_600_000;

function leaseOf(grant: Lease | LeasePause): Lease {
  expectThat(grant.kind === 'lease', 'a lease', grant);
  return grant;
}

/** Returns whether the promise has settled, after running all work that needs no time to pass. */
async function settled(promise: Promise<unknown>, clock: ManualClock): Promise<boolean> {
  let done = false;
  const onSettled = () => {
    done = true;
  };
  promise.then(onSettled, onSettled);
  await clock.advance(0);
  await clock.advance(0);
  return done;
}

/** Lets time pass, and another process hear what its store says to what it has asked until then. */
async function letPass(ms: number, clock: ManualClock, other: Leases): Promise<void> {
  await inTime(new Promise<void>((resolve) => clock.after(ms, resolve)), clock);
  const lease = leaseOf(await inTime(other.acquire('mx.example.com', { max: 1, leaseMs: lastingMs }), clock));
  await lease.release();
}

/** Tests Leases: leases, waiting callers in order, expiry and pauses. */
export function leasesContract(runner: ContractRunner, subject: LeasesContractSubject): void {
  const suite = prepareSuite('Leases', runner, subject, { part: 'leases' });
  const { describe, it } = suite.runner;
  const test = (name: string, body: (leases: Leases, clock: ManualClock, other: Leases) => Promise<void>) =>
    it(name, async () => {
      const clock = new ManualClock();
      const running = await suite.subject.start({ clock });
      try {
        await body(running.leases, clock, (await running.openSecond?.()) ?? running.leases);
      } finally {
        await running.stop();
      }
    });

  describe(`Leases contract: ${subject.name}`, () => {
    test('grants exactly max leases', async (leases, clock) => {
      leaseOf(await leases.acquire('mx', two));
      const second = leaseOf(await leases.acquire('mx', two));
      const third = leases.acquire('mx', two);
      assert.equal(await settled(third, clock), false);
      await second.release();
      leaseOf(await third);
    });

    test('tells how many leases were alive with each', async (leases) => {
      const three = { ...two, max: 3 };
      const together = await Promise.all([leases.acquire('mx', three), leases.acquire('mx', three)]);
      assert.deepEqual(
        together.map((lease) => leaseOf(lease).held),
        [1, 2],
      );
      await leaseOf(together[0]).release();
      assert.equal(leaseOf(await leases.acquire('mx', three)).held, 2);
      assert.equal(leaseOf(await leases.acquire('mx', three)).held, 3);
      assert.equal(leaseOf(await leases.acquire('mx.example.net', three)).held, 1);
    });

    test('counts each exchange separately', async (leases) => {
      const one = { ...two, max: 1 };
      leaseOf(await leases.acquire('mx.example.org', one));
      leaseOf(await leases.acquire('mx.example.net', one));
    });

    test('serves waiting callers in order of arrival', async (leases, clock) => {
      const one = { ...two, max: 1 };
      const order: number[] = [];
      let last = leaseOf(await leases.acquire('mx', one));
      const waiting = [1, 2, 3].map(async (number) => {
        const lease = leaseOf(await leases.acquire('mx', one));
        order.push(number);
        last = lease;
      });
      for (const [index, waiter] of waiting.entries()) {
        await clock.advance(0);
        assert.equal(order.length, index);
        await last.release();
        await waiter;
      }
      assert.deepEqual(order, [1, 2, 3]);
    });

    test('ignores a second release, and a release after expiry', async (leases, clock) => {
      const one = { ...two, max: 1 };
      const first = leaseOf(await leases.acquire('mx', one));
      await first.release();
      const second = leaseOf(await leases.acquire('mx', one));
      await first.release();
      const third = leases.acquire('mx', one);
      assert.equal(await settled(third, clock), false);
      await clock.advance(60_000);
      leaseOf(await third);
      await second.release();
      assert.equal(await settled(leases.acquire('mx', one), clock), false);
    });

    test('expires a lease that is not renewed, and keeps a renewed one', async (leases, clock) => {
      const one = { ...two, max: 1 };
      const kept = leaseOf(await leases.acquire('mx', one));
      const waiting = leases.acquire('mx', one);
      await clock.advance(50_000);
      assert.equal(await kept.renew(), 'renewed');
      await clock.advance(50_000);
      assert.equal(await settled(waiting, clock), false);
      await clock.advance(10_000);
      leaseOf(await waiting);
      assert.equal(await kept.renew(), 'ended');
    });

    test('does not renew a lease that has lapsed, although nobody waits for one', async (leases, clock) => {
      const lapsing = leaseOf(await leases.acquire('mx', two));
      const kept = leaseOf(await leases.acquire('mx', two));
      await clock.advance(59_999);
      assert.equal(await kept.renew(), 'renewed');
      await clock.advance(1);
      assert.equal(await lapsing.renew(), 'ended');
      assert.equal(await kept.renew(), 'renewed');
      leaseOf(await leases.acquire('mx', two));
      assert.equal(await settled(leases.acquire('mx', two), clock), false);
    });

    test('rejects an aborted caller with the reason of its signal, and serves the next', async (leases, clock) => {
      const one = { ...two, max: 1 };
      const held = leaseOf(await leases.acquire('mx', one));
      const controller = new AbortController();
      const leaving = leases.acquire('mx', { ...one, signal: controller.signal });
      const staying = leases.acquire('mx', one);
      assert.equal(await settled(leaving, clock), false);
      controller.abort(new Error('no longer wanted'));
      await assert.rejects(leaving, /no longer wanted/);
      await held.release();
      leaseOf(await staying);
    });

    test('rejects at once if the signal has already fired', async (leases) => {
      const signal = AbortSignal.abort(new Error('too late'));
      await assert.rejects(leases.acquire('mx', { ...two, signal }), /too late/);
      leaseOf(await leases.acquire('mx', { ...two, max: 1 }));
    });

    test('returns the pause while it lasts, also to callers that already wait', async (leases, clock) => {
      const one = { ...two, max: 1 };
      leaseOf(await leases.acquire('mx', one));
      const waiting = leases.acquire('mx', one);
      const until = clock.now() + 5_000;
      await leases.pause('mx', { until, reason: 'blocked' });
      assert.deepEqual(await waiting, { kind: 'pause', until, reason: 'blocked' });
      assert.deepEqual(await leases.acquire('mx', one), { kind: 'pause', until, reason: 'blocked' });
      leaseOf(await leases.acquire('elsewhere', one));
      await clock.advance(5_000);
      leaseOf(await leases.acquire('mx', two));
    });

    test('replaces a pause only by one that lasts longer', async (leases, clock) => {
      const now = clock.now();
      await leases.pause('mx', { until: now + 5_000, reason: 'limited' });
      await leases.pause('mx', { until: now + 1_000, reason: 'blocked' });
      assert.deepEqual(await leases.acquire('mx', two), {
        kind: 'pause',
        until: now + 5_000,
        reason: 'limited',
      });
      await leases.pause('mx', { until: now + 9_000, reason: 'blocked' });
      assert.deepEqual(await leases.acquire('mx', two), {
        kind: 'pause',
        until: now + 9_000,
        reason: 'blocked',
      });
    });

    test('keeps to the length of a pause if the clock is set back', async (leases, clock) => {
      const until = clock.now() + 5_000;
      await leases.pause('mx', { until, reason: 'limited' });
      clock.adjust(-3_600_000);
      const paused = await leases.acquire('mx', two);
      assert.deepEqual(paused, { kind: 'pause', until: clock.now() + 5_000, reason: 'limited' });
      await clock.advance(5_000);
      leaseOf(await leases.acquire('mx', two));
    });

    test('lets a shorter pause replace one that only seems longer, because the clock was set back', async (leases, clock) => {
      await leases.pause('mx', { until: clock.now() + 5_000, reason: 'limited' });
      clock.adjust(-3_600_000);
      const until = clock.now() + 6_000;
      await leases.pause('mx', { until, reason: 'blocked' });
      assert.deepEqual(await leases.acquire('mx', two), { kind: 'pause', until, reason: 'blocked' });
    });

    test('keeps to the length of a lease if the clock is set back', async (leases, clock) => {
      const one = { ...two, max: 1 };
      const lost = leaseOf(await leases.acquire('mx', one));
      clock.adjust(-3_600_000);
      const waiting = leases.acquire('mx', one);
      await clock.advance(59_000);
      assert.equal(await settled(waiting, clock), false);
      await clock.advance(2_000);
      leaseOf(await waiting);
      assert.equal(await lost.renew(), 'ended');
    });

    test('serves callers in order if the clock is set back while they wait', async (leases, clock) => {
      const one = { ...two, max: 1 };
      const held = leaseOf(await leases.acquire('mx', one));
      const first = leases.acquire('mx', one);
      const second = leases.acquire('mx', one);
      assert.equal(await settled(first, clock), false);
      clock.adjust(-3_600_000);
      await held.release();
      const next = leaseOf(await first);
      assert.equal(await settled(second, clock), false);
      await next.release();
      leaseOf(await second);
    });

    test('grants a process what another one has released, and not before', async (leases, clock, other) => {
      const one = { max: 1, leaseMs: lastingMs };
      const held = leaseOf(await leases.acquire('mx', one));
      const waiting = other.acquire('mx', one);
      await clock.advance(1_000);
      assert.equal(await settled(waiting, clock), false);
      await held.release();
      assert.equal(leaseOf(await inTime(waiting, clock)).held, 1);
    });

    test('pauses an exchange for all processes', async (leases, clock, other) => {
      const until = clock.now() + 5_000;
      await leases.pause('mx', { until, reason: 'limited' });
      assert.deepEqual(await other.acquire('mx', two), { kind: 'pause', until, reason: 'limited' });
    });

    test('gives a process with the smaller limit its turn before later callers with a greater one', async (leases, clock, other) => {
      const pass = (ms: number) => letPass(ms, clock, other);
      const four = { max: 4, leaseMs: lastingMs };
      const held = (await race(4, () => leases.acquire('mx', four))).map(leaseOf);
      const smaller = other.acquire('mx', { ...four, max: 2 });
      assert.equal(await settled(smaller, clock), false);
      await pass(500);
      const later = leases.acquire('mx', four);
      for (const lease of held.slice(0, 2)) {
        await lease.release();
        await pass(500);
      }
      assert.equal(await settled(later, clock), false);
      await held[2]?.release();
      assert.equal(leaseOf(await inTime(smaller, clock)).held, 2);
      leaseOf(await inTime(later, clock));
    });

    test('tells a holder that renews whether an urgent caller waits, in whichever process, and serves that first', async (leases, clock, other) => {
      const pass = (ms: number) => letPass(ms, clock, other);
      const one = { max: 1, leaseMs: lastingMs };
      const urgent = { ...one, urgent: true };
      const held = leaseOf(await leases.acquire('mx', one));
      const patient = other.acquire('mx', one);
      await pass(500);
      assert.equal(await held.renew(), 'renewed');
      const controller = new AbortController();
      const leaving = other.acquire('mx', { ...urgent, signal: controller.signal });
      await pass(500);
      assert.equal(await held.renew(), 'wanted');
      assert.equal(await leaseOf(await leases.acquire('mx.example.net', one)).renew(), 'renewed');
      controller.abort(new Error('gone'));
      await assert.rejects(leaving, /gone/);
      await pass(500);
      assert.equal(await held.renew(), 'renewed');
      const waiting = leases.acquire('mx', urgent);
      await pass(500);
      assert.equal(await held.renew(), 'wanted');
      // It is served first, though it came later.
      await held.release();
      const next = leaseOf(await inTime(waiting, clock));
      await pass(500);
      assert.equal(await settled(patient, clock), false);
      assert.equal(await next.renew(), 'renewed');
      await next.release();
      assert.equal(await leaseOf(await inTime(patient, clock)).renew(), 'renewed');
    });

    test('tells a holder that nobody urgent waits once the urgent caller is served, although others of its process wait', async (leases, clock) => {
      const pass = (ms: number) => inTime(new Promise<void>((resolve) => clock.after(ms, resolve)), clock);
      const held = (await race(2, () => leases.acquire('mx', two))).map(leaseOf);
      const urgent = leases.acquire('mx', { ...two, urgent: true });
      const patient = leases.acquire('mx', two);
      await pass(500);
      assert.equal(await held[1]?.renew(), 'wanted');
      await held[0]?.release();
      leaseOf(await inTime(urgent, clock));
      assert.equal(await held[1]?.renew(), 'renewed');
      await held[1]?.release();
      leaseOf(await inTime(patient, clock));
    });

    test('serves urgent callers in order of arrival, before the others', async (leases, clock) => {
      const one = { ...two, max: 1 };
      const held = leaseOf(await leases.acquire('mx', one));
      const order: string[] = [];
      const waiting = ['patient 1', 'urgent 1', 'patient 2', 'urgent 2'].map(async (name) => {
        const lease = leaseOf(await leases.acquire('mx', { ...one, urgent: name.startsWith('urgent') }));
        order.push(name);
        await lease.release();
      });
      await clock.advance(0);
      await held.release();
      await Promise.all(waiting);
      assert.deepEqual(order, ['urgent 1', 'urgent 2', 'patient 1', 'patient 2']);
    });

    test('gives a patient caller its turn once four urgent ones have gone before it', async (leases, clock, other) => {
      const pass = (ms: number) => letPass(ms, clock, other);
      const one = { max: 1, leaseMs: lastingMs };
      let held = leaseOf(await leases.acquire('mx', one));
      const patient = other.acquire('mx', one);
      await pass(500);
      for (let turn = 1; turn <= 4; turn += 1) {
        const urgent = leases.acquire('mx', { ...one, urgent: true });
        await held.release();
        held = leaseOf(await inTime(urgent, clock));
        assert.equal(await settled(patient, clock), false);
      }
      const fifth = leases.acquire('mx', { ...one, urgent: true });
      await held.release();
      held = leaseOf(await inTime(patient, clock));
      assert.equal(await settled(fifth, clock), false);
      await held.release();
      leaseOf(await inTime(fifth, clock));
    });

    test('keeps keys apart, whatever they are', async (leases, _clock, other) => {
      const keys = ['key', 'KEY', 'key ', 'key:1', '{key}', '__proto__', 'lookup:é ñ', 'é'.repeat(2_000)];
      for (const [index, key] of keys.entries())
        leaseOf(await (index % 2 === 0 ? leases : other).acquire(key, { max: 1, leaseMs: lastingMs }));
    });

    test('tells those that remember it of a release in the last 10 seconds', async (leases, clock, other) => {
      const work = { max: 1, leaseMs: 60_000, isRemembered: true };
      const lead = async (handle: Leases) => leaseOf(await handle.acquire('work', work));
      const first = await lead(leases);
      assert.equal(first.releasedBefore, false);
      await first.release();
      clock.leap(9_999);
      const second = await lead(other);
      assert.equal(second.releasedBefore, true);
      await second.release();
      clock.leap(10_000);
      assert.equal((await lead(leases)).releasedBefore, false);
      clock.leap(60_000);
      const late = await lead(other);
      assert.equal(late.releasedBefore, false);
      await late.release();
      const next = leaseOf(await leases.acquire('work', { ...work, isRemembered: false }));
      assert.equal(next.releasedBefore, false);
    });

    test('tells whoever has waited of the release', async (leases, clock, other) => {
      const work = { max: 1, leaseMs: lastingMs, isRemembered: true };
      const first = leaseOf(await leases.acquire('work', work));
      const waiting = [other, leases, other].map((handle) => handle.acquire('work', work).then(leaseOf));
      await clock.advance(0);
      await first.release();
      const released = waiting.map(async (lease) => {
        const { releasedBefore, release } = await lease;
        await release();
        return releasedBefore;
      });
      assert.deepEqual(await inTime(Promise.all(released), clock), [true, true, true]);
    });

    test('a holder that was replaced ends only its own lease', async (leases, clock, other) => {
      const one = { max: 1, leaseMs: 60_000 };
      const late = leaseOf(await leases.acquire('work', one));
      clock.leap(60_000);
      const next = leaseOf(await other.acquire('work', one));
      assert.equal(await late.renew(), 'ended');
      await late.release();
      assert.equal(await next.renew(), 'renewed');
      await next.release();
      assert.equal(await late.renew(), 'ended');
    });

    test('never exceeds the limit under concurrent calls', async (leases, clock, other) => {
      let out = 0;
      let most = 0;
      const callers = race(100, async (racer) => {
        const handle = racer % 2 === 0 ? leases : other;
        const lease = leaseOf(await handle.acquire('mx', { max: 3, leaseMs: lastingMs }));
        out += 1;
        most = Math.max(most, out);
        await Promise.resolve();
        out -= 1;
        await lease.release();
      });
      await inTime(callers, clock);
      expectThat(most <= 3, 'at most 3 leases out at once', most);
    });
  });
}

/** Resolves with what the promise resolves with. Meanwhile, time passes slowly, so that adapters that poll do so. */
async function inTime<Result>(promise: Promise<Result>, clock: ManualClock): Promise<Result> {
  const state = { settled: false };
  const settle = () => {
    state.settled = true;
  };
  promise.then(settle, settle);
  const deadline = performance.now() + 60_000;
  while (!state.settled) {
    expectThat(performance.now() <= deadline, 'that the call settles', 'nothing for 60 seconds');
    await clock.advance(1);
    // Answers of a server arrive in real time.
    for (let turn = 0; turn < 20 && !state.settled; turn += 1) await yieldToEventLoop();
  }
  return promise;
}
