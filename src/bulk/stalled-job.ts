import type { JobRecord } from '../ports/job-store.ts';
import type { BulkContext } from './bulk-context.ts';
import { openItemPages } from './items/item-pages.ts';
import { failJob } from './settlement.ts';

const itemsPerStep = 250;

/**
 * Ends a job that makes no progress. If every item has a result, the provisional results become final; otherwise the
 * job fails.
 */
export async function endStalledJob(job: JobRecord, context: BulkContext): Promise<void> {
  const { jobs, clock, onJobEvent } = context;
  const at = Math.floor(clock.now());
  if (job.processed < job.total) {
    await failJob(job.id, { cancelled: false }, context);
    return;
  }
  for await (const open of openItemPages(jobs, job, { limit: itemsPerStep })) {
    const final = open.flatMap(({ position, attempts, result }) =>
      result === undefined ? [] : [{ position, attempt: attempts + 1, result, retryAt: null }],
    );
    if (final.length === 0) continue;
    const { recorded, job: after } = await jobs.record(job.id, final, { at });
    if (recorded.length > 0 && after.completedAt !== null) onJobEvent('completed', job.id);
  }
}
