import { type BoundedMap, boundedMap } from '../bounded-map.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import { runStep } from '../concurrency/steps.ts';
import type { JobRecord } from '../ports/job-store.ts';
import { JobEnded } from './batches/running-work.ts';
import type { BulkContext } from './bulk-context.ts';
import { isFinished } from './job.ts';
import { type JobPlan, planJob } from './job-planning.ts';
import { ensurePaid, failJob, settleFailedJob } from './settlement.ts';

interface DrivenJob {
  readonly controller: AbortController;
  /** Undefined while no step is under way. */
  step: Promise<void> | undefined;
  nextQueueCheckAt: number;
}

const jobsPerPage = 100;
const maxLeft = 10_000;
const queueCheckEveryMs = 10_000;
const visitsPerLease = 4;

/**
 * Makes sure that every unfinished job of the store is paid for, queued, and settled if it fails, by one
 * process at a time: the one that holds the lease of the job. Visits all jobs a few times per lease, and on
 * demand. So each process learns soon that a job has ended in another one, and gives up its work on it.
 */
export class JobDriver {
  readonly #context: BulkContext;
  readonly #driven = new Map<string, DrivenJob>();
  /** Until when each job is left to processes that have the egresses of its items. */
  readonly #leftUntil: BoundedMap<string, number> = boundedMap(maxLeft);
  readonly #closing = new AbortController();
  #cancelNextVisit = () => {};
  #visiting: Promise<void> | undefined;
  #visitAgain = false;

  constructor(context: BulkContext) {
    this.#context = context;
  }

  /** Visits all jobs now, or again if a visit is under way. */
  visit(): void {
    if (this.#closing.signal.aborted) return;
    if (this.#visiting !== undefined) {
      this.#visitAgain = true;
      return;
    }
    this.#cancelNextVisit();
    this.#visitAgain = false;
    this.#context.cleanUpIfDue();
    this.#visiting = this.#visitAll()
      // If the store is out of reach, the next visit tries again.
      .catch(() => {})
      .finally(() => {
        this.#visiting = undefined;
        if (this.#visitAgain) this.visit();
        else this.#visitLater();
      });
  }

  /** Ends what is under way and releases all leases. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The driver is closed.'));
    this.#cancelNextVisit();
    for (const { controller } of this.#driven.values()) controller.abort(this.#closing.signal.reason);
    await this.#visiting;
    await Promise.allSettled([...this.#driven].map(([jobId, { step }]) => this.#release(jobId, step)));
    this.#driven.clear();
  }

  #visitLater(): void {
    if (this.#closing.signal.aborted) return;
    const { clock, options } = this.#context;
    this.#cancelNextVisit = clock.after(options.leaseMs / visitsPerLease, () => this.visit());
  }

  async #visitAll(): Promise<void> {
    const { jobs, owner, running } = this.#context;
    const { signal } = this.#closing;
    const workedOn = running.jobIds;
    const unfinished = new Set<string>();
    let after: string | undefined;
    for (;;) {
      const page = await jobs.unfinished({ limit: jobsPerPage, ...(after === undefined ? {} : { after }) });
      if (signal.aborted) return;
      for (const job of page) unfinished.add(job.id);
      if (page.length > 0) await Promise.all(page.map((job) => this.#visitJob(job)));
      after = page.at(-1)?.id;
      if (page.length < jobsPerPage) break;
    }
    for (const jobId of workedOn) if (!unfinished.has(jobId)) await this.#giveUpIfEnded(jobId);
    for (const [jobId, { step }] of this.#driven) {
      if (unfinished.has(jobId) || step !== undefined) continue;
      this.#driven.delete(jobId);
      // The job may have been deleted.
      await jobs.releaseLease(jobId, owner).catch(() => {});
    }
  }

  async #visitJob(job: JobRecord): Promise<void> {
    const { jobs, clock, owner, options, running } = this.#context;
    if (job.failedAt !== null) running.abort(job.id, new JobEnded());
    if (job.failedAt === null && (this.#leftUntil.get(job.id) ?? 0) > steadyNow(clock)) return;
    const now = Math.floor(clock.now());
    const leased = await jobs.lease(job.id, { owner, now, until: now + options.leaseMs });
    const known = this.#driven.get(job.id);
    if (!leased) {
      if (known !== undefined) this.#stopDriving(job.id, known);
      return;
    }
    const driven = known ?? { controller: new AbortController(), step: undefined, nextQueueCheckAt: 0 };
    this.#driven.set(job.id, driven);
    const waits = job.failedAt === null && steadyNow(clock) < driven.nextQueueCheckAt;
    if (driven.step !== undefined || waits || driven.controller.signal.aborted) return;
    driven.step = this.#takeStep(job, driven)
      // A later visit repeats what failed.
      .catch(() => {})
      .finally(() => {
        driven.step = undefined;
      });
  }

  async #takeStep(job: JobRecord, driven: DrivenJob): Promise<void> {
    const { jobs, queue, clock } = this.#context;
    const at = Math.floor(clock.now());
    if (job.failedAt !== null) return settleFailedJob(job, this.#context);
    if (job.startedAt === null) {
      if (!(await ensurePaid(job, this.#context))) {
        const { job: ended } = await failJob(job.id, { cancelled: false }, this.#context);
        return settleFailedJob(ended, this.#context);
      }
      await jobs.start(job.id, { at });
    }
    if ((await queue.count(job.id)) === 0) {
      const { othersUntil } = await this.#plan(job, driven);
      if (Number.isFinite(othersUntil) && (await queue.count(job.id)) === 0) {
        return this.#leave(job.id, othersUntil - at);
      }
    }
    driven.nextQueueCheckAt = steadyNow(clock) + queueCheckEveryMs;
  }

  async #plan(job: JobRecord, { controller }: DrivenJob): Promise<JobPlan> {
    const planning = this.#context.running.begin(job.id, controller.signal);
    try {
      const { id: jobId, kind, total: items, traceparent = null } = job;
      return await runStep(
        this.#context.telemetry,
        'job',
        () => ({ action: 'plan' as const, jobId, kind, items, traceparent, parent: null }),
        () => planJob(job, this.#context, planning.signal),
      );
    } finally {
      planning.end();
    }
  }

  /** Gives up the work on a job that another process has ended, or deleted. */
  async #giveUpIfEnded(jobId: string): Promise<void> {
    const { jobs, running } = this.#context;
    const job = await jobs.get(jobId);
    if (job === undefined || isFinished(job)) running.abort(jobId, new JobEnded());
  }

  /** Lets a process that has the egresses of the items drive the job, and takes it back if none has by then. */
  async #leave(jobId: string, forMs: number): Promise<void> {
    const { jobs, clock, owner } = this.#context;
    this.#leftUntil.set(jobId, steadyNow(clock) + forMs);
    await jobs.releaseLease(jobId, owner);
    this.#driven.delete(jobId);
  }

  #stopDriving(jobId: string, { controller }: DrivenJob): void {
    this.#driven.delete(jobId);
    controller.abort(new Error('Another process drives this job.'));
    const { queue, running } = this.#context;
    if (queue.shared) return;
    queue.drop(jobId).catch(() => {});
    running.abort(jobId, new Error('Another process works on this job.'));
  }

  async #release(jobId: string, step: Promise<void> | undefined): Promise<void> {
    const { jobs, queue, owner } = this.#context;
    await step;
    // Batches of an own queue would be worked on twice once another process has the job.
    if (!queue.shared) await queue.drop(jobId);
    await jobs.releaseLease(jobId, owner);
  }
}
