import { leastFruitlessItems } from '../budgets/budget-table.ts';
import type { ListSize } from '../budgets/unpaid-lists.ts';
import type { ChargeKind, ChargePurpose } from '../ports/credit-ledger.ts';
import type { JobItem, JobRecord, JobStore, NewJob } from '../ports/job-store.ts';
import { JobEnded } from './batches/running-work.ts';
import type { BulkContext } from './bulk-context.ts';
import { openItemPages } from './items/item-pages.ts';
import { textOfItem } from './items/item-subject.ts';
import { sizeOfList } from './items/list-size.ts';
import { costOf } from './job.ts';

const itemsPerPage = 1_000;

/**
 * Returns what the charge for this many items of a job is for. `item`: any of the job, which all have the
 * same level.
 */
export function purposeOf(
  { keyId }: Pick<NewJob, 'keyId'>,
  item: JobItem | undefined,
  count: number,
): ChargePurpose {
  return { kind: chargeKindOf(item), count, keyId };
}

function chargeKindOf(item: JobItem | undefined): ChargeKind {
  if (item !== undefined && !('email' in item)) return 'bulk_lookup';
  return item?.level === undefined ? 'bulk_verification' : `bulk_${item.level}_verification`;
}

/** Captures the hold of a new job, if it has one. Returns false if the hold was released: the job may not run. */
export async function ensurePaid(job: JobRecord, { charges }: BulkContext): Promise<boolean> {
  // A job starts only once it is paid for. The ledger may have forgotten its hold since.
  const isFree = job.account === null || costOf(job) === 0 || job.startedAt !== null;
  return isFree || (await charges.captureHold(job.id));
}

/**
 * Ends an unfinished job and refunds the items that have no result. Does nothing if the job had ended before.
 * `cancelled`: whether somebody asked for that.
 */
export async function endJob(
  jobId: string,
  { cancelled }: { readonly cancelled: boolean },
  context: BulkContext,
): Promise<void> {
  const { failed, job } = await failJob(jobId, { cancelled }, context);
  if (failed) await settleFailedJob(job, context);
}

/** Marks an unfinished job as failed, and gives up the work on it here. It is to be settled then. */
export async function failJob(
  jobId: string,
  { cancelled }: { readonly cancelled: boolean },
  { jobs, clock, running, onJobEvent }: BulkContext,
): ReturnType<JobStore['fail']> {
  const outcome = await jobs.fail(jobId, { at: Math.floor(clock.now()), cancelled });
  running.abort(jobId, new JobEnded());
  if (outcome.failed) onJobEvent('failed', jobId);
  return outcome;
}

/**
 * Refunds the items of a failed job that have no result, drops its batches and marks it as settled. May be repeated
 * after a crash: the refund is made once. Those items have come to nothing (`fruitless_items`). A list of which less than
 * half was paid for then counts among the unpaid ones of its account: otherwise, accounts could keep lists in the store for
 * nothing by cancelling them.
 */
export async function settleFailedJob(job: JobRecord, context: BulkContext): Promise<void> {
  const { jobs, queue, charges, clock, budgets, unpaidLists } = context;
  const unused = job.total - job.processed;
  const milliCredits = unused * job.milliCreditsPerItem;
  const isRefunded = job.account !== null && milliCredits > 0 && (await charges.captureHold(job.id));
  if (isRefunded) {
    const [first] = await jobs.page(job.id, { offset: 0, limit: 1 });
    const purpose = purposeOf(job, first?.item, unused);
    await charges.refund(job.id, { account: job.account, milliCredits, purpose });
  }
  await queue.drop(job.id);
  const countsAsUnpaid = job.account !== null && job.milliCreditsPerItem > 0 && unused > job.processed;
  if (countsAsUnpaid) {
    const counted = { ...(await sizeOfUnused(job, context)), endedAt: job.failedAt ?? 0 };
    await unpaidLists.addRefunded(job.account, job.id, counted);
  }
  await jobs.markSettled(job.id, { at: Math.floor(clock.now()) });
  if (!isRefunded) return;
  budgets.count('fruitless_items', job.account, Math.max(unused, leastFruitlessItems));
  // What fails by itself is no fault of the account.
  if (countsAsUnpaid && job.cancelled) budgets.count('cancelled_lists', job.account);
}

/** Returns how large the part of a failed job is that has no result. */
async function sizeOfUnused(job: JobRecord, { jobs, loopSteps }: BulkContext): Promise<ListSize> {
  const size = { items: 0, bytes: 0 };
  for await (const page of openItemPages(jobs, job, { limit: itemsPerPage })) {
    const unused = page.filter(({ result }) => result === undefined).map(({ item }) => item);
    const { items, bytes } = await sizeOfList(unused, textOfItem, () => loopSteps.next(job.account));
    size.items += items;
    size.bytes += bytes;
  }
  return size;
}
