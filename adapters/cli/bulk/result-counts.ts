import type { BulkResult, BulkTask } from './bulk-task.ts';

/** Counts of results by group and substatus. */
export class ResultCounts {
  readonly #counts = new Map<string, Map<string, number>>();

  add(group: string, substatus: string): void {
    const counts = this.#counts.get(group) ?? new Map<string, number>();
    this.#counts.set(group, counts.set(substatus, (counts.get(substatus) ?? 0) + 1));
  }

  of(group: string): number {
    let sum = 0;
    for (const count of this.#counts.get(group)?.values() ?? []) sum += count;
    return sum;
  }

  /** The most frequent first. */
  substatuses(group: string): readonly (readonly [substatus: string, count: number])[] {
    return [...(this.#counts.get(group) ?? [])].sort(([, a], [, b]) => b - a);
  }
}

/** Returns text such as `12 safe, 3 invalid`; empty if there are no results. */
export function resultCountsText<Item, Result extends BulkResult>(
  counts: ResultCounts,
  { groups }: Pick<BulkTask<Item, Result>, 'groups'>,
): string {
  return groups
    .map(({ name }) => ({ name, count: counts.of(name) }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${count} ${name}`)
    .join(', ');
}
