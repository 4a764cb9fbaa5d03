import type { JobRecord } from '../ports/job-store.ts';
import type { Batch } from '../ports/work-queue.ts';

/** Large enough that an exchange seldom waits for the next batch, small enough to be repeated after a crash. */
const maxPositions = 250;
/**
 * Where other processes may take part, batches get smaller towards the end of a list: a sixteenth of what is left of it.
 * So processes with egresses of their own, which share the batches of an exchange, end at about the same time.
 */
const minFullPositions = 100;
const partOfTheRest = 16;
/** Attempts that are due within one such span share a batch. The shorter span is for those that are due soon. */
const dueSpanMs = 30_000;
const soonDueSpanMs = 1_000;

/** An item whose next attempt may be made from `dueAt` on. */
export interface DueItem {
  readonly position: number;
  readonly attempt: number;
  readonly dueAt: number;
  /** The egress that was put off at the last attempt. */
  readonly egress?: string | undefined;
}

export interface DueBatch {
  readonly batch: Batch;
  /** 0: at once. */
  readonly dueAt: number;
}

interface OpenBatch {
  readonly exchange: string;
  readonly egress: string | undefined;
  readonly attempt: number;
  readonly dueAt: number;
  readonly positions: number[];
}

/** Sorts the open items of one job into batches by exchange, egress, attempt and time. */
export class BatchBuilder {
  readonly #job: Pick<JobRecord, 'id' | 'account' | 'total'>;
  readonly #isShared: boolean;
  readonly #open = new Map<string, OpenBatch>();
  readonly #full: DueBatch[] = [];

  /** `isShared`: several processes may work on the job. */
  constructor(job: Pick<JobRecord, 'id' | 'account' | 'total'>, { isShared }: { isShared: boolean }) {
    this.#job = job;
    this.#isShared = isShared;
  }

  add(exchange: string, item: DueItem, now: number): void {
    const { position, attempt, egress } = item;
    const dueAt = roundedDueAt(item.dueAt, now);
    const key = `${attempt} ${dueAt} ${egress ?? ''} ${exchange}`;
    let batch = this.#open.get(key);
    if (batch === undefined) {
      batch = { exchange, egress, attempt, dueAt, positions: [] };
      this.#open.set(key, batch);
    }
    batch.positions.push(position);
    if (batch.positions.length >= this.#fullSizeAt(position)) this.#complete(batch);
  }

  #fullSizeAt(position: number): number {
    if (!this.#isShared) return maxPositions;
    const part = Math.ceil((this.#job.total - position) / partOfTheRest);
    return Math.min(maxPositions, Math.max(minFullPositions, part));
  }

  takeFull(): readonly DueBatch[] {
    return this.#full.splice(0);
  }

  /** Takes the batches that are not full, too. */
  takeAll(): readonly DueBatch[] {
    for (const batch of this.#open.values()) if (batch.positions.length > 0) this.#complete(batch);
    return this.takeFull();
  }

  #complete({ exchange, egress, attempt, dueAt, positions }: OpenBatch): void {
    const { id: jobId, account } = this.#job;
    // Items whose DNS answers came late are out of order.
    const ordered = positions.slice().sort((a, b) => a - b);
    const id = batchId({ jobId, attempt, positions: ordered });
    const through = egress === undefined ? {} : { egress };
    this.#full.push({
      batch: { id, account, jobId, exchange, ...through, attempt, positions: ordered },
      dueAt,
    });
    positions.length = 0;
  }
}

/** Returns an id made of the first position: an item is in only one batch of an attempt. */
export function batchId(batch: Pick<Batch, 'jobId' | 'attempt' | 'positions'>): string {
  return `${batch.jobId}:${batch.attempt}:${batch.positions[0] ?? 0}`;
}

/** Rounds up, so that no attempt is early. */
function roundedDueAt(dueAt: number, now: number): number {
  if (dueAt <= now) return 0;
  const spanMs = dueAt - now < dueSpanMs ? soonDueSpanMs : dueSpanMs;
  return Math.ceil(dueAt / spanMs) * spanMs;
}
