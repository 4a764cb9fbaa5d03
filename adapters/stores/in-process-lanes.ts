import type { Batch } from '../../src/ports/work-queue.ts';
import { BinaryHeap } from './binary-heap.ts';

/** A delayed, queued or active batch. */
export interface QueuedBatch {
  readonly batch: Batch;
  /** Position in its lane: grows with every batch put, and survives delays and redelivery. */
  readonly order: number;
  state: 'queued' | 'delayed' | 'active';
  /** When a delayed batch enters its lane, by the steady reading of the clock, like all times here. */
  dueAt: number;
  failures: number;
  /** Its job was dropped while it was active: it must not be delivered again. */
  dropped: boolean;
}

interface Lane {
  readonly job: LaneJob;
  readonly exchange: string;
  queued: BinaryHeap<QueuedBatch>;
  /** One of its batches is active. */
  busy: boolean;
  /** Orders the round robin: grows with every lane that becomes ready. Undefined while this one is not ready. */
  readySince: number | undefined;
}

interface LaneJob {
  readonly id: string;
  readonly account: LaneAccount;
  readonly batches: Set<QueuedBatch>;
  readonly lanes: Map<string, Lane>;
  readyLanes: BinaryHeap<Lane>;
  /** As in Lane. */
  readySince: number | undefined;
}

interface LaneAccount {
  readonly name: string | null;
  jobCount: number;
  /** Jobs with a ready lane: one with queued batches, none of them active. */
  readonly readyJobs: BinaryHeap<LaneJob>;
  /** As in Lane. */
  readySince: number | undefined;
}

const byOrder = (one: QueuedBatch, other: QueuedBatch) => one.order < other.order;
const byDueTime = (one: QueuedBatch, other: QueuedBatch) =>
  one.dueAt < other.dueAt || (one.dueAt === other.dueAt && one.order < other.order);
const byReadiness = (one: { readySince: number | undefined }, other: { readySince: number | undefined }) =>
  (one.readySince ?? 0) < (other.readySince ?? 0);

/**
 * The batches of one process, by lane. At most one batch per lane is active, and a lane keeps the order in which
 * batches were put. Accounts are served round robin, and so are the jobs of an account and the lanes of a job. Every step
 * takes O(log n).
 */
export class InProcessLanes {
  readonly #batches = new Map<string, QueuedBatch>();
  readonly #jobs = new Map<string, LaneJob>();
  readonly #accounts = new Map<string | null, LaneAccount>();
  /** Accounts with a ready job. */
  readonly #readyAccounts = new BinaryHeap<LaneAccount>(byReadiness);
  readonly #delayed = new BinaryHeap<QueuedBatch>(byDueTime);
  #lastOrder = 0;
  #lastReadySince = 0;

  /** Returns how many batches of a job are delayed, queued or active. */
  count(jobId: string): number {
    return this.#jobs.get(jobId)?.batches.size ?? 0;
  }

  /** When the next delayed batch is due. */
  get nextDueAt(): number | undefined {
    return this.#delayed.first?.dueAt;
  }

  /** Adds a batch, unless one with the same id is present. */
  add(batch: Batch, options: { dueAt: number; now: number }): void {
    if (this.#batches.has(batch.id)) return;
    this.#lastOrder += 1;
    const { dueAt } = options;
    const queued: QueuedBatch = {
      batch,
      order: this.#lastOrder,
      state: 'queued',
      dueAt,
      failures: 0,
      dropped: false,
    };
    this.#batches.set(batch.id, queued);
    this.#ensureJob(batch).batches.add(queued);
    if (dueAt > options.now) this.#delay(queued);
    else this.#enqueue(queued);
  }

  /** Returns the next batch of the round robin, and makes it active. */
  takeNext(now: number): QueuedBatch | undefined {
    this.#enqueueDue(now);
    for (
      let account = this.#readyAccounts.pop();
      account !== undefined;
      account = this.#readyAccounts.pop()
    ) {
      account.readySince = undefined;
      const queued = this.#takeFromAccount(account);
      if (account.readyJobs.size > 0) this.#markAccountReady(account);
      if (queued !== undefined) return queued;
    }
    return undefined;
  }

  /** Removes an active batch. */
  finish(queued: QueuedBatch): void {
    this.#remove(queued);
    this.#freeLane(queued);
  }

  /** Puts an active batch back into its lane, at its former position. */
  requeue(queued: QueuedBatch): void {
    if (queued.dropped) this.#remove(queued);
    else this.#enqueue(queued);
    this.#freeLane(queued);
  }

  /** Delays an active batch until `dueAt`. Its lane continues with the next batch. */
  postpone(queued: QueuedBatch, dueAt: number): void {
    queued.dueAt = dueAt;
    if (queued.dropped) this.#remove(queued);
    else this.#delay(queued);
    this.#freeLane(queued);
  }

  /** Removes the delayed and queued batches of a job. */
  drop(jobId: string): void {
    const job = this.#jobs.get(jobId);
    if (job === undefined) return;
    for (const queued of job.batches) {
      queued.dropped = true;
      if (queued.state !== 'active') this.#remove(queued);
    }
    this.#delayed.retain(({ dropped }) => !dropped);
    job.readyLanes = new BinaryHeap<Lane>(byReadiness);
    for (const lane of job.lanes.values()) {
      lane.queued = new BinaryHeap(byOrder);
      lane.readySince = undefined;
      this.#removeIfIdle(lane);
    }
  }

  #enqueueDue(now: number): void {
    for (let first = this.#delayed.first; first !== undefined && first.dueAt <= now; ) {
      this.#delayed.pop();
      this.#enqueue(first);
      first = this.#delayed.first;
    }
  }

  #takeFromAccount({ readyJobs }: LaneAccount): QueuedBatch | undefined {
    for (let job = readyJobs.pop(); job !== undefined; job = readyJobs.pop()) {
      job.readySince = undefined;
      const queued = this.#takeFromJob(job);
      if (job.readyLanes.size > 0) this.#markJobReady(job);
      if (queued !== undefined) return queued;
    }
    return undefined;
  }

  #takeFromJob(job: LaneJob): QueuedBatch | undefined {
    const lane = job.readyLanes.pop();
    if (lane === undefined) return undefined;
    lane.readySince = undefined;
    const queued = lane.queued.pop();
    if (queued === undefined) return undefined;
    lane.busy = true;
    queued.state = 'active';
    return queued;
  }

  #delay(queued: QueuedBatch): void {
    queued.state = 'delayed';
    this.#delayed.push(queued);
  }

  #enqueue(queued: QueuedBatch): void {
    queued.state = 'queued';
    const lane = this.#ensureLane(queued.batch);
    lane.queued.push(queued);
    this.#markReady(lane);
  }

  /** Frees the lane of a batch that was active. */
  #freeLane({ batch }: QueuedBatch): void {
    const lane = this.#ensureLane(batch);
    lane.busy = false;
    this.#markReady(lane);
    this.#removeIfIdle(lane);
  }

  /** Adds the lane to the round robin of its job, if it is ready. */
  #markReady(lane: Lane): void {
    if (lane.busy || lane.readySince !== undefined || lane.queued.size === 0) return;
    lane.readySince = this.#nextReadySince();
    lane.job.readyLanes.push(lane);
    this.#markJobReady(lane.job);
  }

  #markJobReady(job: LaneJob): void {
    if (job.readySince !== undefined) return;
    job.readySince = this.#nextReadySince();
    job.account.readyJobs.push(job);
    this.#markAccountReady(job.account);
  }

  #markAccountReady(account: LaneAccount): void {
    if (account.readySince !== undefined) return;
    account.readySince = this.#nextReadySince();
    this.#readyAccounts.push(account);
  }

  #nextReadySince(): number {
    this.#lastReadySince += 1;
    return this.#lastReadySince;
  }

  #remove(queued: QueuedBatch): void {
    const { id, jobId } = queued.batch;
    this.#batches.delete(id);
    this.#jobs.get(jobId)?.batches.delete(queued);
  }

  #removeIfIdle(lane: Lane): void {
    const { job } = lane;
    if (!lane.busy && lane.queued.size === 0) job.lanes.delete(lane.exchange);
    if (job.batches.size === 0 && job.lanes.size === 0) this.#removeJob(job);
  }

  #removeJob(job: LaneJob): void {
    const { account } = job;
    if (!this.#jobs.delete(job.id)) return;
    account.jobCount -= 1;
    if (account.jobCount === 0) this.#accounts.delete(account.name);
  }

  #ensureJob({ jobId: id, account: name }: Batch): LaneJob {
    const known = this.#jobs.get(id);
    if (known !== undefined) return known;
    const account = this.#ensureAccount(name);
    account.jobCount += 1;
    const job: LaneJob = {
      id,
      account,
      batches: new Set(),
      lanes: new Map(),
      readyLanes: new BinaryHeap<Lane>(byReadiness),
      readySince: undefined,
    };
    this.#jobs.set(id, job);
    return job;
  }

  #ensureAccount(name: string | null): LaneAccount {
    const known = this.#accounts.get(name);
    if (known !== undefined) return known;
    const account: LaneAccount = {
      name,
      jobCount: 0,
      readyJobs: new BinaryHeap<LaneJob>(byReadiness),
      readySince: undefined,
    };
    this.#accounts.set(name, account);
    return account;
  }

  #ensureLane(batch: Batch): Lane {
    const { exchange } = batch;
    const job = this.#ensureJob(batch);
    const known = job.lanes.get(exchange);
    if (known !== undefined) return known;
    const lane: Lane = {
      job,
      exchange,
      queued: new BinaryHeap(byOrder),
      busy: false,
      readySince: undefined,
    };
    job.lanes.set(exchange, lane);
    return lane;
  }
}
