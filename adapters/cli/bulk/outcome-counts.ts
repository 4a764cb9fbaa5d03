import type { ListKind, ListResult } from './list-kind.ts';

/** Counts results by group and substatus. */
export class OutcomeCounts {
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

/** Such as `12 safe, 3 invalid`; empty where there are none. */
export function countsText<Item, Row extends ListResult>(
  counts: OutcomeCounts,
  { groups }: Pick<ListKind<Item, Row>, 'groups'>,
): string {
  return groups
    .map(({ name }) => ({ name, count: counts.of(name) }))
    .filter(({ count }) => count > 0)
    .map(({ name, count }) => `${count} ${name}`)
    .join(', ');
}
