import type { QueueAddOptions } from 'p-queue';
import { mostPerFree, singlesInARow, type WorkShare } from './work-share.ts';

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
interface ShareQueue extends Holder {
  readonly kind: WorkShare['kind'];
  /** Undefined for single requests. */
  readonly jobId: string | undefined;
  readonly account: Account;
  readonly waiting: PriorityLanes;
}

interface Account extends Holder {
  readonly name: string | null;
  readonly queues: Map<string | undefined, ShareQueue>;
}

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
  /** The queue of each caller with a share that waits, by id. */
  readonly #queueOf = new Map<string, ShareQueue>();
  /** The queues in which callers wait. */
  readonly #singleQueues = new Set<ShareQueue>();
  readonly #bulkQueues = new Set<ShareQueue>();
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
    return this.#own.size + this.#queueOf.size;
  }

  /** How many callers p-queue may start now, as far as it needs to know: 0 or 1. */
  get size(): number {
    return this.canServe ? 1 : 0;
  }

  /** True if a caller that waits may be served now. */
  get canServe(): boolean {
    if (this.#held >= this.permits) return false;
    return this.#own.size > 0 || this.#nextQueue() !== undefined;
  }

  enqueue(run: Run, options: Partial<FairQueueOptions> = {}): void {
    const { id = '', share } = options;
    const queue = share === undefined ? undefined : this.#ensureQueue(share);
    (queue?.waiting ?? this.#own).enqueue(run, options);
    if (queue === undefined) return;
    this.#queueOf.set(id, queue);
    this.#queuesOf(queue.kind).add(queue);
  }

  /** Takes the next caller, and counts its permit as held until `release`. */
  dequeue(): Run | undefined {
    if (this.#held >= this.permits) return undefined;
    const own = this.#own.dequeue();
    if (own !== undefined) {
      this.#held += 1;
      return own;
    }
    const queue = this.#nextQueue();
    const next = queue?.waiting.dequeueEntry();
    if (queue === undefined || next === undefined) return undefined;
    this.#forgetCaller(next.id, queue);
    this.#countPermit(queue);
    return next.run;
  }

  /** Counts a permit as held until `release`, without a queue. Returns false if somebody waits, or none is free for this share. */
  take(share: WorkShare | undefined): boolean {
    if (this.waiting > 0 || this.#held >= this.permits) return false;
    if (share === undefined) {
      this.#held += 1;
      return true;
    }
    const queue = this.#ensureQueue(share);
    const mayTake = mayTakeOne(queue, this.#freeFor(share.kind));
    if (mayTake) this.#countPermit(queue);
    else this.#forgetIfIdle(queue);
    return mayTake;
  }

  #countPermit(queue: ShareQueue): void {
    this.#held += 1;
    this.#served += 1;
    if (queue.kind === 'bulk') this.#heldByBulk += 1;
    this.#singlesInARow = queue.kind === 'single' ? this.#singlesInARow + 1 : 0;
    for (const holder of [queue, queue.account]) {
      holder.held += 1;
      holder.servedAt = this.#served;
    }
  }

  /** To be called when a permit of this share is given back. */
  release(share: WorkShare | undefined): void {
    this.#held -= 1;
    if (share === undefined) return;
    const queue = this.#ensureQueue(share);
    if (queue.kind === 'bulk') this.#heldByBulk -= 1;
    queue.held -= 1;
    queue.account.held -= 1;
    this.#forgetIfIdle(queue);
  }

  remove(id: string): void {
    const queue = this.#queueOf.get(id);
    (queue?.waiting ?? this.#own).remove(id);
    if (queue === undefined) return;
    this.#forgetCaller(id, queue);
    this.#forgetIfIdle(queue);
  }

  setPriority(id: string, priority: number): void {
    (this.#queueOf.get(id)?.waiting ?? this.#own).setPriority(id, priority);
  }

  filter(options: Readonly<Partial<QueueAddOptions>>): Run[] {
    const queues = [...this.#singleQueues, ...this.#bulkQueues];
    return [this.#own, ...queues.map(({ waiting }) => waiting)].flatMap((each) => each.filter(options));
  }

  /** True if a caller of one share would be served before one of the other, whenever they came. */
  goesBefore(share: WorkShare, other: WorkShare): boolean {
    if (share.kind !== other.kind) return share.kind === 'single';
    const [one, another] = [this.#queueOfShare(share), this.#queueOfShare(other)];
    if (share.kind === 'single') return heldBy(one) < heldBy(another);
    const [account, otherAccount] = [this.#accounts.get(share.account), this.#accounts.get(other.account)];
    const difference = heldBy(account) - heldBy(otherAccount);
    return difference < 0 || (difference === 0 && heldBy(one) < heldBy(another));
  }

  /** True if others wait, and this share would not get a permit back if it released it. */
  holdsTooMuch(share: WorkShare): boolean {
    // Looks only: a share that holds nothing and waits for nothing is not remembered.
    const queue = this.#queueOfShare(share);
    if (queue === undefined || this.waiting === queue.waiting.size) return false;
    return !mayTakeOne(queue, this.#freeFor(share.kind) + 1, 1);
  }

  #freeFor(kind: WorkShare['kind']): number {
    const free = this.permits - this.#held;
    const most = kind === 'single' ? free : Math.min(free, this.permits - this.#reserved - this.#heldByBulk);
    return Math.max(0, most);
  }

  #nextQueue(): ShareQueue | undefined {
    const single = this.#nextOf('single');
    if (single !== undefined && (this.#singlesInARow < singlesInARow || this.#bulkQueues.size === 0))
      return single;
    return this.#nextOf('bulk') ?? single;
  }

  #nextOf(kind: WorkShare['kind']): ShareQueue | undefined {
    const free = this.#freeFor(kind);
    let best: ShareQueue | undefined;
    for (const queue of this.#queuesOf(kind)) {
      if (!mayTakeOne(queue, free)) continue;
      if (best === undefined || isServedBefore(queue, best)) best = queue;
    }
    return best;
  }

  #queuesOf(kind: WorkShare['kind']): Set<ShareQueue> {
    return kind === 'single' ? this.#singleQueues : this.#bulkQueues;
  }

  #ensureQueue(share: WorkShare): ShareQueue {
    let account = this.#accounts.get(share.account);
    if (account === undefined) {
      account = { name: share.account, queues: new Map(), held: 0, servedAt: this.#served };
      this.#accounts.set(share.account, account);
    }
    const jobId = jobIdOf(share);
    let queue = account.queues.get(jobId);
    if (queue === undefined) {
      queue = {
        kind: share.kind,
        jobId,
        account,
        waiting: new PriorityLanes(),
        held: 0,
        servedAt: this.#served,
      };
      account.queues.set(jobId, queue);
    }
    return queue;
  }

  #queueOfShare(share: WorkShare): ShareQueue | undefined {
    return this.#accounts.get(share.account)?.queues.get(jobIdOf(share));
  }

  #forgetCaller(id: string, queue: ShareQueue): void {
    this.#queueOf.delete(id);
    if (queue.waiting.size === 0) this.#queuesOf(queue.kind).delete(queue);
  }

  #forgetIfIdle(queue: ShareQueue): void {
    const { account } = queue;
    if (queue.held === 0 && queue.waiting.size === 0) account.queues.delete(queue.jobId);
    if (account.queues.size === 0) this.#accounts.delete(account.name);
  }
}

/** Whether a share may have another permit, if it holds this many and these are free for it. */
function mayTakeOne({ kind, held, account }: ShareQueue, free: number, heldLess = 0): boolean {
  if (held - heldLess >= free * mostPerFree.share) return false;
  return kind === 'single' || account.held - heldLess < free * mostPerFree.account;
}

function jobIdOf(share: WorkShare): string | undefined {
  return share.kind === 'single' ? undefined : share.jobId;
}

function heldBy(holder: Holder | undefined): number {
  return holder?.held ?? 0;
}

/** Compares queues of one kind. Jobs of different accounts go by what their accounts hold. */
function isServedBefore(one: ShareQueue, other: ShareQueue): boolean {
  return one.kind === 'single' || one.account === other.account
    ? isBefore(one, other)
    : isBefore(one.account, other.account);
}

function isBefore(one: Holder, other: Holder): boolean {
  return one.held < other.held || (one.held === other.held && one.servedAt < other.servedAt);
}

interface Lane {
  /** By id. */
  readonly entries: Map<string, Run>;
  /** Goes on behind the entries that were taken: to begin anew would pass all that have left the map since it last grew. */
  readonly inOrder: MapIterator<[string, Run]>;
}

/**
 * A queue that serves the highest priority first, and equal priorities in the order of the calls. Removing
 * an entry takes constant time, so that thousands of callers whose signals fire at once do not block the event loop.
 */
class PriorityLanes {
  /** By priority. Few are in use at a time. One without entries is removed. */
  readonly #lanes = new Map<number, Lane>();
  readonly #priorities = new Map<string, number>();

  get size(): number {
    return this.#priorities.size;
  }

  enqueue(run: Run, { priority = 0, id = '' }: Partial<QueueAddOptions> = {}): void {
    let lane = this.#lanes.get(priority);
    if (lane === undefined) {
      const entries = new Map<string, Run>();
      lane = { entries, inOrder: entries.entries() };
      this.#lanes.set(priority, lane);
    }
    lane.entries.set(id, run);
    this.#priorities.set(id, priority);
  }

  dequeue(): Run | undefined {
    return this.dequeueEntry()?.run;
  }

  dequeueEntry(): { readonly id: string; readonly run: Run } | undefined {
    let highest = Number.NEGATIVE_INFINITY;
    for (const priority of this.#lanes.keys()) if (priority > highest) highest = priority;
    const first = this.#lanes.get(highest)?.inOrder.next().value;
    if (first === undefined) return undefined;
    const [id, run] = first;
    this.remove(id);
    return { id, run };
  }

  remove(id: string): void {
    const priority = this.#priorities.get(id);
    if (priority === undefined) return;
    this.#priorities.delete(id);
    const entries = this.#lanes.get(priority)?.entries;
    entries?.delete(id);
    if (entries?.size === 0) this.#lanes.delete(priority);
  }

  setPriority(id: string, priority: number): void {
    const run = this.#lanes.get(this.#priorities.get(id) ?? Number.NaN)?.entries.get(id);
    if (run === undefined) return;
    this.remove(id);
    this.enqueue(run, { id, priority });
  }

  filter({ priority = 0 }: Readonly<Partial<QueueAddOptions>>): Run[] {
    return [...(this.#lanes.get(priority)?.entries.values() ?? [])];
  }
}
