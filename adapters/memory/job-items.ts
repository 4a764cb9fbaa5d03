import { setImmediate as nextTurn } from 'node:timers/promises';
import type { JobAttempt, JobItem, JobItemState, JobResult, NewJob } from '../../src/ports.ts';
import { type CounterChange, decideAttempt, isSafe } from '../stores/job-rules.ts';

const sliceLength = 1_000;
/** Stands for null among the times. */
const noTime = -1;

/** The items of one job, by position: beside their texts some thirty bytes each, until there are results. */
export class JobItems {
  readonly total: number;
  readonly #kind: NewJob['kind'];
  /** One text an address, three a row. */
  readonly #texts: readonly string[];
  readonly #attempts: Uint32Array;
  readonly #retryAt: Float64Array;
  readonly #results: (JobResult | undefined)[];

  private constructor(kind: NewJob['kind'], texts: readonly string[], total: number) {
    this.total = total;
    this.#kind = kind;
    this.#texts = texts;
    this.#attempts = new Uint32Array(total);
    this.#retryAt = new Float64Array(total).fill(noTime);
    this.#results = new Array(total);
  }

  /** Takes the items in slices, between which the event loop turns. */
  static async of(kind: NewJob['kind'], items: readonly JobItem[]): Promise<JobItems> {
    const given = items.slice();
    const texts: string[] = [];
    for (let from = 0; from < given.length; from += sliceLength) {
      if (from > 0) await nextTurn();
      for (const item of given.slice(from, from + sliceLength)) {
        if ('email' in item) texts.push(item.email);
        else texts.push(item.first_name, item.last_name, item.domain);
      }
    }
    return new JobItems(kind, texts, given.length);
  }

  /** The item as it stands; undefined where the position is not there. */
  at(position: number): JobItemState | undefined {
    const attempts = this.#attempts[position];
    if (attempts === undefined) return undefined;
    return {
      position,
      item: this.#item(position),
      attempts,
      result: this.#results[position],
      retryAt: this.#dueAt(position),
    };
  }

  isOpen(position: number): boolean {
    return this.#attempts[position] === 0 || this.#retryAt[position] !== noTime;
  }

  /** What the attempt adds to the counters; undefined if it was left out. */
  record({ position, attempt, result, retryAt }: JobAttempt): CounterChange | undefined {
    const attempts = this.#attempts[position];
    if (attempts === undefined) return undefined;
    const last = this.#results[position];
    const progress = {
      attempts,
      retryAt: this.#dueAt(position),
      safe: last !== undefined && isSafe(last),
    };
    const change = decideAttempt(progress, { attempt, result, retryAt });
    if (change === undefined) return undefined;
    this.#attempts[position] = attempt;
    this.#retryAt[position] = retryAt ?? noTime;
    this.#results[position] = unchanging(result);
    return change;
  }

  #dueAt(position: number): number | null {
    const time = this.#retryAt[position];
    return time === undefined || time === noTime ? null : time;
  }

  #item(position: number): JobItem {
    const text = (index: number) => this.#texts[index] ?? '';
    if (this.#kind === 'verification') return { email: text(position) };
    const first = 3 * position;
    return { first_name: text(first), last_name: text(first + 1), domain: text(first + 2) };
  }
}

/** Results are flat. A frozen one, as verdicts of the engine are, is shared and not copied. */
function unchanging(result: JobResult): JobResult {
  return Object.isFrozen(result) ? result : Object.freeze({ ...result });
}
