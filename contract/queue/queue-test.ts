import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock } from '../../src/ports/clock.ts';
import type { Batch, BatchHandler, QueueWorker, WorkQueue } from '../../src/ports/work-queue.ts';
import { expectThat } from '../failure/contract-failure.ts';
import { ManualClock } from '../manual-clock.ts';
import type { ContractRunner } from '../runner.ts';

export interface RunningQueue {
  readonly queue: WorkQueue;
  stop(): Promise<void>;
  /** Opens the same store as another process would. `stop` closes it too. */
  openSecond?(): Promise<WorkQueue>;
}

export interface WorkQueueContractSubject {
  readonly name: string;
  /** Whether the queue uses the clock passed to `start`, or real time. */
  readonly time: 'injected' | 'real';
  /** Delays after a handler rejects, if they differ from those of the port. For queues in real time. */
  readonly redeliveryDelays?: { readonly firstMs: number; readonly longestMs: number } | undefined;
  /** How long a batch waits for its egress, if not 30 minutes. For queues in real time. */
  readonly egressWaitMs?: number | undefined;
  /** Starts an empty queue. */
  start(options: { clock: Clock }): Promise<RunningQueue>;
}

/** One delivery of a batch to a handler. */
export interface Delivery {
  readonly batch: Batch;
  readonly at: number;
}

/** What each test gets. */
interface QueueTestContext {
  readonly queue: WorkQueue;
  /** The first and the second handle. If the store is shared, they act as two processes. */
  readonly handles: readonly [WorkQueue, WorkQueue];
  readonly time: 'injected' | 'real';
  readonly redeliveryDelays: { readonly firstMs: number; readonly longestMs: number };
  readonly egressWaitMs: number;
  /** All deliveries, in order. */
  readonly deliveries: readonly Delivery[];
  now(): number;
  /** Starts a worker, which is closed after the test. By default its handler resolves at once. */
  startWorker(options?: WorkerOptions): QueueWorker;
  /** Resolves when the condition is true. Advances the time until then. */
  eventually(condition: () => boolean | Promise<boolean>): Promise<void>;
  /** Like `eventually`, but does not advance an injected clock. */
  soon(condition: () => boolean | Promise<boolean>): Promise<void>;
  /** Lets this much time pass. */
  pass(ms: number): Promise<void>;
  /** Resolves when the job has no batches left. `blocked`: what its handlers wait for, which is opened first. */
  finished(jobId: string, blocked?: { open(): void }): Promise<void>;
}

interface WorkerOptions {
  handler?: BatchHandler;
  concurrency?: number;
  egresses?: readonly string[];
  on?: WorkQueue;
}

export type QueueTest = (name: string, body: (context: QueueTestContext) => Promise<void>) => void;

const timeoutMs = 60_000;

/**
 * Returns a function that runs each test on a new queue. It also checks in every test that no batch is active twice,
 * that at most one batch of each egress of an egress set occupies a lane, or one at all if the lane has an egress, and that no
 * worker exceeds its concurrency.
 */
export function queueTest(runner: ContractRunner, subject: WorkQueueContractSubject): QueueTest {
  return (name, body) =>
    runner.it(name, async () => {
      const clock = new ManualClock();
      const running = await subject.start({ clock });
      const monitor = new DeliveryMonitor();
      const workers: { close(): Promise<void> }[] = [];
      try {
        const second = (await running.openSecond?.()) ?? running.queue;
        await body(createContext({ subject, clock, monitor, workers, handles: [running.queue, second] }));
        assert.deepEqual(monitor.violations, []);
      } finally {
        monitor.ended = true;
        await Promise.all(workers.map((worker) => worker.close()));
        await running.stop();
      }
    });
}

function createContext(options: {
  subject: WorkQueueContractSubject;
  clock: ManualClock;
  monitor: DeliveryMonitor;
  workers: { close(): Promise<void> }[];
  handles: readonly [WorkQueue, WorkQueue];
}): QueueTestContext {
  const { subject, clock, monitor, workers, handles } = options;
  const [queue] = handles;
  const injected = subject.time === 'injected';
  const now = () => (injected ? clock.now() : Date.now());
  const eventually = (condition: () => boolean | Promise<boolean>, stepMs: number) =>
    waitUntil(condition, () => (injected ? clock.advance(stepMs) : sleep(2)));
  return {
    queue,
    handles,
    time: subject.time,
    redeliveryDelays: subject.redeliveryDelays ?? { firstMs: 1_000, longestMs: 60_000 },
    egressWaitMs: subject.egressWaitMs ?? 1_800_000,
    deliveries: monitor.deliveries,
    now,
    startWorker: ({ handler = async () => {}, concurrency = 8, egresses = [], on = queue } = {}) => {
      const limit = { concurrency };
      const egressSet = [...new Set(egresses)].sort();
      const worker = on.work(monitor.monitored(handler, { limit, egressSet, now }), {
        concurrency,
        egresses,
      });
      workers.push(worker);
      const setConcurrency = (next: number) => {
        limit.concurrency = Math.max(limit.concurrency, next);
        worker.setConcurrency(next);
      };
      return { ...worker, setConcurrency };
    },
    eventually: (condition) => eventually(condition, 50),
    soon: (condition) => eventually(condition, 0),
    pass: (ms) => (injected ? clock.advance(ms) : sleep(ms)),
    finished: (jobId, blocked) => {
      blocked?.open();
      return eventually(async () => (await queue.count(jobId)) === 0, 50);
    },
  };
}

async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  advance: () => Promise<unknown>,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    const came = 'that it did not come true within 60 seconds';
    expectThat(performance.now() <= deadline, `that this comes true: ${condition}`, came);
    await advance();
  }
}

/** Records all deliveries, and violations of the port's rules. */
class DeliveryMonitor {
  readonly deliveries: Delivery[] = [];
  readonly violations: string[] = [];
  ended = false;
  readonly #activeBatches = new Set<string>();
  /** The batches that occupy each lane. */
  readonly #occupying = new Map<string, Set<Batch>>();

  /** `egressSet`: the egresses of the worker. */
  monitored(
    handler: BatchHandler,
    {
      limit,
      egressSet,
      now,
    }: { limit: { readonly concurrency: number }; egressSet: readonly string[]; now: () => number },
  ): BatchHandler {
    let active = 0;
    return async (batch, signal, freeLane) => {
      // Batches that are still queued after the test are ignored.
      if (this.ended) throw new Error('The test is over.');
      const { jobId, exchange, egress } = batch;
      const lane = JSON.stringify([jobId, exchange, egress ?? egressSet]);
      const occupying = this.#occupying.get(lane) ?? new Set();
      const most = egress === undefined ? Math.max(1, egressSet.length) : 1;
      active += 1;
      if (this.#activeBatches.has(batch.id)) this.violations.push(`${batch.id} is active twice`);
      else if (occupying.size >= most) this.violations.push(`${occupying.size + 1} batches occupy ${lane}`);
      if (active > limit.concurrency) this.violations.push(`${active} batches of one worker are active`);
      this.#activeBatches.add(batch.id);
      this.#occupying.set(lane, occupying.add(batch));
      this.deliveries.push({ batch, at: now() });
      try {
        await handler(batch, signal, () => {
          occupying.delete(batch);
          freeLane();
        });
      } finally {
        active -= 1;
        this.#activeBatches.delete(batch.id);
        occupying.delete(batch);
      }
    };
  }
}

export function batchOf(id: string, options: Partial<Omit<Batch, 'id'>> = {}): Batch {
  return {
    id,
    account: 'acme',
    jobId: 'job',
    exchange: 'mx.example.org',
    attempt: 1,
    positions: [0],
    ...options,
  };
}

/** Returns batches `<name> 1`, `<name> 2` … By default they share a lane; `exchange` chooses one for each. */
export function batchesOf(
  name: string,
  count: number,
  options: {
    account?: string | null;
    jobId?: string;
    exchange?: (index: number) => string;
    egress?: string;
  } = {},
): Batch[] {
  const { account = 'acme', jobId = 'job', exchange = () => 'mx.example.org', egress } = options;
  const common = { account, jobId, ...(egress === undefined ? {} : { egress }) };
  return Array.from({ length: count }, (_, index) =>
    batchOf(`${name} ${index + 1}`, { ...common, exchange: exchange(index), positions: [index] }),
  );
}

export function idsOf(deliveries: readonly Delivery[]): string[] {
  return deliveries.map(({ batch }) => batch.id);
}

export interface Latch {
  /** Resolves when the latch is opened. Rejects with the signal's reason if the signal fires first. */
  wait(signal?: AbortSignal): Promise<void>;
  /** Waits for that with each batch. */
  readonly handler: BatchHandler;
  open(): void;
}

/** Creates a latch that blocks handlers until it is opened. */
export function latch(): Latch {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  const wait = (signal?: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
      opened.then(resolve);
    });
  return { open, wait, handler: (_, signal) => wait(signal) };
}

/** Due at any time. */
export const atOnce = { dueAt: 0 };
