import type { Batch } from '../../src/ports.ts';
import { BinaryHeap } from './binary-heap.ts';

export interface QueuedBatch {
  readonly batch: Batch;
  /** Grows with every batch put: its place in the lane, also after it was in hand or had to wait. */
  readonly order: number;
  place: 'lane' | 'waiting' | 'hand';
  /** When it enters its lane. */
  dueAt: number;
  failures: number;
  dropped: boolean;
}

interface Lane {
  readonly job: LaneJob;
  readonly exchange: string;
  queued: BinaryHeap<QueuedBatch>;
  /** A batch of it is in hand. */
  busy: boolean;
  /** Its turn among the lanes of the job; undefined where it waits for none. */
  turn: number | undefined;
}

interface LaneJob {
  readonly id: string;
  readonly batches: Set<QueuedBatch>;
  readonly lanes: Map<string, Lane>;
  turns: BinaryHeap<Lane>;
  /** Its turn among the jobs. */
  turn: number | undefined;
}

const byOrder = (one: QueuedBatch, other: QueuedBatch) => one.order < other.order;
const byDueTime = (one: QueuedBatch, other: QueuedBatch) =>
  one.dueAt < other.dueAt || (one.dueAt === other.dueAt && one.order < other.order);
const byTurn = (one: { turn: number | undefined }, other: { turn: number | undefined }) =>
  (one.turn ?? 0) < (other.turn ?? 0);

/**
 * The batches of one process in their lanes. Of each lane one is in hand at a time, the first put first; jobs take
 * turns, and so do the lanes of a job. Every step takes O(log n).
 */
export class InProcessLanes {
  readonly #batches = new Map<string, QueuedBatch>();
  readonly #jobs = new Map<string, LaneJob>();
  /** Jobs with a lane that could go on. */
  readonly #turns = new BinaryHeap<LaneJob>(byTurn);
  readonly #waiting = new BinaryHeap<QueuedBatch>(byDueTime);
  #orders = 0;
  #turnsGiven = 0;

  count(jobId: string): number {
    return this.#jobs.get(jobId)?.batches.size ?? 0;
  }

  /** When the next of those that wait for their time is due. */
  get nextDueAt(): number | undefined {
    return this.#waiting.first?.dueAt;
  }

  /** Nothing where a batch of this id is there already. */
  add(batch: Batch, options: { dueAt: number; now: number }): void {
    if (this.#batches.has(batch.id)) return;
    this.#orders += 1;
    const { dueAt } = options;
    const queued: QueuedBatch = {
      batch,
      order: this.#orders,
      place: 'lane',
      dueAt,
      failures: 0,
      dropped: false,
    };
    this.#batches.set(batch.id, queued);
    this.#job(batch.jobId).batches.add(queued);
    if (dueAt > options.now) this.#wait(queued);
    else this.#enter(queued);
  }

  /** The batch whose turn it is; it is in hand from now on. */
  next(now: number): QueuedBatch | undefined {
    this.#admitDue(now);
    for (let job = this.#turns.pop(); job !== undefined; job = this.#turns.pop()) {
      job.turn = undefined;
      const queued = this.#nextOf(job);
      if (job.turns.size > 0) this.#takeTurn(job);
      if (queued !== undefined) return queued;
    }
    return undefined;
  }

  /** Ends its time in hand for good. */
  finish(queued: QueuedBatch): void {
    this.#forget(queued);
    this.#leaveHand(queued);
  }

  /** Puts it back where it came from. */
  giveBack(queued: QueuedBatch): void {
    if (queued.dropped) this.#forget(queued);
    else this.#enter(queued);
    this.#leaveHand(queued);
  }

  /** Lets it wait until `dueAt`, and the lane go on. */
  postpone(queued: QueuedBatch, dueAt: number): void {
    queued.dueAt = dueAt;
    if (queued.dropped) this.#forget(queued);
    else this.#wait(queued);
    this.#leaveHand(queued);
  }

  drop(jobId: string): void {
    const job = this.#jobs.get(jobId);
    if (job === undefined) return;
    for (const queued of job.batches) {
      queued.dropped = true;
      if (queued.place !== 'hand') this.#forget(queued);
    }
    this.#waiting.retain(({ dropped }) => !dropped);
    job.turns = new BinaryHeap<Lane>(byTurn);
    for (const lane of job.lanes.values()) {
      lane.queued = new BinaryHeap(byOrder);
      lane.turn = undefined;
      this.#forgetIdle(lane);
    }
  }

  #admitDue(now: number): void {
    for (let first = this.#waiting.first; first !== undefined && first.dueAt <= now; ) {
      this.#waiting.pop();
      this.#enter(first);
      first = this.#waiting.first;
    }
  }

  #nextOf(job: LaneJob): QueuedBatch | undefined {
    const lane = job.turns.pop();
    if (lane === undefined) return undefined;
    lane.turn = undefined;
    const queued = lane.queued.pop();
    if (queued === undefined) return undefined;
    lane.busy = true;
    queued.place = 'hand';
    return queued;
  }

  #wait(queued: QueuedBatch): void {
    queued.place = 'waiting';
    this.#waiting.push(queued);
  }

  #enter(queued: QueuedBatch): void {
    queued.place = 'lane';
    const lane = this.#lane(queued.batch);
    lane.queued.push(queued);
    this.#offer(lane);
  }

  /** The lane of a batch that was in hand is free again. */
  #leaveHand({ batch }: QueuedBatch): void {
    const lane = this.#lane(batch);
    lane.busy = false;
    this.#offer(lane);
    this.#forgetIdle(lane);
  }

  /** Gives the lane a turn if it could go on. */
  #offer(lane: Lane): void {
    if (lane.busy || lane.turn !== undefined || lane.queued.size === 0) return;
    lane.turn = this.#newTurn();
    lane.job.turns.push(lane);
    this.#takeTurn(lane.job);
  }

  #takeTurn(job: LaneJob): void {
    if (job.turn !== undefined) return;
    job.turn = this.#newTurn();
    this.#turns.push(job);
  }

  #newTurn(): number {
    this.#turnsGiven += 1;
    return this.#turnsGiven;
  }

  #forget(queued: QueuedBatch): void {
    const { id, jobId } = queued.batch;
    this.#batches.delete(id);
    this.#jobs.get(jobId)?.batches.delete(queued);
  }

  #forgetIdle(lane: Lane): void {
    const { job } = lane;
    if (!lane.busy && lane.queued.size === 0) job.lanes.delete(lane.exchange);
    if (job.batches.size === 0 && job.lanes.size === 0) this.#jobs.delete(job.id);
  }

  #job(id: string): LaneJob {
    const known = this.#jobs.get(id);
    if (known !== undefined) return known;
    const job: LaneJob = {
      id,
      batches: new Set(),
      lanes: new Map(),
      turns: new BinaryHeap<Lane>(byTurn),
      turn: undefined,
    };
    this.#jobs.set(id, job);
    return job;
  }

  #lane({ jobId, exchange }: Batch): Lane {
    const job = this.#job(jobId);
    const known = job.lanes.get(exchange);
    if (known !== undefined) return known;
    const lane: Lane = { job, exchange, queued: new BinaryHeap(byOrder), busy: false, turn: undefined };
    job.lanes.set(exchange, lane);
    return lane;
  }
}
