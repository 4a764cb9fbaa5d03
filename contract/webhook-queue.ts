import assert from 'node:assert/strict';
import type { Clock } from '../src/ports/clock.ts';
import type { LeasedDelivery, WebhookDelivery, WebhookQueue } from '../src/ports/webhook-queue.ts';
import { expectThat } from './failure/contract-failure.ts';
import { ManualClock } from './manual-clock.ts';
import type { ContractRunner } from './runner.ts';
import { prepareSuite } from './suite.ts';

export interface RunningWebhookQueue {
  readonly queue: WebhookQueue;
  stop(): Promise<void>;
  /** Opens the same store as another process would. `stop` closes it too. */
  openSecond?(): Promise<WebhookQueue>;
}

export interface WebhookQueueContractSubject {
  readonly name: string;
  /** Starts an empty queue that uses this clock. */
  start(options: { clock: Clock }): Promise<RunningWebhookQueue>;
}

interface WebhookTestContext {
  readonly queue: WebhookQueue;
  /** As another process has it, if the store is shared. */
  readonly other: WebhookQueue;
  readonly clock: ManualClock;
}

const room = { delayMs: 0, maxBytes: 1_000_000, maxBytesOfAccount: 1_000_000 };
const lease = { limit: 10, leaseMs: 1_000 };

function deliveryOf(jobId: string, options: Partial<WebhookDelivery> = {}): WebhookDelivery {
  return { endpoint: 'default', jobId, account: 'acme', ...options };
}

function jobsOf(deliveries: readonly LeasedDelivery[]): string[] {
  return deliveries.map(({ jobId }) => jobId);
}

async function takeOne(queue: WebhookQueue): Promise<LeasedDelivery> {
  const [taken] = await queue.take('default', { ...lease, limit: 1 });
  expectThat(taken !== undefined, 'a delivery that is due', taken);
  return taken;
}

/** Tests a WebhookQueue. */
export function webhookQueueContract(runner: ContractRunner, subject: WebhookQueueContractSubject): void {
  const suite = prepareSuite('WebhookQueue', runner, subject, { part: 'queue' });
  const { describe, it } = suite.runner;
  const test = (name: string, body: (context: WebhookTestContext) => Promise<void>) =>
    it(name, async () => {
      const clock = new ManualClock();
      const running = await suite.subject.start({ clock });
      try {
        const other = (await running.openSecond?.()) ?? running.queue;
        await body({ queue: running.queue, other, clock });
      } finally {
        await running.stop();
      }
    });

  describe(`WebhookQueue contract: ${subject.name}`, () => {
    test('a delivery is taken as it was added, once it is due', async ({ queue, other, clock }) => {
      const delivery = deliveryOf('job: ü {1}', { endpoint: 'a:b~!', account: 'acme: "ö"' });
      assert.equal(await queue.add(delivery, { ...room, delayMs: 500 }), 'added');
      clock.leap(499);
      assert.deepEqual(await other.take('a:b~!', lease), []);
      clock.leap(1);
      assert.deepEqual(await other.take('default', lease), []);
      const [taken] = await other.take('a:b~!', lease);
      assert.deepEqual(taken, { ...delivery, failures: 0, leaseId: taken?.leaseId });
    });

    test('there is one delivery for each job and endpoint', async ({ queue, other }) => {
      assert.equal(await queue.add(deliveryOf('j'), room), 'added');
      assert.equal(await other.add(deliveryOf('j', { account: null }), room), 'present');
      assert.equal(await other.add(deliveryOf('j', { endpoint: 'second' }), room), 'added');
      assert.deepEqual(jobsOf(await queue.take('default', lease)), ['j']);
      assert.deepEqual(jobsOf(await queue.take('second', lease)), ['j']);
    });

    test('of processes that deliver at once, one has each delivery', async ({ queue, other }) => {
      for (let index = 0; index < 20; index += 1) await queue.add(deliveryOf(`j${index}`), room);
      const takes = Array.from({ length: 10 }, (_, racer) =>
        (racer % 2 === 0 ? queue : other).take('default', { ...lease, limit: 3 }),
      );
      const taken = (await Promise.all(takes)).flatMap(jobsOf);
      assert.equal(taken.length, 20);
      assert.equal(new Set(taken).size, 20);
    });

    test('what a process that died had is taken again when its lease has expired', async ({
      queue,
      other,
      clock,
    }) => {
      await queue.add(deliveryOf('j'), room);
      const first = await takeOne(queue);
      clock.leap(999);
      assert.deepEqual(await other.take('default', lease), []);
      clock.leap(1);
      const second = await takeOne(other);
      assert.deepEqual(second, { ...first, leaseId: second.leaseId });
      assert.notEqual(second.leaseId, first.leaseId);
      // The first was only paused: it has lost its lease.
      assert.equal(await queue.remove(first), false);
      assert.equal(await queue.postpone(first, { delayMs: 0, failures: 9 }), false);
      assert.equal(await other.remove(second), true);
      assert.equal(await other.remove(second), false);
      clock.leap(10_000);
      assert.deepEqual(await queue.take('default', lease), []);
    });

    test('a lease that has expired counts as long as nobody else has one', async ({ queue, clock }) => {
      await queue.add(deliveryOf('j'), room);
      const taken = await takeOne(queue);
      clock.leap(5_000);
      assert.equal(await queue.remove(taken), true);
    });

    test('a postponed delivery is due after its delay, with its failures', async ({
      queue,
      other,
      clock,
    }) => {
      await queue.add(deliveryOf('j'), room);
      assert.equal(await queue.postpone(await takeOne(queue), { delayMs: 5_000, failures: 3 }), true);
      clock.leap(4_999);
      assert.deepEqual(await other.take('default', lease), []);
      clock.leap(1);
      assert.equal((await takeOne(other)).failures, 3);
    });

    test('a hastened delivery is due at once, unless somebody has it', async ({ queue, other, clock }) => {
      await queue.hasten('default', 'j');
      await queue.add(deliveryOf('j'), { ...room, delayMs: 60_000 });
      await other.hasten('default', 'j');
      const taken = await takeOne(queue);
      await other.hasten('default', 'j');
      assert.deepEqual(await other.take('default', lease), []);
      assert.equal(await queue.postpone(taken, { delayMs: 60_000, failures: 2 }), true);
      await other.hasten('second', 'j');
      assert.deepEqual(await other.take('default', lease), []);
      await other.hasten('default', 'j');
      const again = await takeOne(queue);
      assert.equal(again.failures, 2);
      clock.leap(1_000);
      await other.hasten('default', 'j');
      assert.equal(await queue.remove(again), false);
      assert.equal((await takeOne(queue)).failures, 2);
    });

    test('the deliveries of an account are taken in the order in which they are due', async ({
      queue,
      clock,
    }) => {
      for (const [jobId, delayMs] of [
        ['c', 30],
        ['a', 10],
        ['b', 20],
      ] as const)
        await queue.add(deliveryOf(jobId), { ...room, delayMs });
      clock.leap(30);
      assert.deepEqual(jobsOf(await queue.take('default', lease)), ['a', 'b', 'c']);
    });

    test('accounts take turns, however much one of them has', async ({ queue, clock }) => {
      for (let index = 0; index < 30; index += 1) await queue.add(deliveryOf(`flood ${index}`), room);
      clock.leap(10);
      await queue.add(deliveryOf('small', { account: 'small' }), room);
      await queue.add(deliveryOf('nobody 1', { account: null }), room);
      await queue.add(deliveryOf('nobody 2', { account: null }), room);
      const served: string[] = [];
      for (let count = 0; count < 7; count += 1) {
        const taken = await takeOne(queue);
        served.push(String(taken.account));
        await queue.remove(taken);
      }
      assert.deepEqual(served.slice(0, 3).sort(), ['acme', 'null', 'small']);
      assert.deepEqual(served.slice(3).sort(), ['acme', 'acme', 'acme', 'null']);
    });

    test('an endpoint and an account have no more room than they are given', async ({ queue, other }) => {
      const bytes = 200 + 'default'.length + 'j1'.length + 'acme'.length;
      const two = { delayMs: 0, maxBytes: 10 * bytes, maxBytesOfAccount: 2 * bytes };
      assert.equal(await queue.add(deliveryOf('j1'), two), 'added');
      assert.equal(await queue.add(deliveryOf('j2'), two), 'added');
      assert.equal(await other.add(deliveryOf('j3'), two), 'full');
      assert.equal(await other.add(deliveryOf('j3', { account: 'good' }), two), 'added');
      assert.equal(await queue.add(deliveryOf('j1'), { ...two, maxBytes: 0 }), 'present');
      const three = { ...two, maxBytes: 3 * bytes };
      assert.equal(await other.add(deliveryOf('j4', { account: 'fine' }), three), 'full');
      assert.equal(await other.add(deliveryOf('j5', { endpoint: 'another' }), three), 'added');
      const [taken] = await queue.take('default', lease);
      assert.equal(taken !== undefined && (await queue.remove(taken)), true);
      assert.equal(await other.add(deliveryOf('j4', { account: taken?.account ?? null }), three), 'added');
    });

    test('a wait is not longer than it was to be, if the clock is set back', async ({ queue, clock }) => {
      await queue.add(deliveryOf('j'), { ...room, delayMs: 1_000 });
      clock.adjust(-3_600_000);
      // Finds the wait too long, and shortens it.
      assert.deepEqual(await queue.take('default', lease), []);
      clock.leap(1_000);
      assert.deepEqual(jobsOf(await queue.take('default', lease)), ['j']);
    });

    test('deliveries that nobody has touched for so long are removed', async ({ queue, other, clock }) => {
      for (const jobId of ['a', 'b', 'c']) await queue.add(deliveryOf(jobId, { endpoint: 'gone' }), room);
      clock.leap(5_000);
      await queue.add(deliveryOf('new'), room);
      assert.equal(await other.removeAbandoned({ olderThanMs: 5_001, limit: 10 }), 0);
      assert.equal(await other.removeAbandoned({ olderThanMs: 5_000, limit: 2 }), 2);
      assert.equal(await other.removeAbandoned({ olderThanMs: 5_000, limit: 2 }), 1);
      assert.deepEqual(await queue.take('gone', lease), []);
      assert.deepEqual(jobsOf(await queue.take('default', lease)), ['new']);
    });

    for (const [what, call] of [
      [
        'an endpoint with a space',
        (queue: WebhookQueue) => queue.add(deliveryOf('j', { endpoint: 'a b' }), room),
      ],
      ['an empty job', (queue: WebhookQueue) => queue.add(deliveryOf(''), room)],
      ['a negative delay', (queue: WebhookQueue) => queue.add(deliveryOf('j'), { ...room, delayMs: -1 })],
      ['no limit', (queue: WebhookQueue) => queue.take('default', { ...lease, limit: 0 })],
      ['no lease', (queue: WebhookQueue) => queue.take('default', { ...lease, leaseMs: 0.5 })],
    ] as const) {
      test(`refuses ${what} with invalid_argument`, async ({ queue }) => {
        await assert.rejects(call(queue), { code: 'invalid_argument' });
      });
    }
  });
}
