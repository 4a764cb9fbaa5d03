import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { attemptAt } from '../../contract/jobs/sample-data.ts';
import {
  createEngine,
  type Engine,
  EngineClosed,
  type EngineOptions,
  type EnginePorts,
  StorageUnavailable,
} from '../../src/index.ts';
import type { Stores } from '../../src/ports/stores.ts';
import { changedPort } from '../stores/changed-port.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { oneEgress } from '../support/one-egress.ts';
import { oneExchangeDns, ScriptedExchange } from '../support/scripted-exchange.ts';

/** A store takes this long for each call. */
const callMs = 20;

/** Gives the value of a call after a while, and notes that. */
type Late = <Value>(call: string, value: Promise<Value>) => Promise<Value>;

/** An engine whose resolver never answers, with a store that says when it is closed. */
async function waitingEngine(
  change: (stores: Stores, late: Late) => Partial<Stores> = () => ({}),
  options: EngineOptions = {},
  { closeDns = async () => {} }: { closeDns?: () => Promise<void> } = {},
) {
  const clock = new ManualClock();
  const stores = memoryStores({ clock });
  const took: string[] = [];
  const late: Late = async (call, value) => {
    await new Promise<void>((resolve) => {
      clock.after(callMs, resolve);
    });
    took.push(call);
    return value;
  };
  const { ledger, leases } = stores;
  await ledger.grant({ id: 'order', account: 'acme', milliCredits: 10_000, reason: 'purchase' });
  const never = () => new Promise<never>(() => {});
  const ports: EnginePorts = {
    ...stores,
    ledger: changedPort(ledger, { release: (id) => late('release of the hold', ledger.release(id)) }),
    leases: {
      pause: (key, pause) => leases.pause(key, pause),
      acquire: async (key, options) => {
        const lease = await leases.acquire(key, options);
        if (lease.kind !== 'lease') return lease;
        return { ...lease, release: () => late('end of the flight', lease.release()) };
      },
    },
    close: async () => void took.push('close'),
    ...change(stores, late),
    dns: { ...oneExchangeDns(), mx: never, close: closeDns },
    egresses: oneEgress(new ScriptedExchange(clock, { knows: () => true })),
    clock,
    random: { next: () => 0.5, uuid: randomUUID },
  };
  const engine = createEngine(ports, options);
  return { engine, clock, stores, took };
}

const row = { first_name: 'Ann', last_name: 'Lee', domain: 'example.com' };

it.each([
  [
    'verification',
    (engine: Awaited<ReturnType<typeof waitingEngine>>['engine']) =>
      engine.verify('ann@example.com', { account: 'acme' }),
  ],
  [
    'lookup',
    (engine: Awaited<ReturnType<typeof waitingEngine>>['engine']) => engine.lookup(row, { account: 'acme' }),
  ],
])(
  'close() gives back the credits of a %s under way, and ends its flight, before it closes the stores',
  async (_, ask) => {
    const { engine, clock, stores, took } = await waitingEngine();
    const asked = ask(engine).catch((error: unknown) => error);
    await clock.advance(10);
    expect(await stores.ledger.balance('acme')).toMatchObject({ held: expect.toSatisfy((held) => held > 0) });
    const closed = engine.close();
    await clock.advance(3 * callMs);
    await closed;
    expect(await asked).toBeInstanceOf(EngineClosed);
    expect(took).toEqual(['release of the hold', 'end of the flight', 'close']);
    expect(await stores.ledger.balance('acme')).toEqual({ available: 10_000, held: 0 });
    expect(clock.pending).toBe(0);
  },
);

it('close() ends a request that waits for the work of another process', async () => {
  const { engine, clock } = await waitingEngine(({ leases }) => ({
    leases: {
      pause: (key, pause) => leases.pause(key, pause),
      acquire: (_, { signal }) =>
        new Promise((__, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        }),
    },
  }));
  const asked = engine.verify('ann@example.com').catch((error: unknown) => error);
  await clock.advance(10);
  await engine.close();
  expect(await asked).toBeInstanceOf(EngineClosed);
  expect(clock.pending).toBe(0);
});

it('close() waits for a call of the store, and its request begins no work then', async () => {
  const { engine, clock, took } = await waitingEngine(({ leases }, late) => ({
    leases: {
      acquire: (key, options) => late('join', leases.acquire(key, options)),
      pause: (key, pause) => leases.pause(key, pause),
    },
  }));
  const asked = engine.verify('ann@example.com').catch((error: unknown) => error);
  await clock.advance(10);
  const closed = engine.close();
  await clock.advance(callMs);
  await closed;
  expect(await asked).toBeInstanceOf(EngineClosed);
  expect(took).toEqual(['join', 'close']);
});

it('close() lets a submission under way come to its end, before it closes the stores', async () => {
  const { engine, clock, took } = await waitingEngine(({ jobs }, late) => ({
    jobs: changedPort(jobs, { create: (job, items) => late('creation of the job', jobs.create(job, items)) }),
  }));
  const submitted = engine.jobs.submit(['ann@example.com'], { account: 'acme', idempotencyKey: 'monday' });
  await clock.advance(10);
  const closed = engine.close();
  await clock.advance(3 * callMs);
  await closed;
  expect(await submitted).toMatchObject({ status: 'pending', total: 1 });
  expect(took.slice(0, 1)).toEqual(['creation of the job']);
  expect(took.at(-1)).toBe('close');
  expect(clock.pending).toBe(0);
});

it.each([
  ['the description of a job', 'nextRetryAt', (engine: Engine, id: string) => engine.jobs.get(id)],
  [
    'a list of jobs',
    'nextRetryAt',
    async (engine: Engine) => (await engine.jobs.list()[Symbol.asyncIterator]().next()).value,
  ],
  [
    'a list of the jobs of an account',
    'nextRetryAt',
    async (engine: Engine) => (await engine.jobs.ofAccount('acme', { limit: 1 }))[0],
  ],
  ['a usage report', 'entries', (engine: Engine) => engine.accounts.usage('acme', { from: 0, to: 1 })],
] as const)('close() lets %s under way read to its end', async (_, last, read) => {
  const { engine, clock, stores, took } = await waitingEngine(({ jobs, ledger }, late) => ({
    jobs: changedPort(jobs, {
      get: (id) => late('get', jobs.get(id)),
      nextRetryAt: (id) => late('nextRetryAt', jobs.nextRetryAt(id)),
    }),
    ledger: changedPort(ledger, { entries: (...args) => late('entries', ledger.entries(...args)) }),
  }));
  const { id: jobId } = await engine.jobs.submit(['ann@example.com'], { account: 'acme' });
  await stores.jobs.record(jobId, [attemptAt(0, { retryAt: 60_000 })], { at: 0 });
  took.length = 0;
  const answer = read(engine, jobId);
  await clock.advance(1);
  const closed = engine.close();
  await clock.advance(3 * callMs);
  await closed;
  expect(await answer).toBeDefined();
  expect(took.slice(-2)).toEqual([last, 'close']);
  expect(clock.pending).toBe(0);
});

it('close() does not wait for somebody who pauses while reading a list', async () => {
  const { engine } = await waitingEngine();
  const jobs = engine.jobs.list()[Symbol.asyncIterator]();
  await engine.jobs.submit(['ann@example.com']);
  expect((await jobs.next()).done).toBe(false);
  await engine.close();
});

it('a caller who leaves gets its own reason, also while the engine is closed', async () => {
  const { engine, clock } = await waitingEngine();
  const controller = new AbortController();
  const asked = engine
    .verify('ann@example.com', { signal: controller.signal })
    .catch((error: unknown) => error);
  await clock.advance(10);
  const reason = new Error('The client has left.');
  controller.abort(reason);
  const closed = engine.close();
  await clock.advance(callMs);
  await closed;
  expect(await asked).toBe(reason);
});

it.each(['verify', 'lookup', 'forget'] as const)(
  '%s is refused once the engine is closed',
  async (method) => {
    const { engine } = await waitingEngine();
    await engine.close();
    const asked = method === 'lookup' ? engine.lookup(row) : engine[method]('ann@example.com');
    await expect(asked).rejects.toThrow(EngineClosed);
  },
);

describe('With a store that does not answer, close()', () => {
  const hanging = () =>
    waitingEngine(({ jobs }) => ({
      jobs: changedPort(jobs, { create: () => new Promise<never>(() => {}) }),
    }));

  it('waits for a minute, then closes the ports all the same, and says so', async () => {
    const { engine, clock, took } = await hanging();
    void engine.jobs.submit(['ann@example.com'], { account: 'acme' });
    await clock.advance(10);
    const closed = engine.close().catch((error: unknown) => error);
    await clock.advance(59_000);
    expect(took).toEqual([]);
    await clock.advance(1_000);
    expect(await closed).toBeInstanceOf(StorageUnavailable);
    expect(await closed).toMatchObject({
      message: expect.stringMatching(
        /60000 ms for the jobs under way\. .*What was not given back expires by itself; charges that were to be undone stay\./,
      ),
    });
    expect(took).toEqual(['close']);
    expect(clock.pending).toBe(0);
  });

  it('waits as long as closeTimeoutMs says', async () => {
    const { engine, clock, took } = await waitingEngine(
      ({ jobs }) => ({ jobs: changedPort(jobs, { create: () => new Promise<never>(() => {}) }) }),
      { closeTimeoutMs: 500 },
    );
    void engine.jobs.submit(['ann@example.com'], { account: 'acme' });
    await clock.advance(10);
    const closed = engine.close().catch((error: unknown) => error);
    await clock.advance(500);
    expect(await closed).toBeInstanceOf(StorageUnavailable);
    expect(took).toEqual(['close']);
  });

  it('does not wait for the ports longer than that either', async () => {
    const { engine, clock } = await waitingEngine(() => ({ close: () => new Promise<never>(() => {}) }), {
      closeTimeoutMs: 500,
    });
    const closed = engine.close().catch((error: unknown) => error);
    await clock.advance(500);
    expect(await closed).toBeInstanceOf(StorageUnavailable);
    expect(await closed).toMatchObject({
      message: expect.stringMatching(
        /500 ms for the stores\. The work had ended before, and nothing of it is lost\./,
      ),
    });
    expect(clock.pending).toBe(0);
  });

  it('names the resolver if that alone does not end', async () => {
    const { engine, clock, took } = await waitingEngine(
      undefined,
      { closeTimeoutMs: 500 },
      {
        closeDns: () => new Promise<never>(() => {}),
      },
    );
    const closed = engine.close().catch((error: unknown) => error);
    await clock.advance(500);
    expect(await closed).toMatchObject({ message: expect.stringContaining('500 ms for the port dns. ') });
    expect(took).toEqual(['close']);
    await expect(engine.close()).rejects.toBe(await closed);
  });

  it('names the work and the port, if neither ends', async () => {
    const { engine, clock } = await waitingEngine(
      ({ jobs }) => ({
        jobs: changedPort(jobs, { create: () => new Promise<never>(() => {}) }),
        close: () => new Promise<never>(() => {}),
      }),
      { closeTimeoutMs: 500 },
    );
    void engine.jobs.submit(['ann@example.com'], { account: 'acme' });
    await clock.advance(10);
    const closed = engine.close().catch((error: unknown) => error);
    await clock.advance(1_000);
    expect(await closed).toMatchObject({
      message: expect.stringContaining('500 ms for the jobs under way and then for the stores. '),
    });
  });
});

it('close() closes the stores also where another part cannot be closed, and rejects with its error', async () => {
  const { engine, took } = await waitingEngine(undefined, undefined, {
    closeDns: async () => {
      throw new Error('no socket');
    },
  });
  await expect(engine.close()).rejects.toThrow('no socket');
  expect(took).toEqual(['close']);
});
