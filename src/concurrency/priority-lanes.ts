import type { QueueAddOptions } from 'p-queue';

type Run = () => Promise<unknown>;

/**
 * A queue that serves the highest priority first, and equal priorities in the order of the calls. Removing
 * an entry takes constant time, so that thousands of callers whose signals fire at once do not block the event loop.
 */
export class PriorityLanes {
  /** Entries by priority and id. Few priorities are in use at a time. */
  readonly #lanes = new Map<number, Map<string, Run>>();
  readonly #priorities = new Map<string, number>();

  get size(): number {
    return this.#priorities.size;
  }

  enqueue(run: Run, { priority = 0, id = '' }: Partial<QueueAddOptions> = {}): void {
    const lane = this.#lanes.get(priority) ?? new Map<string, Run>();
    this.#lanes.set(priority, lane.set(id, run));
    this.#priorities.set(id, priority);
  }

  dequeue(): Run | undefined {
    return this.dequeueEntry()?.run;
  }

  dequeueEntry(): { readonly id: string; readonly run: Run } | undefined {
    let highest = Number.NEGATIVE_INFINITY;
    for (const priority of this.#lanes.keys()) if (priority > highest) highest = priority;
    const [first] = this.#lanes.get(highest) ?? [];
    if (first === undefined) return undefined;
    const [id, run] = first;
    this.remove(id);
    return { id, run };
  }

  remove(id: string): void {
    const priority = this.#priorities.get(id);
    if (priority === undefined) return;
    this.#priorities.delete(id);
    const lane = this.#lanes.get(priority);
    lane?.delete(id);
    if (lane?.size === 0) this.#lanes.delete(priority);
  }

  setPriority(id: string, priority: number): void {
    const run = this.#lanes.get(this.#priorities.get(id) ?? Number.NaN)?.get(id);
    if (run === undefined) return;
    this.remove(id);
    this.enqueue(run, { id, priority });
  }

  filter({ priority = 0 }: Readonly<Partial<QueueAddOptions>>): Run[] {
    return [...(this.#lanes.get(priority)?.values() ?? [])];
  }
}
