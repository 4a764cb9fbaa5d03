import { steadyNow } from '../concurrency/steady-time.ts';
import { runStep } from '../concurrency/steps.ts';
import { type JobShare, shareOfJob } from '../concurrency/work-share.ts';
import type { UnpublishedResults } from '../credits/unpublished-results.ts';
import type { JobAttempt, JobItemState, JobRecord } from '../ports/job-store.ts';
import type { Batch } from '../ports/work-queue.ts';
import type { AttemptPermit } from './adaptive-limiter.ts';
import { attemptItem } from './attempt.ts';
import type { AttemptRecorder } from './attempt-recorder.ts';
import { batchId } from './batches/batch-builder.ts';
import type { BulkContext } from './bulk-context.ts';
import { itemsAt } from './items/item-pages.ts';
import { domainOfItem } from './items/item-subject.ts';
import { isFinished, stepKindOf } from './job.ts';

/**
 * Items of one batch that are attempted at once for each connection that its exchange allows: enough to fill
 * the sessions.
 */
const itemsPerConnection = 12;
const minItemsAtOnce = 24;
/**
 * Items that are to be tried again wait this long for the other ones of their batch, and for attempts that
 * have begun. With slow servers a batch may take half an hour.
 */
const longestRetryWaitMs = 300_000;
/**
 * Items that wait for a mail server are looked at again after this time, although it may be left alone for a
 * day: a job that makes no progress must end meanwhile.
 */
const longestLookMs = 3_600_000;

interface BatchListeners {
  /** Called after each attempt. */
  readonly onAttempted: () => void;
  /** Called, perhaps again, once the last item is being attempted, or the others are left to another batch. */
  readonly onAllBegun: () => void;
}

interface Retry {
  readonly position: number;
  readonly retryAt: number;
  readonly egress: string | undefined;
  /** Its attempt was recorded before this run began: the next one may be queued already. */
  readonly wasRecorded: boolean;
}

/**
 * Works on a batch: attempts the items that are due, records each result, queues what is to be tried again. May be
 * repeated any number of times and by several processes: what was recorded before is left alone.
 */
export class BatchRun {
  readonly #batch: Batch;
  readonly #context: BulkContext;
  readonly #recorder: AttemptRecorder;
  readonly #listeners: BatchListeners;
  readonly #retries: Retry[] = [];
  /** Since when an item waits to be tried again, of those known here. */
  #retryWaitsSince: number | undefined;
  readonly #writes: Promise<void>[] = [];
  /** Positions of the items that are due and have not been attempted here, or were blocked. */
  readonly #open = new Set<number>();
  /** An exchange has blocked us in some attempt. */
  #wasBlocked = false;
  /** The job has failed, or the store does not record: the other items are not attempted. */
  #stopped = false;
  /** When the first item that was not asked about, because its mail server is left alone, may be. */
  #notAskedUntil: number | undefined;
  /** The egress of another process to which the open items are left. */
  #leftTo: string | undefined;
  /** The egresses of other processes to which items may be left, by the domain that blocks all egresses of this one. */
  readonly #otherEgresses = new Map<string, Promise<string | undefined>>();

  constructor(
    batch: Batch,
    context: BulkContext,
    recorder: AttemptRecorder,
    listeners: BatchListeners = { onAttempted: () => {}, onAllBegun: () => {} },
  ) {
    this.#batch = batch;
    this.#context = context;
    this.#recorder = recorder;
    this.#listeners = listeners;
  }

  /**
   * Returns true if items wait for a mail server that is left alone. Rejects if an attempt or a store fails,
   * or with the signal's reason. Recorded results are kept.
   */
  async run(signal: AbortSignal): Promise<boolean> {
    const { jobs, telemetry } = this.#context;
    const { jobId, attempt, positions } = this.#batch;
    const job = await jobs.get(jobId);
    if (job === undefined || isFinished(job)) return false;
    const { traceparent = null } = job;
    return runStep(
      telemetry,
      'batch',
      () => ({ jobId, attempt, items: positions.length, traceparent, parent: null }),
      () => this.#work(job, signal),
    );
  }

  async #work(job: JobRecord, signal: AbortSignal): Promise<boolean> {
    const { jobs } = this.#context;
    const states = await itemsAt(jobs, job.id, this.#batch.positions);
    for (const { position, attempts, retryAt, egress } of states) {
      // Recorded by a run that ended before it could queue the next attempt.
      if (attempts === this.#batch.attempt && retryAt !== null)
        this.#addRetry({ position, retryAt, egress, wasRecorded: true }, this.#waitedMs(retryAt));
    }
    const due = states.filter((state) => this.#isDue(state));
    for (const { position } of due) this.#open.add(position);
    const attempted = await this.#attemptAll(due, job, signal);
    const written = await Promise.allSettled(this.#writes);
    // Everything has ended before the batch is handed back.
    for (const outcome of [...attempted, ...written]) if (outcome.status === 'rejected') throw outcome.reason;
    if (this.#stopped) return false;
    // Another process may have the job by now, and queues what is to be tried again.
    signal.throwIfAborted();
    await this.#queueRetries();
    signal.throwIfAborted();
    // Only then: another run of this batch takes what the other batch has recorded for its own, and would
    // queue it twice.
    if (this.#leftTo !== undefined)
      await this.#leave({ id: `${this.#batch.id}@${this.#leftTo}`, egress: this.#leftTo });
    else if (this.#open.size > 0) await this.#leave({ id: nextRestId(this.#batch.id) });
    return this.#leftTo === undefined && this.#notAskedUntil !== undefined && this.#open.size > 0;
  }

  /**
   * Queues the open items, for an egress of another process if one is named, and no others: those that are to
   * be tried again are queued here.
   */
  async #leave(changes: Pick<Batch, 'id' | 'egress'>): Promise<void> {
    const { queue, clock } = this.#context;
    const openedAt = this.#leftTo === undefined ? (this.#notAskedUntil ?? 0) : 0;
    const dueAt = Math.min(openedAt, Math.ceil(clock.now()) + longestLookMs);
    await queue.put([{ ...this.#batch, ...changes, positions: [...this.#open] }], { dueAt });
  }

  #isDue({ attempts, result, retryAt }: JobItemState): boolean {
    return attempts === this.#batch.attempt - 1 && (result === undefined || retryAt !== null);
  }

  #attemptAll(
    due: readonly JobItemState[],
    job: JobRecord,
    signal: AbortSignal,
  ): Promise<PromiseSettledResult<void>[]> {
    const { windows, limiter, loopSteps } = this.#context;
    const share = shareOfJob(job);
    const kind = stepKindOf(job);
    const window = windows.open(this.#batch);
    const permits = limiter.startBatch(share);
    const next = due[Symbol.iterator]();
    const last = due.at(-1);
    const slots: Promise<void>[] = [];
    const work = async () => {
      const room = await window.enter(signal);
      let permit: AttemptPermit | undefined;
      try {
        for (const state of next) {
          if (this.#stopped || this.#leftTo !== undefined) return;
          if (this.#isRetryKeptWaiting()) return this.#listeners.onAllBegun();
          signal.throwIfAborted();
          if (permit !== undefined && permits.mustYield()) {
            permit.release();
            permit = undefined;
          }
          permit ??= await permits.acquire(signal);
          // Attempts that ask nobody follow one another without a pause.
          const turn = loopSteps.next(share.account, kind);
          if (turn !== undefined) await turn;
          if (this.#stopped) return;
          if (state === last) this.#listeners.onAllBegun();
          await this.#attempt(state, job, { signal, share });
          permit.reportProgress();
          addSlots();
        }
      } finally {
        permit?.release();
        room.leave();
      }
    };
    // The exchange may come to bear more connections while the batch is worked on.
    const addSlots = () => {
      const itemsAtOnce = this.#itemsAtOnce;
      window.resize(itemsAtOnce);
      while (slots.length < Math.min(itemsAtOnce, due.length)) {
        const slot = work();
        // It may fail before anybody waits for it.
        slot.catch(() => {});
        slots.push(slot);
      }
    };
    addSlots();
    return settleAll(slots).finally(() => {
      permits.end();
      window.close();
    });
  }

  #addRetry(retry: Retry, waitedMs = 0): void {
    this.#retries.push(retry);
    const since = steadyNow(this.#context.clock) - waitedMs;
    this.#retryWaitsSince = Math.min(since, this.#retryWaitsSince ?? since);
  }

  /** Returns for how long an item has waited since its attempt in an earlier run. */
  #waitedMs(retryAt: number): number {
    const { retries, clock } = this.#context;
    return Math.max(0, (retries.retryAt(this.#batch.attempt, clock.now()) ?? retryAt) - retryAt);
  }

  /**
   * Whether an item that is to be tried again would wait too long for what has not begun: all are due with
   * the last one.
   */
  #isRetryKeptWaiting(): boolean {
    const since = this.#retryWaitsSince;
    return since !== undefined && steadyNow(this.#context.clock) - since >= longestRetryWaitMs;
  }

  get #itemsAtOnce(): number {
    const connections = this.#context.connectionsAt(this.#batch.exchange);
    return Math.max(minItemsAtOnce, itemsPerConnection * connections);
  }

  async #attempt(
    state: JobItemState,
    job: JobRecord,
    limits: { readonly signal: AbortSignal; readonly share: JobShare },
  ): Promise<void> {
    const { position } = state;
    const { attempt } = this.#batch;
    const outcome = await attemptItem(state, job, this.#context, limits);
    const blocked = outcome.kind === 'attempted' ? outcome.blocked : outcome.isBlocked;
    if (blocked) this.#leftTo ??= await this.#findOtherEgress(domainOfItem(state.item));
    if (blocked && this.#leftTo !== undefined) return;
    if (outcome.kind === 'not-asked') {
      const until = Math.ceil(outcome.until);
      this.#notAskedUntil = Math.min(until, this.#notAskedUntil ?? until);
      return;
    }
    const { result, conclusive, egress, unpublished } = outcome;
    this.#wasBlocked ||= blocked;
    this.#open.delete(position);
    this.#listeners.onAttempted();
    const { retries, clock } = this.#context;
    const retryAt = conclusive ? null : retries.retryAt(attempt, clock.now());
    // The batch waits for the write, but the next item does not.
    const through = retryAt === null || egress === undefined ? {} : { egress };
    const written = this.#record({ position, attempt, result, retryAt, ...through }, unpublished);
    written.catch(() => {});
    this.#writes.push(written);
  }

  /** Asks the store once a domain: a block concerns all of its items. */
  #findOtherEgress(domain: string): Promise<string | undefined> {
    const { blockedBatches } = this.#context;
    const known = this.#otherEgresses.get(domain) ?? blockedBatches.findOtherEgress(this.#batch, domain);
    this.#otherEgresses.set(domain, known);
    return known;
  }

  /** Records a result, and publishes it then: one that is not recorded is refunded, so nobody may reuse it. */
  async #record(attempt: JobAttempt, unpublished: UnpublishedResults): Promise<void> {
    const { position, retryAt, egress } = attempt;
    try {
      const { recorded, job } = await this.#recorder.record(this.#batch.jobId, attempt);
      if (job.failedAt !== null) this.#stopped = true;
      if (!recorded) return;
      if (retryAt !== null) this.#addRetry({ position, retryAt, egress, wasRecorded: false });
      await unpublished.publishAll();
    } catch (error) {
      this.#stopped = true;
      throw error;
    }
  }

  /**
   * Queues a batch for each egress, due with the last of all items, and not before some egress may ask: a
   * late attempt does no harm, an early one is wasted. Items that an earlier run may have queued get batches
   * of their own: the queue ignores a batch that waits already, with all of its items.
   */
  async #queueRetries(): Promise<void> {
    const { account, jobId, exchange, attempt } = this.#batch;
    const { queue, retries, clock, blockedBatches } = this.#context;
    if (this.#retries.length === 0) return;
    const blockedUntil = this.#wasBlocked ? await blockedBatches.blockedUntil(this.#batch) : 0;
    const latest = this.#retries.reduce((later, { retryAt }) => Math.max(later, retryAt), 0);
    const dueAt = Math.max(retries.dueAt(attempt, latest, clock.now()), blockedUntil);
    const batches = [true, false].flatMap((wasRecorded) =>
      Array.from(
        positionsByEgress(this.#retries.filter((retry) => retry.wasRecorded === wasRecorded)),
        ([egress, positions]): Batch => {
          const id = batchId({ jobId, attempt: attempt + 1, positions });
          const through = egress === undefined ? {} : { egress };
          return { id, account, jobId, exchange, ...through, attempt: attempt + 1, positions };
        },
      ),
    );
    await queue.put(batches, { dueAt });
  }
}

function positionsByEgress(retries: readonly Retry[]): ReadonlyMap<string | undefined, readonly number[]> {
  const byEgress = new Map<string | undefined, number[]>();
  for (const { position, egress } of [...retries].sort((a, b) => a.position - b.position)) {
    const positions = byEgress.get(egress);
    if (positions === undefined) byEgress.set(egress, [position]);
    else positions.push(position);
  }
  return byEgress;
}

/** Returns an id for what is left of a batch, which must not be that of the batch itself. */
function nextRestId(id: string): string {
  const [, batch = id, number = '0'] = /^(.*)\/rest-(\d+)$/.exec(id) ?? [];
  return `${batch}/rest-${Number(number) + 1}`;
}

/** Waits for all slots, also those that are added while it waits. */
async function settleAll(slots: readonly Promise<void>[]): Promise<PromiseSettledResult<void>[]> {
  for (;;) {
    const outcomes = await Promise.allSettled(slots);
    if (outcomes.length === slots.length) return outcomes;
  }
}
