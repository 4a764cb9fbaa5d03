import type { JobPosition } from '../../src/ports/job-store.ts';

/** Where the jobs of each account are, oldest first. Times of submission rarely go back: most jobs come to the end. */
export class AccountJobs {
  readonly #positions = new Map<string, JobPosition[]>();

  add(account: string, { submittedAt, id }: JobPosition): void {
    const positions = this.#positions.get(account) ?? [];
    const position = { submittedAt, id };
    positions.splice(countBefore(positions, position), 0, position);
    this.#positions.set(account, positions);
  }

  remove(account: string, position: JobPosition): void {
    const positions = this.#positions.get(account) ?? [];
    positions.splice(countBefore(positions, position), 1);
    if (positions.length === 0) this.#positions.delete(account);
  }

  /** Returns the ids of at most `limit` jobs before a position, newest first; without one, of the newest. */
  newest(
    account: string,
    { limit, before }: { limit: number; before?: JobPosition | undefined },
  ): readonly string[] {
    const positions = this.#positions.get(account) ?? [];
    const end = before === undefined ? positions.length : countBefore(positions, before);
    const page = positions.slice(Math.max(0, end - limit), end);
    return page.map(({ id }) => id).reverse();
  }
}

/** Returns how many positions are before another one. */
function countBefore(positions: readonly JobPosition[], position: JobPosition): number {
  let low = 0;
  for (let high = positions.length; low < high; ) {
    const middle = Math.floor((low + high) / 2);
    const found = positions[middle];
    if (found !== undefined && compare(found, position) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function compare(one: JobPosition, other: JobPosition): number {
  return one.submittedAt - other.submittedAt || Buffer.compare(Buffer.from(one.id), Buffer.from(other.id));
}
