import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type {
  AddressItem,
  JobAttempt,
  JobItem,
  JobItemState,
  JobResult,
  NewJob,
  RedactedItem,
} from '../../src/ports/job-store.ts';
import type { ItemProgress } from '../stores/job-rules.ts';

const sliceLength = 1_000;
/** Represents null in the array of times. */
const noTime = -1;

/** The items of one job, by position. Until it has a result, an item needs about thirty bytes besides its texts. */
export class JobItems {
  readonly total: number;
  readonly #kind: NewJob['kind'];
  /** That of all addresses. */
  readonly #level: AddressItem['level'];
  /** One text per address, three per lookup row. */
  readonly #texts: string[];
  readonly #attempts: Uint32Array;
  readonly #retryAt: Float64Array;
  readonly #results: (JobResult | undefined)[];
  /** Of the few items that were put off through one. */
  readonly #egresses = new Map<number, string>();

  private constructor(
    { kind, level }: { kind: NewJob['kind']; level: AddressItem['level'] },
    texts: string[],
    total: number,
  ) {
    this.total = total;
    this.#kind = kind;
    this.#level = level;
    this.#texts = texts;
    this.#attempts = new Uint32Array(total);
    this.#retryAt = new Float64Array(total).fill(noTime);
    this.#results = new Array(total);
  }

  /** Copies the items in slices, and yields to the event loop in between. */
  static async from(kind: NewJob['kind'], items: readonly JobItem[]): Promise<JobItems> {
    const copy = items.slice();
    const texts: string[] = [];
    for (let start = 0; start < copy.length; start += sliceLength) {
      if (start > 0) await yieldToEventLoop();
      for (const item of copy.slice(start, start + sliceLength)) {
        texts.push(...textsOf(item));
      }
    }
    const [first] = copy;
    const level = first !== undefined && 'email' in first ? first.level : undefined;
    return new JobItems({ kind, level }, texts, copy.length);
  }

  /** Returns the current state of an item; undefined if the position does not exist. */
  at(position: number): JobItemState | undefined {
    const attempts = this.#attempts[position];
    if (attempts === undefined) return undefined;
    const egress = this.#egresses.get(position);
    return {
      position,
      item: this.#item(position),
      attempts,
      result: this.#results[position],
      retryAt: this.#dueAt(position),
      ...(egress === undefined ? {} : { egress }),
    };
  }

  isOpen(position: number): boolean {
    return this.#attempts[position] === 0 || this.#retryAt[position] !== noTime;
  }

  /** Returns what decides on the next attempt; undefined if the position does not exist. */
  progressAt(position: number): ItemProgress | undefined {
    const attempts = this.#attempts[position];
    if (attempts === undefined) return undefined;
    return { attempts, retryAt: this.#dueAt(position), status: this.#results[position]?.status };
  }

  /** Returns the earliest time at which an item is due to be tried again; null if none is. */
  nextRetryAt(): number | null {
    let next: number | null = null;
    for (const time of this.#retryAt) if (time !== noTime && (next === null || time < next)) next = time;
    return next;
  }

  /** Writes an attempt that was decided to be recorded. */
  record({ position, attempt, result, retryAt, egress }: JobAttempt): void {
    this.#attempts[position] = attempt;
    this.#retryAt[position] = retryAt ?? noTime;
    this.#results[position] = frozen(result);
    if (egress === undefined) this.#egresses.delete(position);
    else this.#egresses.set(position, egress);
  }

  /** Returns false if the position does not exist. */
  redact({ position, item, result }: RedactedItem): boolean {
    if (position >= this.total) return false;
    const texts = textsOf(item);
    this.#texts.splice(position * texts.length, texts.length, ...texts);
    if (result !== undefined) this.#results[position] = frozen(result);
    return true;
  }

  #dueAt(position: number): number | null {
    const time = this.#retryAt[position];
    return time === undefined || time === noTime ? null : time;
  }

  #item(position: number): JobItem {
    const text = (index: number) => this.#texts[index] ?? '';
    const level = this.#level === undefined ? {} : { level: this.#level };
    if (this.#kind === 'verification') return { email: text(position), ...level };
    const first = 3 * position;
    return { first_name: text(first), last_name: text(first + 1), domain: text(first + 2) };
  }
}

function textsOf(item: JobItem): string[] {
  return 'email' in item ? [item.email] : [item.first_name, item.last_name, item.domain];
}

/** Results are flat. Frozen ones, such as the verdicts of the engine, need no copy. */
function frozen(result: JobResult): JobResult {
  return Object.isFrozen(result) ? result : Object.freeze({ ...result });
}
