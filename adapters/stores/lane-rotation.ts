import { BinaryHeap } from './binary-heap.ts';

/** Batches that are delivered one at a time, in their order. */
export interface RotatedLane {
  readonly account: string | null;
  readonly jobId: string;
  readonly queued: { readonly size: number };
  /** Orders the round robin: grows with every lane that becomes ready. Undefined while this one is not ready. */
  readySince: number | undefined;
}

interface ReadyJob<Lane> {
  readonly id: string;
  readonly lanes: BinaryHeap<Lane>;
  readySince: number;
}

interface ReadyAccount<Lane> {
  readonly name: string | null;
  readonly jobs: Map<string, ReadyJob<Lane>>;
  readonly ready: BinaryHeap<ReadyJob<Lane>>;
  readySince: number;
}

const byReadiness = (one: { readySince: number | undefined }, other: { readySince: number | undefined }) =>
  (one.readySince ?? 0) < (other.readySince ?? 0);

/**
 * The ready lanes: those with queued batches, none of them active. Accounts are served round robin, and so are the jobs
 * of an account and the lanes of a job. Every step takes O(log n).
 */
export class LaneRotation<Lane extends RotatedLane> {
  readonly #accounts = new Map<string | null, ReadyAccount<Lane>>();
  readonly #ready = new BinaryHeap<ReadyAccount<Lane>>(byReadiness);
  readonly #nextReadySince: () => number;

  /** `nextReadySince` returns a higher number each time. */
  constructor(nextReadySince: () => number) {
    this.#nextReadySince = nextReadySince;
  }

  /** Since when the account is ready that is served next; undefined if no lane is ready. */
  get readySince(): number | undefined {
    return this.#ready.first?.readySince;
  }

  /** Adds a lane that has become ready. */
  add(lane: Lane): void {
    lane.readySince = this.#nextReadySince();
    const account = this.#accounts.get(lane.account);
    const job = account?.jobs.get(lane.jobId);
    if (job !== undefined) job.lanes.push(lane);
    else {
      const lanes = new BinaryHeap<Lane>(byReadiness);
      lanes.push(lane);
      this.#addJob(lane.account, { id: lane.jobId, lanes, readySince: 0 });
    }
  }

  /** Takes the next lane, which is no longer ready. Skips those that have no batches any more. */
  take(): Lane | undefined {
    for (let account = this.#ready.pop(); account !== undefined; account = this.#ready.pop()) {
      this.#accounts.delete(account.name);
      const lane = this.#takeFrom(account);
      if (account.ready.size > 0) this.#addAccount(account);
      if (lane !== undefined) return lane;
    }
    return undefined;
  }

  #takeFrom(account: ReadyAccount<Lane>): Lane | undefined {
    const job = account.ready.pop();
    if (job === undefined) return undefined;
    account.jobs.delete(job.id);
    const lane = job.lanes.pop();
    if (job.lanes.size > 0) this.#addTo(account, job);
    if (lane === undefined || lane.queued.size === 0) return undefined;
    lane.readySince = undefined;
    return lane;
  }

  #addJob(name: string | null, job: ReadyJob<Lane>): void {
    const known = this.#accounts.get(name);
    const account: ReadyAccount<Lane> = known ?? {
      name,
      jobs: new Map(),
      ready: new BinaryHeap<ReadyJob<Lane>>(byReadiness),
      readySince: 0,
    };
    this.#addTo(account, job);
    if (known === undefined) this.#addAccount(account);
  }

  #addTo(account: ReadyAccount<Lane>, job: ReadyJob<Lane>): void {
    job.readySince = this.#nextReadySince();
    account.jobs.set(job.id, job);
    account.ready.push(job);
  }

  #addAccount(account: ReadyAccount<Lane>): void {
    account.readySince = this.#nextReadySince();
    this.#accounts.set(account.name, account);
    this.#ready.push(account);
  }
}
