import type { Batch, QueueDepth } from '../../src/ports/work-queue.ts';
import { BinaryHeap } from './binary-heap.ts';
import { LaneRotation, type NextLane } from './lane-rotation.ts';

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
  /** While it is active: the egress set that has it, or empty if it has an egress. */
  egressSet: string;
  /** While it is active: whether it occupies its lane. */
  occupies: boolean;
}

/** A worker, as far as lanes are concerned. */
export interface LaneWorker {
  readonly egressSet: string;
  /** How many batches of the egress set may occupy a lane. */
  readonly limit: number;
}

/** The worker that asks for a batch. */
export interface BatchTaker extends LaneWorker {
  /** Whether it may have the batches of an egress. */
  readonly isAllowed: (egress: string) => boolean;
  /** Accounts and jobs of which it may have no further batch now. */
  readonly full: { readonly accounts: readonly (string | null)[]; readonly jobs: readonly string[] };
}

interface Lane {
  readonly key: string;
  readonly account: string | null;
  readonly jobId: string;
  readonly egress: string | undefined;
  queued: BinaryHeap<QueuedBatch>;
  /** How many batches of each egress set occupy it; of the empty one if it has an egress. */
  readonly busy: Map<string, number>;
}

interface LaneJob {
  readonly batches: Set<QueuedBatch>;
  /** Those that are busy or have queued batches. */
  readonly lanes: Map<string, Lane>;
}

const byOrder = (one: QueuedBatch, other: QueuedBatch) => one.order < other.order;
const byDueTime = (one: QueuedBatch, other: QueuedBatch) =>
  one.dueAt < other.dueAt || (one.dueAt === other.dueAt && one.order < other.order);

/** Returns what counts as the taker of a batch. Of a lane with an egress, all workers together have one. */
const occupierOf = (lane: Lane, egressSet: string) => (lane.egress === undefined ? egressSet : '');

/**
 * The batches of one process, by lane. At most one batch of each egress of each egress set occupies a lane, or one at all if
 * the lane has an egress, and a lane keeps the order in which batches were put. Those of each egress, and those of none, are
 * served round robin. Every step takes O(log n), O(1) for each egress and worker, and O(1) for each lane that other egress sets
 * wait for.
 */
export class InProcessLanes {
  readonly #batches = new Map<string, QueuedBatch>();
  readonly #jobs = new Map<string, LaneJob>();
  /** The ready lanes, by egress. */
  readonly #rotations = new Map<string | undefined, LaneRotation<Lane>>();
  readonly #workers: () => Iterable<LaneWorker>;
  readonly #delayed = new BinaryHeap<QueuedBatch>(byDueTime);
  #lastOrder = 0;
  #lastReadySince = 0;

  /** `workers` returns those that there are. */
  constructor(workers: () => Iterable<LaneWorker>) {
    this.#workers = workers;
  }

  /** Returns how many batches of a job are delayed, queued or active. */
  count(jobId: string): number {
    return this.#jobs.get(jobId)?.batches.size ?? 0;
  }

  /** Returns how many batches of all jobs there are in each state, and how long the oldest due retry has been due. */
  depth(now: number): QueueDepth {
    const counts = { queued: 0, delayed: 0, active: 0 };
    let oldestDueRetryMs = 0;
    for (const { batch, state, dueAt } of this.#batches.values()) {
      const isDue = state !== 'active' && dueAt <= now;
      counts[isDue ? 'queued' : state] += 1;
      if (isDue && batch.attempt > 1) oldestDueRetryMs = Math.max(oldestDueRetryMs, now - dueAt);
    }
    return { ...counts, oldestDueRetryMs };
  }

  /** When the next delayed batch is due. */
  get nextDueAt(): number | undefined {
    return this.#delayed.first?.dueAt;
  }

  /** The egresses of lanes that are ready. */
  get readyEgresses(): readonly string[] {
    return [...this.#rotations.keys()].filter((egress) => egress !== undefined);
  }

  /** A worker has begun. */
  beginWorker(): void {
    for (const { lanes } of this.#jobs.values()) for (const lane of lanes.values()) this.#markReady(lane);
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
      egressSet: '',
      occupies: false,
    };
    this.#batches.set(batch.id, queued);
    this.#ensureJob(batch.jobId).batches.add(queued);
    if (dueAt > options.now) this.#delay(queued);
    else this.#enqueue(queued);
  }

  /** Makes the next batch active that the taker may have, and returns it. */
  takeNext(now: number, taker: BatchTaker): QueuedBatch | undefined {
    this.#enqueueDue(now);
    const lane = this.#takeLane(taker);
    const queued = lane?.queued.pop();
    if (lane === undefined || queued === undefined) return undefined;
    queued.state = 'active';
    queued.egressSet = occupierOf(lane, taker.egressSet);
    queued.occupies = true;
    lane.busy.set(queued.egressSet, (lane.busy.get(queued.egressSet) ?? 0) + 1);
    this.#markReady(lane);
    return queued;
  }

  /** Lets the lane of an active batch go on, unless it does already. */
  freeLane(queued: QueuedBatch): void {
    if (!queued.occupies) return;
    queued.occupies = false;
    const { batch, egressSet } = queued;
    const lane = this.#ensureLane(batch);
    const others = (lane.busy.get(egressSet) ?? 0) - 1;
    if (others > 0) lane.busy.set(egressSet, others);
    else lane.busy.delete(egressSet);
    this.#markReady(lane);
    this.#removeIfIdle(lane);
  }

  /** Removes an active batch. */
  finish(queued: QueuedBatch): void {
    this.#remove(queued);
    this.freeLane(queued);
  }

  /** Puts an active batch back into its lane, at its former position. */
  requeue(queued: QueuedBatch): void {
    if (queued.dropped) this.#remove(queued);
    else this.#enqueue(queued);
    this.freeLane(queued);
  }

  /** Delays an active batch until `dueAt`. Its lane continues with the next batch. */
  postpone(queued: QueuedBatch, dueAt: number): void {
    queued.dueAt = dueAt;
    if (queued.dropped) this.#remove(queued);
    else this.#delay(queued);
    this.freeLane(queued);
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
    for (const lane of job.lanes.values()) {
      lane.queued = new BinaryHeap(byOrder);
      this.#rotations.get(lane.egress)?.delete(lane);
      this.#removeRotationIfEmpty(lane.egress);
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

  /** Takes the lane that is served next, of those that the taker may have. */
  #takeLane({ egressSet, limit, isAllowed, full }: BatchTaker): Lane | undefined {
    const [fullAccounts, fullJobs] = [new Set(full.accounts), new Set(full.jobs)];
    const filter = {
      ofAccount: (account: string | null) => !fullAccounts.has(account),
      ofJob: (jobId: string) => !fullJobs.has(jobId),
      isWanted: (lane: Lane) =>
        (lane.busy.get(occupierOf(lane, egressSet)) ?? 0) < (lane.egress === undefined ? limit : 1),
    };
    let earliest: NextLane<Lane> | undefined;
    for (const [egress, rotation] of this.#rotations) {
      if (egress !== undefined && !isAllowed(egress)) continue;
      const next = rotation.findNext(filter);
      if (next === undefined || next.readySince >= (earliest?.readySince ?? Number.POSITIVE_INFINITY))
        continue;
      earliest = next;
    }
    if (earliest === undefined) return undefined;
    const { lane } = earliest;
    this.#rotations.get(lane.egress)?.take(lane);
    this.#removeRotationIfEmpty(lane.egress);
    return lane;
  }

  #removeRotationIfEmpty(egress: string | undefined): void {
    if (this.#rotations.get(egress)?.isEmpty === true) this.#rotations.delete(egress);
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

  /** A lane is ready if it has queued batches, and an egress set that may have one more of them. */
  #markReady(lane: Lane): void {
    if (lane.queued.size === 0 || !this.#isOpen(lane)) return;
    const known = this.#rotations.get(lane.egress);
    const rotation = known ?? new LaneRotation<Lane>(() => this.#nextReadySince());
    if (known === undefined) this.#rotations.set(lane.egress, rotation);
    rotation.add(lane);
  }

  #isOpen({ egress, busy }: Lane): boolean {
    if (busy.size === 0) return true;
    const mayHaveAnother = ({ egressSet, limit }: LaneWorker) => (busy.get(egressSet) ?? 0) < limit;
    return egress === undefined && [...this.#workers()].some(mayHaveAnother);
  }

  #nextReadySince(): number {
    this.#lastReadySince += 1;
    return this.#lastReadySince;
  }

  #remove(queued: QueuedBatch): void {
    const { id, jobId } = queued.batch;
    this.#batches.delete(id);
    this.#jobs.get(jobId)?.batches.delete(queued);
    this.#removeJobIfIdle(jobId);
  }

  #removeJobIfIdle(jobId: string): void {
    const job = this.#jobs.get(jobId);
    if (job?.batches.size === 0 && job.lanes.size === 0) this.#jobs.delete(jobId);
  }

  #removeIfIdle(lane: Lane): void {
    const job = this.#jobs.get(lane.jobId);
    if (lane.busy.size === 0 && lane.queued.size === 0) job?.lanes.delete(lane.key);
    this.#removeJobIfIdle(lane.jobId);
  }

  #ensureJob(id: string): LaneJob {
    const known = this.#jobs.get(id);
    if (known !== undefined) return known;
    const job: LaneJob = { batches: new Set(), lanes: new Map() };
    this.#jobs.set(id, job);
    return job;
  }

  #ensureLane({ account, jobId, exchange, egress }: Batch): Lane {
    const job = this.#ensureJob(jobId);
    // The name of an egress has no spaces.
    const key = `${egress ?? ''} ${exchange}`;
    const known = job.lanes.get(key);
    if (known !== undefined) return known;
    const queued = new BinaryHeap<QueuedBatch>(byOrder);
    const lane: Lane = { key, account, jobId, egress, queued, busy: new Map() };
    job.lanes.set(key, lane);
    return lane;
  }
}
