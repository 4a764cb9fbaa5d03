import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Batch, Clock, WorkQueue } from '../../src/ports.ts';
import { ManualClock } from '../manual-clock.ts';
import type { ContractRunner } from '../runner.ts';

export interface RunningQueue {
  readonly queue: WorkQueue;
  stop(): Promise<void>;
  /** Another handle on the same store, as another process would have it. `stop` ends it too. */
  second?(): Promise<WorkQueue>;
}

export interface WorkQueueContractSubject {
  readonly name: string;
  /** Whether the queue goes by the clock that it is given, or by real time. */
  readonly time: 'given' | 'real';
  /** Of batches whose handlers reject, where they are not those of the port. For queues in real time. */
  readonly pauses?: { readonly firstMs: number; readonly longestMs: number };
  /** An empty queue. */
  start(options: { clock: Clock }): Promise<RunningQueue>;
}

type Handler = (batch: Batch, signal: AbortSignal) => Promise<void>;

/** One time that a batch was handed out. */
export interface Delivery {
  readonly batch: Batch;
  readonly at: number;
}

/** One test's queue. */
interface QueueScene {
  readonly queue: WorkQueue;
  /** Two workers on these are two processes where the store is shared. */
  readonly handles: readonly [WorkQueue, WorkQueue];
  readonly time: 'given' | 'real';
  readonly pauses: { readonly firstMs: number; readonly longestMs: number };
  /** Everything that was handed out, in order. */
  readonly deliveries: readonly Delivery[];
  now(): number;
  /** Starts a worker, which ends with the test. Its handler resolves at once unless told. */
  hire(options?: HireOptions): { close(): Promise<void> };
  /** Resolves once the condition holds; time passes meanwhile. */
  eventually(condition: () => boolean | Promise<boolean>): Promise<void>;
  /** The same without any passing of time, where that can be told. */
  soon(condition: () => boolean | Promise<boolean>): Promise<void>;
  /** Resolves once nothing is left of the job. */
  finished(jobId: string): Promise<void>;
}

interface HireOptions {
  handler?: Handler;
  concurrency?: number;
  on?: WorkQueue;
}

export type QueueTest = (name: string, body: (scene: QueueScene) => Promise<void>) => void;

const patienceMs = 20_000;

/**
 * Runs each test on a new queue. In all of them no batch may be in hand twice at once, nor two batches of one lane,
 * nor more than a worker may have.
 */
export function queueTest(runner: ContractRunner, subject: WorkQueueContractSubject): QueueTest {
  return (name, body) =>
    runner.it(name, async () => {
      const clock = new ManualClock();
      const running = await subject.start({ clock });
      const watch = new Watch();
      const workers: { close(): Promise<void> }[] = [];
      try {
        const second = (await running.second?.()) ?? running.queue;
        await body(sceneOf({ subject, clock, watch, workers, handles: [running.queue, second] }));
        assert.deepEqual(watch.offences, []);
      } finally {
        watch.over = true;
        await Promise.all(workers.map((worker) => worker.close()));
        await running.stop();
      }
    });
}

function sceneOf(parts: {
  subject: WorkQueueContractSubject;
  clock: ManualClock;
  watch: Watch;
  workers: { close(): Promise<void> }[];
  handles: readonly [WorkQueue, WorkQueue];
}): QueueScene {
  const { subject, clock, watch, workers, handles } = parts;
  const [queue] = handles;
  const given = subject.time === 'given';
  const now = () => (given ? clock.now() : Date.now());
  const eventually = (condition: () => boolean | Promise<boolean>, stepMs: number) =>
    comesTrue(condition, () => (given ? clock.advance(stepMs) : sleep(2)));
  return {
    queue,
    handles,
    time: subject.time,
    pauses: subject.pauses ?? { firstMs: 1_000, longestMs: 60_000 },
    deliveries: watch.deliveries,
    now,
    hire: ({ handler = async () => {}, concurrency = 8, on = queue } = {}) => {
      const worker = on.work(watch.watched(handler, concurrency, now), { concurrency });
      workers.push(worker);
      return worker;
    },
    eventually: (condition) => eventually(condition, 50),
    soon: (condition) => eventually(condition, 0),
    finished: (jobId) => eventually(async () => (await queue.count(jobId)) === 0, 50),
  };
}

async function comesTrue(
  condition: () => boolean | Promise<boolean>,
  pass: () => Promise<unknown>,
): Promise<void> {
  const givenUpAt = performance.now() + patienceMs;
  while (!(await condition())) {
    if (performance.now() > givenUpAt) throw new Error(`Never came true: ${condition}`);
    await pass();
  }
}

/** Sees every handing out, and notes what must not be. */
class Watch {
  readonly deliveries: Delivery[] = [];
  readonly offences: string[] = [];
  over = false;
  readonly #batchesInHand = new Set<string>();
  readonly #lanesInHand = new Set<string>();

  watched(handler: Handler, concurrency: number, now: () => number): Handler {
    let inHand = 0;
    return async (batch, signal) => {
      // What is still queued when a test is over is nobody's business.
      if (this.over) throw new Error('The test is over.');
      const lane = JSON.stringify([batch.jobId, batch.exchange]);
      inHand += 1;
      if (this.#batchesInHand.has(batch.id)) this.offences.push(`${batch.id} is in hand twice`);
      else if (this.#lanesInHand.has(lane)) this.offences.push(`two batches of ${lane} are in hand`);
      if (inHand > concurrency) this.offences.push(`${inHand} batches are in the hands of one worker`);
      this.#batchesInHand.add(batch.id);
      this.#lanesInHand.add(lane);
      this.deliveries.push({ batch, at: now() });
      try {
        await handler(batch, signal);
      } finally {
        inHand -= 1;
        this.#batchesInHand.delete(batch.id);
        this.#lanesInHand.delete(lane);
      }
    };
  }
}

export function batchOf(id: string, options: Partial<Omit<Batch, 'id'>> = {}): Batch {
  return { id, jobId: 'job', exchange: 'mx.example.org', attempt: 1, positions: [0], ...options };
}

/** Batches `<name> 1`, `<name> 2` … of a lane each, or of one for all. */
export function batchesOf(
  name: string,
  count: number,
  options: { jobId?: string; exchange?: (index: number) => string } = {},
): Batch[] {
  const { jobId = 'job', exchange = () => 'mx.example.org' } = options;
  return Array.from({ length: count }, (_, index) =>
    batchOf(`${name} ${index + 1}`, { jobId, exchange: exchange(index), positions: [index] }),
  );
}

export function idsOf(deliveries: readonly Delivery[]): string[] {
  return deliveries.map(({ batch }) => batch.id);
}

export interface Gate {
  /** Resolves when it is opened, or rejects with the reason of the signal. */
  pass(signal?: AbortSignal): Promise<void>;
  open(): void;
}

/** Holds handlers up until it is opened. */
export function gate(): Gate {
  let open = () => {};
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  return {
    open,
    pass: (signal) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
        opened.then(resolve);
      }),
  };
}
