import type { Cache } from '../ports/cache.ts';
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';
import { countsAfter, type TallyChange } from './counts-after.ts';

/**
 * A mark to be set, and the value that it must have before: undefined if there must be none. `expiresAt`:
 * milliseconds since the epoch.
 */
export interface TallyMark {
  readonly key: string;
  readonly expected: string | undefined;
  readonly value: string;
  readonly expiresAt: number;
}

/** How often something was counted: at least 1. */
export interface TallyCount {
  readonly name: string;
  readonly count: number;
}

interface StoredTally {
  readonly counts: ReadonlyMap<string, number>;
  /** The changes of marks that are still to be made, by the ids that their marks give them. */
  readonly open: readonly string[];
}

/** Returns what a tally becomes. */
type Step = (stored: StoredTally) => StoredTally;

/** A step that waits for those before it. */
interface WaitingStep {
  readonly step: Step;
  readonly resolve: () => void;
  readonly reject: (cause: unknown) => void;
}

interface StoredMark {
  readonly value: string;
  /** What may still have to be added to the counts: what is open there. */
  readonly due?: DueChanges;
}

interface DueChanges {
  readonly id: string;
  readonly changes: readonly TallyChange[];
  readonly maxBytes: number;
}

/** Counts are kept for this long after the last change of them. */
const lastingMs = 3_650 * 86_400_000;
/**
 * With more open than this, the oldest are dropped: their processes are taken to have died before they set
 * their marks.
 */
const mostOpen = 2_000;

/**
 * Counts things by name, in the cache of the stores. A tally is a set of counts that many callers add to: one
 * entry, replaced if unchanged. It is bounded in bytes, because others may choose the names: a count takes
 * the UTF-8 bytes of its name, and 32.
 *
 * A tally also has marks, texts by key, which say what counts already. They take no part in the bounds of its
 * counts, and expire. A mark is an entry of its own. What is counted with it is opened in the tally, then the
 * mark is set and names it, then it is added and is open no more: so it is added once, by the process that
 * set the mark or, if that has died, by whoever reads the mark next.
 *
 * What the cache loses counts no more, or once more. All methods reject with `storage_unavailable`.
 */
export class Tallies {
  readonly #cache: Cache;
  readonly #clock: Clock;
  readonly #random: Pick<Random, 'uuid'>;
  /** By tally, while one is written. */
  readonly #waiting = new Map<string, WaitingStep[]>();
  #process: string | undefined;
  #opened = 0;

  constructor(ports: {
    readonly cache: Cache;
    readonly clock: Clock;
    readonly random: Pick<Random, 'uuid'>;
  }) {
    this.#cache = ports.cache;
    this.#clock = ports.clock;
    this.#random = ports.random;
  }

  /**
   * Adds all changes to the counts of a tally, in one step. A count that falls to 0 or below is removed.
   *
   * If the counts take more than `maxBytes` then, a number is subtracted from all of them: the least one by
   * which so many fall to 0 that the others fit (Misra and Gries, 1982). So however many names come, one that
   * is counted often enough among them stays, and a new one always has the chance to.
   */
  async add(
    tally: string,
    changes: readonly TallyChange[],
    { maxBytes }: { readonly maxBytes: number },
  ): Promise<void> {
    await this.#change(tally, adding(changes, maxBytes));
  }

  /**
   * Sets a mark of the tally and makes all changes as `add` does, perhaps none, if the mark has the value
   * `expected` (does not exist, if that is undefined). Otherwise changes nothing. Returns whether it did: of
   * all that replace the same mark, the first one does. If the process dies meanwhile, either nothing was
   * changed, or the next call that reads the mark makes the changes.
   */
  async addMarked(
    tally: string,
    changes: readonly TallyChange[],
    { maxBytes, mark }: { readonly maxBytes: number; readonly mark: TallyMark },
  ): Promise<boolean> {
    const { key, expected, value, expiresAt } = mark;
    const found = await this.#readMark(tally, key);
    if (found?.mark.value !== expected) return false;
    const settled: StoredMark = { value };
    const setMark = (stored: StoredMark, before: string | undefined) =>
      this.#cache.replace(markKey(tally, key), before, { value: JSON.stringify(stored), expiresAt });
    if (changes.length === 0) return setMark(settled, found?.text);
    const due = { id: this.#newId(), changes, maxBytes };
    await this.#change(tally, opening(due.id));
    if (!(await setMark({ value, due }, found?.text))) {
      await this.#change(tally, closing(due.id));
      return false;
    }
    await this.#change(tally, addingOpen(due));
    await setMark(settled, JSON.stringify({ value, due }));
    return true;
  }

  /** Returns the value of a mark, or undefined if there is none or it has expired. */
  async readMark(tally: string, key: string): Promise<string | undefined> {
    return (await this.#readMark(tally, key))?.mark.value;
  }

  /** Removes a mark, if there is one. What was counted with it stays. */
  async removeMark(tally: string, key: string): Promise<void> {
    if ((await this.#readMark(tally, key)) === undefined) return;
    await this.#cache.set(markKey(tally, key), { value: '', expiresAt: 0 });
  }

  /** Returns all counts of a tally, in no particular order. None if nothing was ever counted. */
  async read(tally: string): Promise<readonly TallyCount[]> {
    const { counts } = storedTallyOf((await this.#cache.get(countsKey(tally)))?.value);
    return [...counts].map(([name, count]) => ({ name, count }));
  }

  /** Removes all counts of a tally, and of no other. Its marks stay. */
  async clear(tally: string): Promise<void> {
    await this.#cache.set(countsKey(tally), { value: '', expiresAt: 0 });
  }

  /** Returns a mark as it is stored, once its changes have been made. */
  async #readMark(
    tally: string,
    key: string,
  ): Promise<{ readonly text: string; readonly mark: StoredMark } | undefined> {
    for (;;) {
      const found = await this.#cache.get(markKey(tally, key));
      if (found === undefined) return undefined;
      const { value: text, expiresAt } = found;
      const mark: StoredMark = JSON.parse(text);
      if (mark.due === undefined) return { text, mark };
      await this.#change(tally, addingOpen(mark.due));
      const settled = JSON.stringify({ value: mark.value });
      await this.#cache.replace(markKey(tally, key), text, { value: settled, expiresAt });
    }
  }

  /** Steps that come while others are written are made together after them. */
  #change(tally: string, step: Step): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiting = { step, resolve, reject };
      const others = this.#waiting.get(tally);
      if (others !== undefined) others.push(waiting);
      else void this.#makeAll(tally, [waiting]);
    });
  }

  async #makeAll(tally: string, first: readonly WaitingStep[]): Promise<void> {
    for (let due = first; due.length > 0; due = this.#waiting.get(tally) ?? []) {
      this.#waiting.set(tally, []);
      try {
        await this.#make(
          tally,
          due.map(({ step }) => step),
        );
        for (const { resolve } of due) resolve();
      } catch (cause) {
        for (const { reject } of due) reject(cause);
      }
    }
    this.#waiting.delete(tally);
  }

  async #make(tally: string, steps: readonly Step[]): Promise<void> {
    const key = countsKey(tally);
    for (;;) {
      const text = (await this.#cache.get(key))?.value;
      const before = storedTallyOf(text);
      const after = steps.reduce((stored, step) => step(stored), before);
      if (after === before) return;
      const isEmpty = after.counts.size === 0 && after.open.length === 0;
      const value = JSON.stringify({ counts: [...after.counts], open: after.open });
      const expiresAt = isEmpty ? 0 : this.#clock.now() + lastingMs;
      if (await this.#cache.replace(key, text, { value, expiresAt })) return;
    }
  }

  #newId(): string {
    this.#process ??= this.#random.uuid();
    this.#opened += 1;
    return `${this.#process} ${this.#opened}`;
  }
}

function adding(changes: readonly TallyChange[], maxBytes: number): Step {
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

function storedTallyOf(value: string | undefined): StoredTally {
  const { counts, open } = value === undefined ? { counts: [], open: [] } : JSON.parse(value);
  return { counts: new Map(counts), open };
}

function countsKey(tally: string): string {
  return `tally:${tally}`;
}

function markKey(tally: string, key: string): string {
  return `tally-mark:${JSON.stringify([tally, key])}`;
}
