/** Batches that are started in their order. */
export interface RotatedLane {
  readonly account: string | null;
  readonly jobId: string;
}

interface ReadyJob<Lane> {
  readonly id: string;
  readonly lanes: LinkedQueue<Lane>;
}

interface ReadyAccount<Lane> {
  readonly name: string | null;
  readonly jobs: Map<string, ReadyJob<Lane>>;
  readonly ready: LinkedQueue<ReadyJob<Lane>>;
  readySince: number;
}

/** What may be served: lanes of these accounts and jobs for which this is true. */
export interface LaneFilter<Lane> {
  readonly ofAccount: (account: string | null) => boolean;
  readonly ofJob: (jobId: string) => boolean;
  readonly isWanted: (lane: Lane) => boolean;
}

/** The lane that is served next. */
export interface NextLane<Lane> {
  readonly lane: Lane;
  /** Since when its account is ready. */
  readonly readySince: number;
}

/**
 * The ready lanes: those with queued batches that may be delivered. Accounts are served round robin, and so are the jobs of
 * an account and the lanes of a job. Every step takes O(1), and O(n) if n accounts, jobs and lanes are passed over: those of an
 * account or job that may not be served are passed over at once.
 */
export class LaneRotation<Lane extends RotatedLane> {
  readonly #accounts = new Map<string | null, ReadyAccount<Lane>>();
  readonly #ready = new LinkedQueue<ReadyAccount<Lane>>();
  readonly #nextReadySince: () => number;

  /** `nextReadySince` returns a higher number each time. */
  constructor(nextReadySince: () => number) {
    this.#nextReadySince = nextReadySince;
  }

  get isEmpty(): boolean {
    return this.#ready.size === 0;
  }

  /** Adds a lane that has become ready. Harmless if it is present. */
  add(lane: Lane): void {
    const account = this.#ensureAccount(lane.account);
    const job = account.jobs.get(lane.jobId);
    if (job !== undefined) job.lanes.add(lane);
    else {
      const lanes = new LinkedQueue<Lane>();
      lanes.add(lane);
      this.#addJob(account, { id: lane.jobId, lanes });
    }
  }

  /** Finds the next lane that may be served. Those that are passed over keep their position. */
  findNext({ ofAccount, ofJob, isWanted }: LaneFilter<Lane>): NextLane<Lane> | undefined {
    for (const { name, ready, readySince } of this.#ready) {
      if (!ofAccount(name)) continue;
      for (const { id, lanes } of ready) {
        if (!ofJob(id)) continue;
        for (const lane of lanes) if (isWanted(lane)) return { lane, readySince };
      }
    }
    return undefined;
  }

  /** Removes a lane that is served: the others of its job come before it, then the other jobs, and the other accounts. */
  take(lane: Lane): void {
    const account = this.#accounts.get(lane.account);
    const job = account?.jobs.get(lane.jobId);
    if (account === undefined || job === undefined) return;
    job.lanes.delete(lane);
    this.#removeJob(account, job);
    if (job.lanes.size > 0) this.#addJob(account, job);
    this.#removeAccount(account);
    if (account.ready.size > 0) this.#addAccount(account);
  }

  /** Removes a lane that has nothing more to serve. */
  delete(lane: Lane): void {
    const account = this.#accounts.get(lane.account);
    const job = account?.jobs.get(lane.jobId);
    if (account === undefined || job === undefined) return;
    job.lanes.delete(lane);
    if (job.lanes.size === 0) this.#removeJob(account, job);
    if (account.ready.size === 0) this.#removeAccount(account);
  }

  #ensureAccount(name: string | null): ReadyAccount<Lane> {
    const known = this.#accounts.get(name);
    if (known !== undefined) return known;
    const account: ReadyAccount<Lane> = { name, jobs: new Map(), ready: new LinkedQueue(), readySince: 0 };
    this.#addAccount(account);
    return account;
  }

  #addAccount(account: ReadyAccount<Lane>): void {
    account.readySince = this.#nextReadySince();
    this.#accounts.set(account.name, account);
    this.#ready.add(account);
  }

  #removeAccount(account: ReadyAccount<Lane>): void {
    this.#accounts.delete(account.name);
    this.#ready.delete(account);
  }

  #addJob(account: ReadyAccount<Lane>, job: ReadyJob<Lane>): void {
    account.jobs.set(job.id, job);
    account.ready.add(job);
  }

  #removeJob(account: ReadyAccount<Lane>, job: ReadyJob<Lane>): void {
    account.jobs.delete(job.id);
    account.ready.delete(job);
  }
}

interface Link<Member> {
  readonly member: Member;
  before: Link<Member> | undefined;
  after: Link<Member> | undefined;
}

/** A set in the order in which its members were added. Unlike a Set, it finds the first one in O(1) after many deletions. */
class LinkedQueue<Member> {
  readonly #links = new Map<Member, Link<Member>>();
  #first: Link<Member> | undefined;
  #last: Link<Member> | undefined;

  get size(): number {
    return this.#links.size;
  }

  /** Adds a member at the end, unless it is present. */
  add(member: Member): void {
    if (this.#links.has(member)) return;
    const link: Link<Member> = { member, before: this.#last, after: undefined };
    if (this.#last === undefined) this.#first = link;
    else this.#last.after = link;
    this.#last = link;
    this.#links.set(member, link);
  }

  delete(member: Member): void {
    const link = this.#links.get(member);
    if (link === undefined) return;
    this.#links.delete(member);
    if (link.before === undefined) this.#first = link.after;
    else link.before.after = link.after;
    if (link.after === undefined) this.#last = link.before;
    else link.after.before = link.before;
  }

  /** Must not be changed meanwhile. */
  *[Symbol.iterator](): Generator<Member, void> {
    for (let link = this.#first; link !== undefined; link = link.after) yield link.member;
  }
}
