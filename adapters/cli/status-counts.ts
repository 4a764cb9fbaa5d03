import type { EmailVerification, Status, Substatus } from '../../src/resources.ts';

export const statuses = ['safe', 'risky', 'invalid', 'unknown'] as const satisfies readonly Status[];

/** Counts results by status and substatus. */
export class StatusCounts {
  readonly #counts = new Map<Status, Map<Substatus, number>>();

  add({ status, substatus }: Readonly<Pick<EmailVerification, 'status' | 'substatus'>>): void {
    const counts = this.#counts.get(status) ?? new Map<Substatus, number>();
    this.#counts.set(status, counts.set(substatus, (counts.get(substatus) ?? 0) + 1));
  }

  of(status: Status): number {
    let sum = 0;
    for (const count of this.#counts.get(status)?.values() ?? []) sum += count;
    return sum;
  }

  /** The most frequent first. */
  substatuses(status: Status): readonly (readonly [substatus: Substatus, count: number])[] {
    return [...(this.#counts.get(status) ?? [])].sort(([, a], [, b]) => b - a);
  }
}
