import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { type BoundedMap, boundedMap } from '../../src/bounded-map.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Tallies, TallyChange, TallyCount, TallyMark } from '../../src/ports/tallies.ts';
import { checkPositiveInteger } from '../stores/argument-checks.ts';
import {
  bytesOfCount,
  checkTally,
  checkTallyChanges,
  checkTallyKey,
  excessOf,
} from '../stores/tally-rules.ts';

/** Marks looked at before the event loop gets its turn: about a millisecond. */
const checksPerSlice = 5_000;

interface Tally {
  readonly counts: Map<string, number>;
  bytes: number;
}

interface KnownMark {
  readonly value: string;
  readonly expiresAt: number;
}

/** Tallies in the memory of this process. Beyond `maxMarks`, they drop the mark that was used longest ago. */
export class MemoryTallies implements Tallies {
  readonly #tallies = new Map<string, Tally>();
  readonly #marks: BoundedMap<string, KnownMark>;
  readonly #clock: Clock;
  /** Whoever looks for expired marks before finds none. */
  #firstExpiresAt = Number.POSITIVE_INFINITY;

  constructor({ clock, maxMarks }: { readonly clock: Clock; readonly maxMarks: number }) {
    this.#clock = clock;
    this.#marks = boundedMap(maxMarks);
  }

  async add(
    tally: string,
    changes: readonly TallyChange[],
    { maxBytes }: { readonly maxBytes: number },
  ): Promise<void> {
    checkTallyChanges(tally, changes, { maxBytes });
    this.#change(tally, changes, maxBytes);
  }

  async addMarked(
    tally: string,
    changes: readonly TallyChange[],
    { maxBytes, mark }: { readonly maxBytes: number; readonly mark: TallyMark },
  ): Promise<boolean> {
    checkTallyChanges(tally, changes, { maxBytes, mark });
    const place = placeOf(tally, mark.key);
    if (this.#markAt(place) !== mark.expected) return false;
    const { value, expiresAt } = mark;
    if (expiresAt > this.#clock.now()) this.#setMark(place, { value, expiresAt });
    else this.#marks.delete(place);
    this.#change(tally, changes, maxBytes);
    return true;
  }

  async readMark(tally: string, key: string): Promise<string | undefined> {
    checkTally(tally);
    checkTallyKey(key);
    return this.#markAt(placeOf(tally, key));
  }

  async removeMark(tally: string, key: string): Promise<void> {
    checkTally(tally);
    checkTallyKey(key);
    this.#marks.delete(placeOf(tally, key));
  }

  async removeExpired({ limit }: { readonly limit: number }): Promise<number> {
    checkPositiveInteger('limit', limit);
    const now = this.#clock.now();
    if (now < this.#firstExpiresAt) return 0;
    this.#firstExpiresAt = Number.POSITIVE_INFINITY;
    let removed = 0;
    let checks = 0;
    // Those used longest ago come first: they have mostly expired.
    for (const place of [...this.#marks.rkeys()]) {
      const mark = this.#marks.peek(place);
      if (mark !== undefined && mark.expiresAt <= now) {
        this.#marks.delete(place);
        removed += 1;
      } else if (mark !== undefined) this.#firstExpiresAt = Math.min(this.#firstExpiresAt, mark.expiresAt);
      checks += 1;
      if (removed === limit) break;
      if (checks % checksPerSlice === 0) await yieldToEventLoop();
    }
    // Others may have expired that were not looked at.
    if (removed === limit) this.#firstExpiresAt = now;
    return removed;
  }

  #setMark(place: string, mark: KnownMark): void {
    this.#marks.set(place, mark);
    this.#firstExpiresAt = Math.min(this.#firstExpiresAt, mark.expiresAt);
  }

  #markAt(place: string): string | undefined {
    const found = this.#marks.get(place);
    return found !== undefined && found.expiresAt > this.#clock.now() ? found.value : undefined;
  }

  #change(tally: string, changes: readonly TallyChange[], maxBytes: number): void {
    const changed = this.#tallies.get(tally) ?? { counts: new Map(), bytes: 0 };
    this.#tallies.set(tally, changed);
    for (const { name, by } of changes) setCount(changed, name, (changed.counts.get(name) ?? 0) + by);
    if (changed.bytes <= maxBytes) return;
    const all = countsOf(changed);
    const excess = excessOf(all, maxBytes);
    for (const { name, count } of all) setCount(changed, name, count - excess);
  }

  async read(tally: string): Promise<readonly TallyCount[]> {
    checkTally(tally);
    const found = this.#tallies.get(tally);
    return found === undefined ? [] : countsOf(found);
  }

  async clear(tally: string): Promise<void> {
    checkTally(tally);
    this.#tallies.delete(tally);
  }
}

function placeOf(tally: string, key: string): string {
  return JSON.stringify([tally, key]);
}

function setCount(tally: Tally, name: string, count: number): void {
  const isThere = tally.counts.has(name);
  if (count > 0) {
    if (!isThere) tally.bytes += bytesOfCount(name);
    tally.counts.set(name, count);
  } else if (isThere) {
    tally.bytes -= bytesOfCount(name);
    tally.counts.delete(name);
  }
}

function countsOf({ counts }: Tally): readonly TallyCount[] {
  return [...counts].map(([name, count]) => ({ name, count }));
}
