import type { Clock, JobRecord, JobStore } from '../ports.ts';

const itemsPerStep = 250;

/**
 * Ends a job that cannot go on. Where every item has a result, the provisional ones become final as they stand;
 * otherwise the job has failed.
 */
export async function giveUp(job: JobRecord, parts: { jobs: JobStore; clock: Clock }): Promise<void> {
  const { jobs, clock } = parts;
  const at = Math.floor(clock.now());
  if (job.processed < job.total) {
    await jobs.fail(job.id, { at });
    return;
  }
  for (;;) {
    const open = await jobs.openItems(job.id, { limit: itemsPerStep });
    const last = open.flatMap(({ position, attempts, result }) =>
      result === undefined ? [] : [{ position, attempt: attempts + 1, result, retryAt: null }],
    );
    if (last.length > 0) await jobs.record(job.id, last, { at });
    if (open.length < itemsPerStep) return;
  }
}
