import { egressWaitMs } from '../../src/ports/work-queue.ts';

/** Which egresses the workers of this process have, and had. Times are by the steady reading of the clock. */
export class EgressAttendance {
  /** How many workers have each egress. */
  readonly #workers = new Map<string, number>();
  /** When a worker last had each egress that none has now; or, if none ever had, when a batch first asked for it. */
  readonly #lastHadAt = new Map<string, number>();

  /** The egresses that workers have now. */
  get present(): readonly string[] {
    return [...this.#workers.keys()];
  }

  /** A worker has begun. */
  begin(egresses: ReadonlySet<string>): void {
    for (const egress of egresses) {
      this.#workers.set(egress, (this.#workers.get(egress) ?? 0) + 1);
      this.#lastHadAt.delete(egress);
    }
  }

  /** A worker has ended. */
  end(egresses: ReadonlySet<string>, now: number): void {
    for (const egress of egresses) {
      const others = (this.#workers.get(egress) ?? 0) - 1;
      if (others > 0) this.#workers.set(egress, others);
      else {
        this.#workers.delete(egress);
        this.#lastHadAt.set(egress, now);
      }
    }
  }

  /** A batch asks for an egress. */
  expect(egress: string, now: number): void {
    if (!this.#workers.has(egress) && !this.#lastHadAt.has(egress)) this.#lastHadAt.set(egress, now);
  }

  /** Returns when the batches of an egress go to any worker, unless one with the egress begins before. */
  missedAt(egress: string): number {
    if (this.#workers.has(egress)) return Number.POSITIVE_INFINITY;
    return (this.#lastHadAt.get(egress) ?? Number.NEGATIVE_INFINITY) + egressWaitMs;
  }
}
