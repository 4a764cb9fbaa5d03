import type { Tallies, TallyChange, TallyCount } from '../../src/ports/tallies.ts';
import { bytesOfCount, checkTally, checkTallyChanges, excessOf } from '../stores/tally-rules.ts';

interface Tally {
  readonly counts: Map<string, number>;
  bytes: number;
}

/** Tallies in the memory of this process. */
export class MemoryTallies implements Tallies {
  readonly #tallies = new Map<string, Tally>();

  async add(
    tally: string,
    changes: readonly TallyChange[],
    { maxBytes }: { readonly maxBytes: number },
  ): Promise<void> {
    checkTallyChanges(tally, changes, maxBytes);
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
