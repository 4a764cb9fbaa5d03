import type { QueueAddOptions } from 'p-queue';
import { PriorityLanes } from './priority-lanes.ts';
import { singlesInARow, type WorkShare } from './work-share.ts';

type Run = () => Promise<unknown>;

/** What `FairQueue` needs to know of a caller. Without a share, it belongs to nobody, and is served before all others. */
export interface FairQueueOptions extends QueueAddOptions {
  readonly share?: WorkShare | undefined;
}

/** Who holds permits. */
interface Holder {
  held: number;
  /** Grows with every permit granted. Orders holders of equally many. */
  servedAt: number;
}

/** The callers of one share: those that wait, and how many permits the others hold. */
interface Lane extends Holder {
  readonly kind: WorkShare['kind'];
  /** Undefined for single requests. */
  readonly jobId: string | undefined;
  readonly account: Account;
  readonly waiting: PriorityLanes;
}

interface Account extends Holder {
  readonly name: string | null;
  readonly lanes: Map<string | undefined, Lane>;
}

/**
 * How many times as many permits as are free a share may hold, and an account with its jobs. A caller that comes later
 * therefore finds free permits, even if the work of all others hangs.
 */
const mostPerFree = { share: 5, account: 10 } as const;

/**
 * A queue for p-queue that shares permits among accounts.
 *
 * - Single requests go before bulk work, but bulk work has its turn after every four of them, and some permits are for
 *   single requests alone.
 * - Of the single requests, those of the account whose single requests hold the fewest permits are served. Of bulk work, the
 *   account that holds the fewest is served, and of its jobs the one that holds the fewest. Among equals, the one that has
 *   waited longest.
 * - The single requests of an account get another permit only while they hold less than five times as many as are free, and
 *   a job likewise of those for bulk work, of which its account holds less than ten times as many. So one share never holds
 *   all of six permits or more, and at most five sixths of many. As others take what is free, it gets no more until it has
 *   given as many back.
 *
 * Within a share the highest priority is served first. Removing an entry takes constant time.
 */
export class FairQueue {
  /** All permits, and how many of them only single requests may use. */
  permits: number;
  readonly #reserved: number;
  /** Callers without a share. */
  readonly #own = new PriorityLanes();
  readonly #accounts = new Map<string | null, Account>();
  /** The lane of each caller with a share that waits, by id. */
  readonly #laneOf = new Map<string, Lane>();
  /** The lanes in which callers wait. */
  readonly #singleLanes = new Set<Lane>();
  readonly #bulkLanes = new Set<Lane>();
  #held = 0;
  #heldByBulk = 0;
  #served = 0;
  /** How many single requests have been served since bulk work was. */
  #singlesInARow = 0;

  constructor(permits: number, reserved: number) {
    this.permits = permits;
    this.#reserved = reserved;
  }

  /** How many permits are held. */
  get held(): number {
    return this.#held;
  }

  get waiting(): number {
    return this.#own.size + this.#laneOf.size;
  }

  /** How many callers p-queue may start now, as far as it needs to know: 0 or 1. */
  get size(): number {
    return this.canServe ? 1 : 0;
  }

  /** True if a caller that waits may be served now. */
  get canServe(): boolean {
    if (this.#held >= this.permits) return false;
    return this.#own.size > 0 || this.#nextLane() !== undefined;
  }

  enqueue(run: Run, options: Partial<FairQueueOptions> = {}): void {
    const { id = '', share } = options;
    const lane = share === undefined ? undefined : this.#ensureLane(share);
    (lane?.waiting ?? this.#own).enqueue(run, options);
    if (lane === undefined) return;
    this.#laneOf.set(id, lane);
    this.#lanesOf(lane.kind).add(lane);
  }

  /** Takes the next caller, and counts its permit as held until `release`. */
  dequeue(): Run | undefined {
    if (this.#held >= this.permits) return undefined;
    const own = this.#own.dequeue();
    if (own !== undefined) {
      this.#held += 1;
      return own;
    }
    const lane = this.#nextLane();
    const next = lane?.waiting.dequeueEntry();
    if (lane === undefined || next === undefined) return undefined;
    this.#forgetCaller(next.id, lane);
    this.#held += 1;
    this.#served += 1;
    if (lane.kind === 'bulk') this.#heldByBulk += 1;
    this.#singlesInARow = lane.kind === 'single' ? this.#singlesInARow + 1 : 0;
    for (const holder of [lane, lane.account]) {
      holder.held += 1;
      holder.servedAt = this.#served;
    }
    return next.run;
  }

  /** To be called when a permit of this share is given back. */
  release(share: WorkShare | undefined): void {
    this.#held -= 1;
    if (share === undefined) return;
    const lane = this.#ensureLane(share);
    if (lane.kind === 'bulk') this.#heldByBulk -= 1;
    lane.held -= 1;
    lane.account.held -= 1;
    this.#forgetIfIdle(lane);
  }

  remove(id: string): void {
    const lane = this.#laneOf.get(id);
    (lane?.waiting ?? this.#own).remove(id);
    if (lane === undefined) return;
    this.#forgetCaller(id, lane);
    this.#forgetIfIdle(lane);
  }

  setPriority(id: string, priority: number): void {
    (this.#laneOf.get(id)?.waiting ?? this.#own).setPriority(id, priority);
  }

  filter(options: Readonly<Partial<QueueAddOptions>>): Run[] {
    const lanes = [...this.#singleLanes, ...this.#bulkLanes];
    return [this.#own, ...lanes.map(({ waiting }) => waiting)].flatMap((each) => each.filter(options));
  }

  /** True if a caller of one share would be served before one of the other, whenever they came. */
  goesBefore(share: WorkShare, other: WorkShare): boolean {
    if (share.kind !== other.kind) return share.kind === 'single';
    const [one, another] = [this.#laneOfShare(share), this.#laneOfShare(other)];
    if (share.kind === 'single') return heldBy(one) < heldBy(another);
    const [account, otherAccount] = [this.#accounts.get(share.account), this.#accounts.get(other.account)];
    const difference = heldBy(account) - heldBy(otherAccount);
    return difference < 0 || (difference === 0 && heldBy(one) < heldBy(another));
  }

  /** True if others wait, and this share would not get a permit back if it released it. */
  holdsTooMuch(share: WorkShare): boolean {
    // Looks only: a share that holds nothing and waits for nothing is not remembered.
    const lane = this.#laneOfShare(share);
    if (lane === undefined || this.waiting === lane.waiting.size) return false;
    return !mayTakeOne(lane, this.#freeFor(share.kind) + 1, 1);
  }

  #freeFor(kind: WorkShare['kind']): number {
    const free = this.permits - this.#held;
    const most = kind === 'single' ? free : Math.min(free, this.permits - this.#reserved - this.#heldByBulk);
    return Math.max(0, most);
  }

  #nextLane(): Lane | undefined {
    const single = this.#nextOf('single');
    if (single !== undefined && (this.#singlesInARow < singlesInARow || this.#bulkLanes.size === 0))
      return single;
    return this.#nextOf('bulk') ?? single;
  }

  #nextOf(kind: WorkShare['kind']): Lane | undefined {
    const free = this.#freeFor(kind);
    let best: Lane | undefined;
    for (const lane of this.#lanesOf(kind)) {
      if (!mayTakeOne(lane, free)) continue;
      if (best === undefined || isServedBefore(lane, best)) best = lane;
    }
    return best;
  }

  #lanesOf(kind: WorkShare['kind']): Set<Lane> {
    return kind === 'single' ? this.#singleLanes : this.#bulkLanes;
  }

  #ensureLane(share: WorkShare): Lane {
    let account = this.#accounts.get(share.account);
    if (account === undefined) {
      account = { name: share.account, lanes: new Map(), held: 0, servedAt: this.#served };
      this.#accounts.set(share.account, account);
    }
    const jobId = jobIdOf(share);
    let lane = account.lanes.get(jobId);
    if (lane === undefined) {
      lane = {
        kind: share.kind,
        jobId,
        account,
        waiting: new PriorityLanes(),
        held: 0,
        servedAt: this.#served,
      };
      account.lanes.set(jobId, lane);
    }
    return lane;
  }

  #laneOfShare(share: WorkShare): Lane | undefined {
    return this.#accounts.get(share.account)?.lanes.get(jobIdOf(share));
  }

  #forgetCaller(id: string, lane: Lane): void {
    this.#laneOf.delete(id);
    if (lane.waiting.size === 0) this.#lanesOf(lane.kind).delete(lane);
  }

  #forgetIfIdle(lane: Lane): void {
    const { account } = lane;
    if (lane.held === 0 && lane.waiting.size === 0) account.lanes.delete(lane.jobId);
    if (account.lanes.size === 0) this.#accounts.delete(account.name);
  }
}

/** Whether a share may have another permit, if it holds this many and these are free for it. */
function mayTakeOne({ kind, held, account }: Lane, free: number, heldLess = 0): boolean {
  if (held - heldLess >= free * mostPerFree.share) return false;
  return kind === 'single' || account.held - heldLess < free * mostPerFree.account;
}

function jobIdOf(share: WorkShare): string | undefined {
  return share.kind === 'single' ? undefined : share.jobId;
}

function heldBy(holder: Holder | undefined): number {
  return holder?.held ?? 0;
}

/** Of lanes of one kind. The jobs of an account wait for the sake of all that it holds. */
function isServedBefore(one: Lane, other: Lane): boolean {
  return one.kind === 'single' || one.account === other.account
    ? isBefore(one, other)
    : isBefore(one.account, other.account);
}

function isBefore(one: Holder, other: Holder): boolean {
  return one.held < other.held || (one.held === other.held && one.servedAt < other.servedAt);
}
