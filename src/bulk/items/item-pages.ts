import type { JobItemState, JobRecord, JobStore } from '../../ports/job-store.ts';

/** Yields items of a job in order of position, from `offset` to before `end`, as many at a time as the store returns. */
export async function* itemPages(
  jobs: Pick<JobStore, 'page'>,
  id: string,
  { offset, end, limit }: { readonly offset: number; readonly end: number; readonly limit: number },
): AsyncGenerator<readonly JobItemState[], void> {
  for (let next = offset; next < end; ) {
    const page = await jobs.page(id, { offset: next, limit: Math.min(limit, end - next) });
    if (page.length === 0) return;
    yield page;
    next += page.length;
  }
}

/** Yields the open items of a job in order of position, as many at a time as the store returns. */
export async function* openItemPages(
  jobs: Pick<JobStore, 'openItems'>,
  { id, total }: Pick<JobRecord, 'id' | 'total'>,
  { limit }: { readonly limit: number },
): AsyncGenerator<readonly JobItemState[], void> {
  for (let afterPosition = -1; afterPosition < total - 1; ) {
    const page = await jobs.openItems(id, { afterPosition, limit });
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    afterPosition = last.position;
  }
}

/** Returns the items at these positions, which the store returns a page at a time. Skips those that do not exist. */
export async function itemsAt(
  jobs: Pick<JobStore, 'items'>,
  id: string,
  positions: readonly number[],
): Promise<readonly JobItemState[]> {
  const states: JobItemState[] = [];
  for (let left = positions; left.length > 0; ) {
    const page = await jobs.items(id, left);
    const last = page.at(-1);
    if (last === undefined) break;
    states.push(...page);
    left = left.slice(left.indexOf(last.position) + 1);
  }
  return states;
}
