import { steadyNow } from '../concurrency/steady-time.ts';
import { shareOfJob, type WorkShare } from '../concurrency/work-share.ts';
import type { JobItemState, JobRecord } from '../ports/job-store.ts';
import { type Batch, egressWaitMs } from '../ports/work-queue.ts';
import { BatchBuilder, type DueBatch, type DueItem } from './batches/batch-builder.ts';
import type { BulkContext } from './bulk-context.ts';
import { openItemPages } from './items/item-pages.ts';
import { domainOfItem } from './items/item-subject.ts';
import { stepKindOf } from './job.ts';

const itemsPerPage = 1_000;
const maxDomainsAtOnce = 100;
/** Batches that are not full are queued this often, so that work begins before the last domain is resolved. */
const queueAllEveryMs = 1_000;

/** What planning a job has left to other processes. */
export interface JobPlan {
  /** When the first of the items that wait for an egress of another process may be planned here. Infinity: none waits. */
  readonly othersUntil: number;
}

/**
 * Queues every open item of a job, by exchange and egress. If the queue is not shared, items that were put off through
 * an egress of another process are left to that until they have been due for 30 minutes. Rejects with the signal's
 * reason, or if a store fails.
 */
export async function planJob(job: JobRecord, context: BulkContext, signal: AbortSignal): Promise<JobPlan> {
  const planning = new JobPlanning(job, context, signal);
  await planning.run();
  return planning;
}

class JobPlanning {
  readonly #job: JobRecord;
  readonly #share: WorkShare;
  readonly #context: BulkContext;
  readonly #signal: AbortSignal;
  readonly #builder: BatchBuilder;
  readonly #exchangeOfDomain = new Map<string, string>();
  /** Items by domain, while the exchange of the domain is being resolved. */
  readonly #unresolved = new Map<string, DueItem[]>();
  readonly #resolving = new Set<Promise<void>>();
  #queuedAllAt: number;
  othersUntil = Number.POSITIVE_INFINITY;

  constructor(job: JobRecord, context: BulkContext, signal: AbortSignal) {
    this.#job = job;
    this.#share = shareOfJob(job);
    this.#context = context;
    this.#signal = signal;
    this.#builder = new BatchBuilder(job, {
      isShared: context.queue.shared,
      itemCount: job.total - job.processed + job.retrying,
    });
    this.#queuedAllAt = steadyNow(context.clock);
  }

  async run(): Promise<void> {
    this.#signal.throwIfAborted();
    const { account } = this.#job;
    const kind = stepKindOf(this.#job);
    try {
      for await (const page of openItemPages(this.#context.jobs, this.#job, { limit: itemsPerPage })) {
        for (const state of page) {
          this.#assign(state);
          const pause = this.#context.loopSteps.next(account, kind);
          if (pause !== undefined) await pause;
          while (this.#resolving.size >= maxDomainsAtOnce) await Promise.race(this.#resolving);
        }
        await this.#queueReady();
        this.#signal.throwIfAborted();
      }
      while (this.#resolving.size > 0) {
        await Promise.race(this.#resolving);
        await this.#queueReady();
      }
      await this.#queue(this.#builder.takeAll());
    } finally {
      await Promise.allSettled(this.#resolving);
    }
  }

  #assign({ position, item, attempts, retryAt, egress }: JobItemState): void {
    const { retries, clock } = this.#context;
    const dueAt = retryAt === null ? 0 : retries.dueAt(attempts, retryAt, clock.now());
    const isOurs = egress === undefined || this.#mayPlan(egress);
    if (!isOurs && dueAt + egressWaitMs > clock.now()) {
      this.othersUntil = Math.min(this.othersUntil, dueAt + egressWaitMs);
      return;
    }
    // Below `smtp`, no exchange is asked.
    const domain = 'email' in item && item.level !== undefined ? '' : domainOfItem(item);
    const through = isOurs ? egress : undefined;
    const due: DueItem = { position, domain, attempt: attempts + 1, dueAt, egress: through };
    const exchange = domain === '' ? '' : this.#exchangeOfDomain.get(domain);
    if (exchange !== undefined) {
      this.#addToBatch(exchange, due);
      return;
    }
    const unresolved = this.#unresolved.get(domain);
    if (unresolved !== undefined) unresolved.push(due);
    else {
      this.#unresolved.set(domain, [due]);
      this.#resolve(domain);
    }
  }

  /** A shared queue knows by itself which process has the egress. */
  #mayPlan(egress: string): boolean {
    const { queue, egresses } = this.#context;
    return queue.shared || egresses.includes(egress);
  }

  #addToBatch(exchange: string, item: DueItem): void {
    this.#builder.add(exchange, item, this.#context.clock.now());
  }

  #resolve(domain: string): void {
    const resolving = this.#context
      .exchangeOf(domain, { signal: this.#signal, share: this.#share })
      .then((exchange) => {
        this.#exchangeOfDomain.set(domain, exchange);
        for (const item of this.#unresolved.get(domain) ?? []) this.#addToBatch(exchange, item);
      });
    this.#resolving.add(resolving);
    const done = () => {
      this.#resolving.delete(resolving);
      this.#unresolved.delete(domain);
    };
    resolving.then(done, done);
  }

  async #queueReady(): Promise<void> {
    const now = steadyNow(this.#context.clock);
    if (now - this.#queuedAllAt < queueAllEveryMs) return this.#queue(this.#builder.takeFull());
    this.#queuedAllAt = now;
    await this.#queue(this.#builder.takeAll());
  }

  async #queue(batches: readonly DueBatch[]): Promise<void> {
    const byTime = new Map<number, Batch[]>();
    for (const { batch, dueAt } of batches) {
      const together = byTime.get(dueAt);
      if (together === undefined) byTime.set(dueAt, [batch]);
      else together.push(batch);
    }
    for (const [dueAt, together] of byTime) await this.#context.queue.put(together, { dueAt });
  }
}
