import type { ListHandle } from './list-handle.ts';

/** Lists whose own columns are still there when the results are downloaded. */
const lists = new Map<string, ListHandle>();
/** Each is held by a worker, with all of its cells. */
const most = 3;

/** Keeps a list until the page is closed, its account signs out, or three others were submitted. */
export function keepSubmitted(jobId: string, list: ListHandle): void {
  lists.set(jobId, list);
  const [oldest] = lists.keys();
  if (lists.size <= most || oldest === undefined) return;
  lists.get(oldest)?.close();
  lists.delete(oldest);
}

export function submittedList(jobId: string): ListHandle | undefined {
  return lists.get(jobId);
}

export function closeSubmitted(): void {
  for (const list of lists.values()) list.close();
  lists.clear();
}
