import type { Clock, JobRecord, JobStore, WorkQueue } from '../ports.ts';
import type { Settlement } from './settlement.ts';

export interface JobDriverParts {
  readonly jobs: JobStore;
  readonly queue: WorkQueue;
  readonly clock: Clock;
  /** Names this process among those that share the store. */
  readonly owner: string;
  readonly leaseMs: number;
  /** Queues every open item of a job. */
  readonly plan: (jobId: string, signal: AbortSignal) => Promise<void>;
  readonly settlement: Settlement;
  /** This process may not work on a job any more: another one drives it. */
  readonly lost: (jobId: string) => void;
}

interface Driven {
  readonly controller: AbortController;
  /** Undefined: nothing is under way for it. */
  step: Promise<void> | undefined;
  /** When to see again whether it is queued. */
  lookAt: number;
}

const jobsPerPage = 100;
const lookEveryMs = 10_000;
const roundsPerLease = 4;

/**
 * Sees to it that every unfinished job of the store is paid for, queued, and settled when it fails, by exactly one
 * process at a time: a lease a job. It looks round a few times per lease, and whenever it is told to.
 */
export class JobDriver {
  readonly #parts: JobDriverParts;
  readonly #driven = new Map<string, Driven>();
  readonly #closing = new AbortController();
  #cancel = () => {};
  #round: Promise<void> | undefined;
  #again = false;

  constructor(parts: JobDriverParts) {
    this.#parts = parts;
  }

  /** There may be something to do. */
  look(): void {
    if (this.#closing.signal.aborted) return;
    if (this.#round !== undefined) {
      this.#again = true;
      return;
    }
    this.#cancel();
    this.#again = false;
    this.#round = this.#lookRound()
      // A store that is out of reach is asked again in the next round.
      .catch(() => {})
      .finally(() => {
        this.#round = undefined;
        if (this.#again) this.look();
        else this.#lookLater();
      });
  }

  /** Gives all jobs back to whoever else drives. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The driver is closed.'));
    this.#cancel();
    for (const { controller } of this.#driven.values()) controller.abort(this.#closing.signal.reason);
    await this.#round;
    await Promise.allSettled([...this.#driven].map(([jobId, { step }]) => this.#giveBack(jobId, step)));
    this.#driven.clear();
  }

  #lookLater(): void {
    if (this.#closing.signal.aborted) return;
    this.#cancel = this.#parts.clock.after(this.#parts.leaseMs / roundsPerLease, () => this.look());
  }

  async #lookRound(): Promise<void> {
    const { signal } = this.#closing;
    const unfinished = new Set<string>();
    let after: string | undefined;
    for (;;) {
      const page = await this.#parts.jobs.unfinished({
        limit: jobsPerPage,
        ...(after === undefined ? {} : { after }),
      });
      if (signal.aborted) return;
      for (const job of page) unfinished.add(job.id);
      await Promise.all(page.map((job) => this.#visit(job)));
      after = page.at(-1)?.id;
      if (page.length < jobsPerPage) break;
    }
    for (const [jobId, { step }] of this.#driven) {
      if (unfinished.has(jobId) || step !== undefined) continue;
      this.#driven.delete(jobId);
      await this.#parts.jobs.releaseLease(jobId, this.#parts.owner);
    }
  }

  async #visit(job: JobRecord): Promise<void> {
    const { clock, owner, leaseMs } = this.#parts;
    const now = Math.floor(clock.now());
    const leased = await this.#parts.jobs.lease(job.id, { owner, now, until: now + leaseMs });
    const known = this.#driven.get(job.id);
    if (!leased) {
      if (known !== undefined) this.#lose(job.id, known);
      return;
    }
    const driven = known ?? { controller: new AbortController(), step: undefined, lookAt: 0 };
    this.#driven.set(job.id, driven);
    const waits = job.failedAt === null && clock.now() < driven.lookAt;
    if (driven.step !== undefined || waits || driven.controller.signal.aborted) return;
    driven.step = this.#step(job, driven)
      // Whatever failed is done in a later round.
      .catch(() => {})
      .finally(() => {
        driven.step = undefined;
      });
  }

  async #step(job: JobRecord, driven: Driven): Promise<void> {
    const { jobs, queue, clock, settlement } = this.#parts;
    const at = Math.floor(clock.now());
    if (job.failedAt !== null) return settlement.settle(job);
    if (job.startedAt === null) {
      if (!(await settlement.isPaid(job))) {
        const { job: failed } = await jobs.fail(job.id, { at });
        return settlement.settle(failed);
      }
      await jobs.start(job.id, { at });
    }
    if ((await queue.count(job.id)) === 0) await this.#parts.plan(job.id, driven.controller.signal);
    driven.lookAt = clock.now() + lookEveryMs;
  }

  #lose(jobId: string, { controller }: Driven): void {
    this.#driven.delete(jobId);
    controller.abort(new Error('Another process drives this job.'));
    if (!this.#parts.queue.shared) this.#parts.lost(jobId);
  }

  async #giveBack(jobId: string, step: Promise<void> | undefined): Promise<void> {
    await step;
    // What is queued here is nobody else's; it would be worked on twice if another process had it by then.
    if (!this.#parts.queue.shared) await this.#parts.queue.drop(jobId);
    await this.#parts.jobs.releaseLease(jobId, this.#parts.owner);
  }
}
