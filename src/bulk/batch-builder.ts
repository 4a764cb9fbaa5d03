import type { Batch } from '../ports.ts';
import { batchId } from './batch-run.ts';

/** Large enough that an exchange seldom waits for the next one, small enough to be done again after a crash. */
const positionsPerBatch = 250;
/** Attempts that are due within one such span are made together: a shorter one if it begins soon. */
const dueSpanMs = 30_000;
const soonDueSpanMs = 1_000;

interface Lane {
  readonly exchange: string;
  readonly attempt: number;
  readonly dueAt: number;
  positions: number[];
}

export interface DueBatch {
  readonly batch: Batch;
  readonly dueAt: number;
}

/** Sorts the open items of one job into batches by exchange, attempt and time. */
export class Lanes {
  readonly #jobId: string;
  readonly #lanes = new Map<string, Lane>();
  readonly #full: DueBatch[] = [];

  constructor(jobId: string) {
    this.#jobId = jobId;
  }

  add(exchange: string, item: { position: number; attempt: number; dueAt: number }, now: number): void {
    const { position, attempt } = item;
    const dueAt = dueTogether(item.dueAt, now);
    const key = `${attempt} ${dueAt} ${exchange}`;
    let lane = this.#lanes.get(key);
    if (lane === undefined) {
      lane = { exchange, attempt, dueAt, positions: [] };
      this.#lanes.set(key, lane);
    }
    lane.positions.push(position);
    if (lane.positions.length === positionsPerBatch) this.#cut(lane);
  }

  /** Batches that are full, or, if `all`, whatever there is. */
  take({ all }: { all: boolean }): readonly DueBatch[] {
    if (all) for (const lane of this.#lanes.values()) if (lane.positions.length > 0) this.#cut(lane);
    return this.#full.splice(0);
  }

  #cut({ exchange, attempt, dueAt, positions }: Lane): void {
    const jobId = this.#jobId;
    // Items whose DNS answers came late are out of order.
    const ordered = positions.slice().sort((a, b) => a - b);
    const id = batchId({ jobId, attempt, positions: ordered });
    this.#full.push({ batch: { id, jobId, exchange, attempt, positions: ordered }, dueAt });
    positions.length = 0;
  }
}

/** Never earlier; 0 is at once. */
function dueTogether(dueAt: number, now: number): number {
  if (dueAt <= now) return 0;
  const spanMs = dueAt - now < dueSpanMs ? soonDueSpanMs : dueSpanMs;
  return Math.ceil(dueAt / spanMs) * spanMs;
}
