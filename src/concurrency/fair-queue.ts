import type { QueueAddOptions } from 'p-queue';
import { PriorityLanes } from './priority-lanes.ts';
import { type JobShare, singleShare, type WorkShare } from './work-share.ts';

type Run = () => Promise<unknown>;

/** What `FairQueue` needs to know of a caller. */
export interface FairQueueOptions extends QueueAddOptions {
  readonly share?: WorkShare;
}

/** The callers of one job: those that wait, and how many permits the others hold. */
interface Job {
  readonly id: string;
  readonly account: Account;
  readonly waiting: PriorityLanes;
  held: number;
  /** Grows with every permit granted. Orders jobs that hold equally many. */
  servedAt: number;
}

interface Account {
  readonly name: string | null;
  readonly jobs: Map<string, Job>;
  held: number;
  servedAt: number;
}

/**
 * A job may hold this many times as many permits as are free for bulk work, an account this many. A caller that comes
 * later therefore finds free permits, even if the work of all others hangs.
 */
const mostPerFree = { job: 5, account: 10 } as const;

/**
 * A queue for p-queue that shares permits. Single requests are served first, and have some permits for themselves. Then
 * the account that holds the fewest permits is served, and of its jobs the one that holds the fewest; among equals, the
 * one that has waited longest. Within a job the highest priority is served first. Removing an entry takes constant time.
 */
export class FairQueue {
  /** All permits, and how many of them only single requests may use. */
  permits: number;
  readonly #reserved: number;
  readonly #singles = new PriorityLanes();
  readonly #accounts = new Map<string | null, Account>();
  /** The job of each waiting bulk caller, by id. */
  readonly #jobOf = new Map<string, Job>();
  #held = 0;
  #heldByBulk = 0;
  #served = 0;

  constructor(permits: number, reserved: number) {
    this.permits = permits;
    this.#reserved = reserved;
  }

  /** How many permits are held. */
  get held(): number {
    return this.#held;
  }

  get waiting(): number {
    return this.#singles.size + this.#jobOf.size;
  }

  /** How many callers p-queue may start now, as far as it needs to know: 0 or 1. */
  get size(): number {
    return this.#nextLanes() === undefined ? 0 : 1;
  }

  /** True if a caller that waits may be served now. */
  get canServe(): boolean {
    return this.waiting > 0 && this.#nextLanes() !== undefined;
  }

  enqueue(run: Run, options: Partial<FairQueueOptions> = {}): void {
    const { id = '', share = singleShare } = options;
    const job = share.kind === 'single' ? undefined : this.#ensureJob(share);
    if (job !== undefined) this.#jobOf.set(id, job);
    (job?.waiting ?? this.#singles).enqueue(run, options);
  }

  /** Takes the next caller, and counts its permit as held until `release`. */
  dequeue(): Run | undefined {
    const lanes = this.#nextLanes();
    const next = lanes?.waiting.dequeueEntry();
    if (lanes === undefined || next === undefined) return undefined;
    this.#held += 1;
    if (lanes.account !== undefined) {
      this.#jobOf.delete(next.id);
      this.#served += 1;
      this.#heldByBulk += 1;
      for (const holder of [lanes, lanes.account]) {
        holder.held += 1;
        holder.servedAt = this.#served;
      }
    }
    return next.run;
  }

  /** To be called when a permit of this share is given back. */
  release(share: WorkShare): void {
    this.#held -= 1;
    if (share.kind === 'single') return;
    this.#heldByBulk -= 1;
    const job = this.#ensureJob(share);
    job.held -= 1;
    job.account.held -= 1;
    this.#forgetIfIdle(job);
  }

  remove(id: string): void {
    const job = this.#jobOf.get(id);
    (job?.waiting ?? this.#singles).remove(id);
    this.#jobOf.delete(id);
    if (job !== undefined) this.#forgetIfIdle(job);
  }

  setPriority(id: string, priority: number): void {
    (this.#jobOf.get(id)?.waiting ?? this.#singles).setPriority(id, priority);
  }

  filter(options: Readonly<Partial<QueueAddOptions>>): Run[] {
    const jobs = [...this.#accounts.values()].flatMap(({ jobs }) => [...jobs.values()]);
    return [this.#singles, ...jobs.map(({ waiting }) => waiting)].flatMap((lanes) => lanes.filter(options));
  }

  /** True if another job waits, and this one would not get a permit back if it released it. */
  holdsTooMuch(share: WorkShare): boolean {
    if (share.kind === 'single') return false;
    // Looks only: a job that holds nothing and waits for nothing is not remembered.
    const account = this.#accounts.get(share.account);
    const job = account?.jobs.get(share.jobId);
    const othersWait = this.waiting > (job?.waiting.size ?? 0);
    const free = this.#freeForBulk + 1;
    const tooMuch = (held = 0, perFree: number) => held > free * perFree;
    return othersWait && (tooMuch(job?.held, mostPerFree.job) || tooMuch(account?.held, mostPerFree.account));
  }

  get #freeForBulk(): number {
    const free = this.permits - this.#held;
    return Math.max(0, Math.min(free, this.permits - this.#reserved - this.#heldByBulk));
  }

  #nextLanes(): { readonly waiting: PriorityLanes; readonly account: undefined } | Job | undefined {
    if (this.#held >= this.permits) return undefined;
    if (this.#singles.size > 0) return { waiting: this.#singles, account: undefined };
    const free = this.#freeForBulk;
    if (this.#jobOf.size === 0 || free === 0) return undefined;
    let best: Job | undefined;
    for (const account of this.#accounts.values()) {
      if (account.held >= free * mostPerFree.account) continue;
      if (best !== undefined && !isServedBefore(account, best.account)) continue;
      best = bestJobOf(account, free) ?? best;
    }
    return best;
  }

  #ensureJob({ account: name, jobId: id }: JobShare): Job {
    let account = this.#accounts.get(name);
    if (account === undefined) {
      account = { name, jobs: new Map(), held: 0, servedAt: this.#served };
      this.#accounts.set(name, account);
    }
    let job = account.jobs.get(id);
    if (job === undefined) {
      job = { id, account, waiting: new PriorityLanes(), held: 0, servedAt: this.#served };
      account.jobs.set(id, job);
    }
    return job;
  }

  #forgetIfIdle(job: Job): void {
    const { account } = job;
    if (job.held === 0 && job.waiting.size === 0) account.jobs.delete(job.id);
    if (account.jobs.size === 0) this.#accounts.delete(account.name);
  }
}

function bestJobOf(account: Account, free: number): Job | undefined {
  let best: Job | undefined;
  for (const job of account.jobs.values()) {
    if (job.waiting.size === 0 || job.held >= free * mostPerFree.job) continue;
    if (best === undefined || isServedBefore(job, best)) best = job;
  }
  return best;
}

function isServedBefore(
  one: { held: number; servedAt: number },
  other: { held: number; servedAt: number },
): boolean {
  return one.held < other.held || (one.held === other.held && one.servedAt < other.servedAt);
}
