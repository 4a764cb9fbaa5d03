import type { Story } from '../story/story.ts';
import { addressKey } from '../world/address-keys.ts';
import { readStoredResult } from './stored-result.ts';

/** A verdict that a process has stored, for a single request of its own. */
export interface OwnWork {
  /** When the first of the requests came that waited for it. */
  readonly since: number;
  /** When the work began: some of those requests may have waited for an earlier work, which was no answer for them. */
  readonly startedAt: number;
  readonly substatus: string;
}

const prefix = 'verification:';

/**
 * Watches who works out the verdicts that single requests get: requests of one process about one address share the work,
 * and others get what is stored. Returns a function that tells which work of its own a process has ended last for an
 * address; undefined if that was before `from`.
 */
export function watchOwnWork(
  story: Story,
): (request: {
  readonly process: string;
  readonly email: string;
  readonly from: number;
}) => OwnWork | undefined {
  const waiting = new Map<string, Map<number, number>>();
  const ended = new Map<string, OwnWork & { readonly at: number }>();
  const storedAt = new Map<string, number>();
  const keyOf = (process: string, email: string) => `${process} ${addressKey(email)}`;
  story.on('single-asked', ({ request, process, email }, at) => {
    const key = keyOf(process, email);
    waiting.set(key, (waiting.get(key) ?? new Map<number, number>()).set(request, at));
  });
  story.onCall(['cache.get', 'cache.set'], ({ process, method, args }, at) => {
    if (!(args[0] as string).startsWith(prefix)) return;
    const key = `${process} ${(args[0] as string).slice(prefix.length)}`;
    // What is read from the store was worked out for a job, or by another process.
    if (method === 'cache.get') {
      ended.delete(key);
      return;
    }
    const since = Math.min(...(waiting.get(key)?.values() ?? []));
    const { value } = args[1] as { value: string };
    const { verdict } = readStoredResult(value);
    const startedAt = Math.max(since, storedAt.get(key) ?? since);
    storedAt.set(key, at);
    if (verdict !== undefined && Number.isFinite(since))
      ended.set(key, { since, startedAt, at, substatus: verdict.substatus });
  });
  story.on('single-answered', ({ request, process, email }) => {
    waiting.get(keyOf(process, email))?.delete(request);
  });
  return ({ process, email, from }) => {
    const own = ended.get(keyOf(process, email));
    return own !== undefined && own.at >= from ? own : undefined;
  };
}
