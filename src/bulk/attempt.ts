import type { JobShare } from '../concurrency/work-share.ts';
import type { JobItem, JobRecord, JobResult } from '../ports/job-store.ts';
import type { BulkContext } from './bulk-context.ts';

/** What one attempt at an item found. `conclusive` is false if another attempt may find more. */
export interface AttemptOutcome {
  readonly result: JobResult;
  readonly conclusive: boolean;
}

/** Makes one attempt at one item of a job. Rejects if the fault is ours, or with the signal's reason. */
export async function attemptItem(
  item: JobItem,
  job: JobRecord,
  context: BulkContext,
  { signal, share }: { readonly signal: AbortSignal; readonly share: JobShare },
): Promise<AttemptOutcome> {
  const options = { timeoutMs: context.options.addressTimeoutMs, signal, share };
  if (!('email' in item)) {
    return context.lookup(item, { ...options, milliCredits: job.milliCreditsPerItem });
  }
  const result = await context.verify(item.email, options);
  return { result, conclusive: result.status !== 'unknown' };
}
