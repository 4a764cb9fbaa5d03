import { yieldRegularly } from '../concurrency/event-loop-yield.ts';
import type { Clock, JobItem, JobItemState, JobStore, WorkQueue } from '../ports.ts';
import { type DueBatch, Lanes } from './batch-builder.ts';

export interface PlanningParts {
  readonly jobs: JobStore;
  readonly queue: WorkQueue;
  readonly clock: Clock;
  /** What tells items of one exchange from others without asking anybody: the domain. */
  readonly domainOf: (item: JobItem) => string;
  /** The name of the lane for a domain. Rejects only with the signal's reason. */
  readonly exchangeOf: (domain: string, signal: AbortSignal) => Promise<string>;
}

interface Placed {
  readonly position: number;
  readonly attempt: number;
  readonly dueAt: number;
}

const itemsPerPage = 1_000;
const domainsAtOnce = 100;
/** Work begins before the last domain is resolved. */
const putEveryMs = 1_000;

/** Queues every open item of a job, by exchange. Rejects with the signal's reason, or where a store fails. */
export async function plan(jobId: string, parts: PlanningParts, signal: AbortSignal): Promise<void> {
  await new Planning(jobId, parts, signal).run();
}

class Planning {
  readonly #jobId: string;
  readonly #parts: PlanningParts;
  readonly #signal: AbortSignal;
  readonly #lanes: Lanes;
  readonly #exchanges = new Map<string, string>();
  readonly #waiting = new Map<string, Placed[]>();
  readonly #resolving = new Set<Promise<void>>();
  #putAt: number;

  constructor(jobId: string, parts: PlanningParts, signal: AbortSignal) {
    this.#jobId = jobId;
    this.#parts = parts;
    this.#signal = signal;
    this.#lanes = new Lanes(jobId);
    this.#putAt = parts.clock.now();
  }

  async run(): Promise<void> {
    const yieldIfDue = yieldRegularly(this.#parts.clock, this.#signal);
    try {
      for await (const page of this.#openItems()) {
        for (const state of page) {
          this.#place(state);
          const pause = yieldIfDue();
          if (pause !== undefined) await pause;
          while (this.#resolving.size >= domainsAtOnce) await Promise.race(this.#resolving);
        }
        await this.#put();
      }
      while (this.#resolving.size > 0) {
        await Promise.race(this.#resolving);
        await this.#put();
      }
      await this.#putBatches(this.#lanes.take({ all: true }));
    } finally {
      await Promise.allSettled(this.#resolving);
    }
  }

  async *#openItems(): AsyncGenerator<readonly JobItemState[]> {
    let afterPosition = -1;
    for (;;) {
      this.#signal.throwIfAborted();
      const page = await this.#parts.jobs.openItems(this.#jobId, { afterPosition, limit: itemsPerPage });
      yield page;
      const last = page.at(-1);
      if (last === undefined || page.length < itemsPerPage) return;
      afterPosition = last.position;
    }
  }

  #place({ position, item, attempts, retryAt }: JobItemState): void {
    const placed: Placed = { position, attempt: attempts + 1, dueAt: retryAt ?? 0 };
    const domain = this.#parts.domainOf(item);
    const exchange = domain === '' ? '' : this.#exchanges.get(domain);
    if (exchange !== undefined) {
      this.#addToLane(exchange, placed);
      return;
    }
    const waiting = this.#waiting.get(domain);
    if (waiting !== undefined) waiting.push(placed);
    else {
      this.#waiting.set(domain, [placed]);
      this.#resolve(domain);
    }
  }

  #addToLane(exchange: string, placed: Placed): void {
    this.#lanes.add(exchange, placed, this.#parts.clock.now());
  }

  #resolve(domain: string): void {
    const resolving = this.#parts.exchangeOf(domain, this.#signal).then((exchange) => {
      this.#exchanges.set(domain, exchange);
      for (const placed of this.#waiting.get(domain) ?? []) this.#addToLane(exchange, placed);
      this.#waiting.delete(domain);
    });
    this.#resolving.add(resolving);
    const done = () => this.#resolving.delete(resolving);
    resolving.then(done, done);
  }

  async #put(): Promise<void> {
    const now = this.#parts.clock.now();
    const all = now - this.#putAt >= putEveryMs;
    if (all) this.#putAt = now;
    await this.#putBatches(this.#lanes.take({ all }));
  }

  async #putBatches(batches: readonly DueBatch[]): Promise<void> {
    const byTime = new Map<number, DueBatch['batch'][]>();
    for (const { batch, dueAt } of batches) {
      const together = byTime.get(dueAt);
      if (together === undefined) byTime.set(dueAt, [batch]);
      else together.push(batch);
    }
    for (const [dueAt, together] of byTime) await this.#parts.queue.put(together, { dueAt });
  }
}
