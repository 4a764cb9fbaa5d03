import type { QueueAddOptions } from 'p-queue';

type Run = () => Promise<unknown>;

interface Lane {
  /** By id. */
  readonly entries: Map<string, Run>;
  /** Goes on behind the entries that were taken: to begin anew would pass all that have left the map since it last grew. */
  readonly inOrder: MapIterator<[string, Run]>;
}

/**
 * A queue that serves the highest priority first, and equal priorities in the order of the calls. Removing
 * an entry takes constant time, so that thousands of callers whose signals fire at once do not block the event loop.
 */
export class PriorityLanes {
  /** By priority. Few are in use at a time. One without entries is removed. */
  readonly #lanes = new Map<number, Lane>();
  readonly #priorities = new Map<string, number>();

  get size(): number {
    return this.#priorities.size;
  }

  enqueue(run: Run, { priority = 0, id = '' }: Partial<QueueAddOptions> = {}): void {
    let lane = this.#lanes.get(priority);
    if (lane === undefined) {
      const entries = new Map<string, Run>();
      lane = { entries, inOrder: entries.entries() };
      this.#lanes.set(priority, lane);
    }
    lane.entries.set(id, run);
    this.#priorities.set(id, priority);
  }

  dequeue(): Run | undefined {
    return this.dequeueEntry()?.run;
  }

  dequeueEntry(): { readonly id: string; readonly run: Run } | undefined {
    let highest = Number.NEGATIVE_INFINITY;
    for (const priority of this.#lanes.keys()) if (priority > highest) highest = priority;
    const first = this.#lanes.get(highest)?.inOrder.next().value;
    if (first === undefined) return undefined;
    const [id, run] = first;
    this.remove(id);
    return { id, run };
  }

  remove(id: string): void {
    const priority = this.#priorities.get(id);
    if (priority === undefined) return;
    this.#priorities.delete(id);
    const entries = this.#lanes.get(priority)?.entries;
    entries?.delete(id);
    if (entries?.size === 0) this.#lanes.delete(priority);
  }

  setPriority(id: string, priority: number): void {
    const run = this.#lanes.get(this.#priorities.get(id) ?? Number.NaN)?.entries.get(id);
    if (run === undefined) return;
    this.remove(id);
    this.enqueue(run, { id, priority });
  }

  filter({ priority = 0 }: Readonly<Partial<QueueAddOptions>>): Run[] {
    return [...(this.#lanes.get(priority)?.entries.values() ?? [])];
  }
}
