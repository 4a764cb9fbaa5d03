import type { Cache } from '../ports/cache.ts';
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';

/** What is added to a count, or subtracted from it if negative: an integer. */
export interface CounterChange {
  readonly name: string;
  readonly by: number;
}

/** A deduplication record to be set, and the value that it must have before: undefined if there must be none. */
export interface DeduplicationRecord {
  readonly key: string;
  readonly expected: string | undefined;
  readonly value: string;
  readonly expiresAt: number;
}

/** How often something was counted: at least 1. */
export interface CounterCount {
  readonly name: string;
  readonly count: number;
}

interface CounterPorts {
  readonly cache: Cache;
  readonly clock: Clock;
  readonly random: Pick<Random, 'uuid'>;
}

interface StoredCounter {
  readonly counts: ReadonlyMap<string, number>;
  /** The changes of records that are still to be made, by the ids that their records give them. */
  readonly open: readonly string[];
}

type Step = (stored: StoredCounter) => StoredCounter;

interface WaitingStep {
  readonly step: Step;
  readonly resolve: () => void;
  readonly reject: (cause: unknown) => void;
}

interface StoredRecord {
  readonly value: string;
  /** What may still have to be added to the counts: what is open there. */
  readonly due?: DueChanges;
}

interface DueChanges {
  readonly id: string;
  readonly changes: readonly CounterChange[];
  readonly maxBytes: number;
}

/** Counts are kept for this long after the last change of them. */
const lastingMs = 3_650 * 86_400_000;
/** Of more, the oldest are dropped: their processes are taken to have died before they set their records. */
const mostOpen = 2_000;
const bytesBesideName = 32;

/**
 * Counts things by name, in the cache of the stores. A counter is a set of counts that many callers add to: one entry,
 * replaced if unchanged. It is bounded in bytes, because others may choose the names: a count takes the UTF-8 bytes of its
 * name, and 32.
 *
 * A counter also has deduplication records, texts by key, which say what counts already: entries of their own, which
 * expire. What is counted with one is opened in the counter, then the record is set and names it, then it is added and is
 * open no more: so it is added once, by the process that set the record or, if that has died, by whoever reads it next.
 *
 * What the cache loses counts no more, or once more. All methods reject with `storage_unavailable`.
 */
export class Counters {
  readonly #ports: CounterPorts;
  /** By counter, while one is written. */
  readonly #waiting = new Map<string, WaitingStep[]>();

  constructor(ports: CounterPorts) {
    this.#ports = ports;
  }

  /**
   * Adds all changes to the counts of a counter, in one step. A count that falls to 0 or below is removed. If the counts
   * take more than `maxBytes` then, a number is subtracted from all of them: the least one by which so many fall to 0 that
   * the others fit (Misra and Gries, 1982). So one that is counted often enough stays, and a new one has the chance to.
   */
  async add(
    counter: string,
    changes: readonly CounterChange[],
    { maxBytes }: { readonly maxBytes: number },
  ): Promise<void> {
    await this.#change(counter, adding(changes, maxBytes));
  }

  /**
   * Sets a record of the counter and makes all changes as `add` does, perhaps none, if the record has the value `expected`
   * (does not exist, if that is undefined). Otherwise changes nothing. Returns whether it did: of all that replace the same
   * record, the first one does. If the process dies meanwhile, either nothing was changed, or the next call that reads the
   * record makes the changes.
   */
  async addOnce(
    counter: string,
    changes: readonly CounterChange[],
    { maxBytes, record }: { readonly maxBytes: number; readonly record: DeduplicationRecord },
  ): Promise<boolean> {
    const { key, expected, value, expiresAt } = record;
    const found = await this.#readRecord(counter, key);
    if (found?.record.value !== expected) return false;
    const settled: StoredRecord = { value };
    const setRecord = (stored: StoredRecord, before: string | undefined) =>
      this.#ports.cache.replace(recordKey(counter, key), before, {
        value: JSON.stringify(stored),
        expiresAt,
      });
    if (changes.length === 0) return setRecord(settled, found?.text);
    const due = { id: this.#ports.random.uuid(), changes, maxBytes };
    await this.#change(counter, opening(due.id));
    if (!(await setRecord({ value, due }, found?.text))) {
      await this.#change(counter, closing(due.id));
      return false;
    }
    await this.#change(counter, addingOpen(due));
    await setRecord(settled, JSON.stringify({ value, due }));
    return true;
  }

  /** Returns the value of a record, or undefined if there is none or it has expired. */
  async readRecord(counter: string, key: string): Promise<string | undefined> {
    return (await this.#readRecord(counter, key))?.record.value;
  }

  /** Removes a record, if there is one. What was counted with it stays. */
  async removeRecord(counter: string, key: string): Promise<void> {
    if ((await this.#readRecord(counter, key)) === undefined) return;
    await this.#ports.cache.set(recordKey(counter, key), { value: '', expiresAt: 0 });
  }

  /** Returns all counts of a counter, in no particular order. None if nothing was ever counted. */
  async read(counter: string): Promise<readonly CounterCount[]> {
    const { counts } = storedCounterOf((await this.#ports.cache.get(countsKey(counter)))?.value);
    return [...counts].map(([name, count]) => ({ name, count }));
  }

  /** Removes all counts of a counter, and of no other. Its records stay. */
  async clear(counter: string): Promise<void> {
    await this.#ports.cache.set(countsKey(counter), { value: '', expiresAt: 0 });
  }

  async #readRecord(
    counter: string,
    key: string,
  ): Promise<{ readonly text: string; readonly record: StoredRecord } | undefined> {
    for (;;) {
      const found = await this.#ports.cache.get(recordKey(counter, key));
      if (found === undefined) return undefined;
      const { value: text, expiresAt } = found;
      const record: StoredRecord = JSON.parse(text);
      if (record.due === undefined) return { text, record };
      await this.#change(counter, addingOpen(record.due));
      const settled = JSON.stringify({ value: record.value });
      await this.#ports.cache.replace(recordKey(counter, key), text, { value: settled, expiresAt });
    }
  }

  /** Steps that come while others are written are made together after them. */
  #change(counter: string, step: Step): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = { step, resolve, reject };
      const others = this.#waiting.get(counter);
      if (others !== undefined) others.push(waiting);
      else void this.#makeAll(counter, [waiting]);
    });
  }

  async #makeAll(counter: string, first: readonly WaitingStep[]): Promise<void> {
    for (let due = first; due.length > 0; due = this.#waiting.get(counter) ?? []) {
      this.#waiting.set(counter, []);
      try {
        await this.#make(
          counter,
          due.map(({ step }) => step),
        );
        for (const { resolve } of due) resolve();
      } catch (cause) {
        for (const { reject } of due) reject(cause);
      }
    }
    this.#waiting.delete(counter);
  }

  async #make(counter: string, steps: readonly Step[]): Promise<void> {
    const key = countsKey(counter);
    for (;;) {
      const text = (await this.#ports.cache.get(key))?.value;
      const before = storedCounterOf(text);
      const after = steps.reduce((stored, step) => step(stored), before);
      if (after === before) return;
      const isEmpty = after.counts.size === 0 && after.open.length === 0;
      const value = JSON.stringify({ counts: [...after.counts], open: after.open });
      const expiresAt = isEmpty ? 0 : this.#ports.clock.now() + lastingMs;
      if (await this.#ports.cache.replace(key, text, { value, expiresAt })) return;
    }
  }
}

function adding(changes: readonly CounterChange[], maxBytes: number): Step {
  return (stored) => ({ ...stored, counts: countsAfter(stored.counts, changes, maxBytes) });
}

function opening(id: string): Step {
  return (stored) => ({ ...stored, open: [...stored.open, id].slice(-mostOpen) });
}

function closing(id: string): Step {
  return (stored) => ({ ...stored, open: stored.open.filter((each) => each !== id) });
}

/** Adds what is open, and nothing else: it was added already. */
function addingOpen({ id, changes, maxBytes }: DueChanges): Step {
  return (stored) => (stored.open.includes(id) ? closing(id)(adding(changes, maxBytes)(stored)) : stored);
}

function countsAfter(
  before: ReadonlyMap<string, number>,
  changes: readonly CounterChange[],
  maxBytes: number,
): ReadonlyMap<string, number> {
  const counts = new Map(before);
  for (const { name, by } of changes) counts.set(name, (counts.get(name) ?? 0) + by);
  for (const [name, count] of counts) if (count <= 0) counts.delete(name);
  const excess = excessOf(counts, maxBytes);
  if (excess === 0) return counts;
  return new Map([...counts].flatMap(([name, count]) => (count > excess ? [[name, count - excess]] : [])));
}

/** Returns what must be subtracted from all counts so that those above 0 fit into `maxBytes`: 0 if they do. */
function excessOf(counts: ReadonlyMap<string, number>, maxBytes: number): number {
  const encoder = new TextEncoder();
  const bytesOf = (name: string) => encoder.encode(name).length + bytesBesideName;
  let bytes = 0;
  for (const name of counts.keys()) bytes += bytesOf(name);
  if (bytes <= maxBytes) return 0;
  let excess = 0;
  for (const [name, count] of [...counts].sort(([, one], [, other]) => one - other)) {
    if (bytes <= maxBytes && count > excess) break;
    excess = count;
    bytes -= bytesOf(name);
  }
  return excess;
}

function storedCounterOf(value: string | undefined): StoredCounter {
  const { counts, open } = value === undefined ? { counts: [], open: [] } : JSON.parse(value);
  return { counts: new Map(counts), open };
}

function countsKey(counter: string): string {
  return `counter:${counter}`;
}

function recordKey(counter: string, key: string): string {
  return `counter-record:${JSON.stringify([counter, key])}`;
}
