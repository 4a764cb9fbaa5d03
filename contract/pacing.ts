import assert from 'node:assert/strict';
import type { Clock, Pacing, PacingLease, PacingPause } from '../src/ports.ts';
import { ManualClock } from './manual-clock.ts';
import type { ContractRunner } from './runner.ts';

export interface PacingContractSubject {
  readonly name: string;
  /** Empty, and going by this clock. */
  start(options: { clock: Clock }): Promise<{ pacing: Pacing; stop(): Promise<void> }>;
}

const two = { maxConnections: 2, leaseMs: 60_000 };

function leaseOf(grant: PacingLease | PacingPause): PacingLease {
  assert.equal(grant.kind, 'lease');
  assert(grant.kind === 'lease');
  return grant;
}

/** Resolves to whether the promise has settled after everything that can happen now has happened. */
async function settled(promise: Promise<unknown>, clock: ManualClock): Promise<boolean> {
  let done = false;
  const note = () => {
    done = true;
  };
  promise.then(note, note);
  await clock.advance(0);
  await clock.advance(0);
  return done;
}

/** What every Pacing keeps to. */
export function pacingContract(runner: ContractRunner, subject: PacingContractSubject): void {
  const { describe, it } = runner;
  const test = (name: string, body: (pacing: Pacing, clock: ManualClock) => Promise<void>) =>
    it(name, async () => {
      const clock = new ManualClock();
      const { pacing, stop } = await subject.start({ clock });
      try {
        await body(pacing, clock);
      } finally {
        await stop();
      }
    });

  describe(`${subject.name} as pacing`, () => {
    test('grants as many leases as there may be connections, and not one more', async (pacing, clock) => {
      leaseOf(await pacing.acquire('mx', two));
      const second = leaseOf(await pacing.acquire('mx', two));
      const third = pacing.acquire('mx', two);
      assert.equal(await settled(third, clock), false);
      await second.release();
      leaseOf(await third);
    });

    test('counts each exchange for itself', async (pacing) => {
      const one = { ...two, maxConnections: 1 };
      leaseOf(await pacing.acquire('mx.example.org', one));
      leaseOf(await pacing.acquire('mx.example.net', one));
    });

    test('serves those who wait in the order they came', async (pacing, clock) => {
      const one = { ...two, maxConnections: 1 };
      const order: number[] = [];
      let last = leaseOf(await pacing.acquire('mx', one));
      const waiting = [1, 2, 3].map(async (number) => {
        const lease = leaseOf(await pacing.acquire('mx', one));
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

    test('takes a second release, and one after expiry, without harm', async (pacing, clock) => {
      const one = { ...two, maxConnections: 1 };
      const first = leaseOf(await pacing.acquire('mx', one));
      await first.release();
      const second = leaseOf(await pacing.acquire('mx', one));
      await first.release();
      const third = pacing.acquire('mx', one);
      assert.equal(await settled(third, clock), false);
      await clock.advance(60_000);
      leaseOf(await third);
      await second.release();
      assert.equal(await settled(pacing.acquire('mx', one), clock), false);
    });

    test('lets a lease lapse that nobody renews, and keeps one that is renewed', async (pacing, clock) => {
      const one = { ...two, maxConnections: 1 };
      const kept = leaseOf(await pacing.acquire('mx', one));
      const waiting = pacing.acquire('mx', one);
      await clock.advance(50_000);
      assert.equal(await kept.renew(), true);
      await clock.advance(50_000);
      assert.equal(await settled(waiting, clock), false);
      await clock.advance(10_000);
      leaseOf(await waiting);
      assert.equal(await kept.renew(), false);
    });

    test('gives the reason of a signal to one who stops waiting, and the place to the next', async (pacing, clock) => {
      const one = { ...two, maxConnections: 1 };
      const held = leaseOf(await pacing.acquire('mx', one));
      const controller = new AbortController();
      const leaving = pacing.acquire('mx', { ...one, signal: controller.signal });
      const staying = pacing.acquire('mx', one);
      assert.equal(await settled(leaving, clock), false);
      controller.abort(new Error('no longer wanted'));
      await assert.rejects(leaving, /no longer wanted/);
      await held.release();
      leaseOf(await staying);
    });

    test('rejects at once for a signal that has fired before', async (pacing) => {
      const signal = AbortSignal.abort(new Error('too late'));
      await assert.rejects(pacing.acquire('mx', { ...two, signal }), /too late/);
      leaseOf(await pacing.acquire('mx', { ...two, maxConnections: 1 }));
    });

    test('answers with the pause while there is one, also those who already wait', async (pacing, clock) => {
      const one = { ...two, maxConnections: 1 };
      leaseOf(await pacing.acquire('mx', one));
      const waiting = pacing.acquire('mx', one);
      const until = clock.now() + 5_000;
      await pacing.pause('mx', { until, reason: 'blocked' });
      assert.deepEqual(await waiting, { kind: 'pause', until, reason: 'blocked' });
      assert.deepEqual(await pacing.acquire('mx', one), { kind: 'pause', until, reason: 'blocked' });
      leaseOf(await pacing.acquire('elsewhere', one));
      await clock.advance(5_000);
      leaseOf(await pacing.acquire('mx', two));
    });

    test('lets a later pause replace an earlier one only if it lasts longer', async (pacing, clock) => {
      const now = clock.now();
      await pacing.pause('mx', { until: now + 5_000, reason: 'limited' });
      await pacing.pause('mx', { until: now + 1_000, reason: 'blocked' });
      assert.deepEqual(await pacing.acquire('mx', two), {
        kind: 'pause',
        until: now + 5_000,
        reason: 'limited',
      });
      await pacing.pause('mx', { until: now + 9_000, reason: 'blocked' });
      assert.deepEqual(await pacing.acquire('mx', two), {
        kind: 'pause',
        until: now + 9_000,
        reason: 'blocked',
      });
    });

    test('never has more leases out than allowed, whoever races', async (pacing) => {
      let out = 0;
      let most = 0;
      await Promise.all(
        Array.from({ length: 100 }, async () => {
          const lease = leaseOf(await pacing.acquire('mx', { ...two, maxConnections: 3 }));
          out += 1;
          most = Math.max(most, out);
          await Promise.resolve();
          out -= 1;
          await lease.release();
        }),
      );
      assert(most <= 3, `${most} leases were out at once`);
    });
  });
}
