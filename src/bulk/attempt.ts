import type { JobShare } from '../concurrency/work-share.ts';
import { UnpublishedResults } from '../credits/unpublished-results.ts';
import { isConclusiveVerdict } from '../credits/verifications.ts';
import type { JobItemState, JobRecord, JobResult } from '../ports/job-store.ts';
import type { EmailVerification } from '../resources.ts';
import { gateShutOf } from '../verdict/gate-shut.ts';
import type { BulkContext } from './bulk-context.ts';
import { subjectOfItem } from './items/item-subject.ts';

/** What one attempt at an item found. */
export type AttemptOutcome =
  | AttemptResult
  /** Nobody was asked, because the mail server is left alone until then: that was no attempt. */
  | { readonly kind: 'not-asked'; readonly until: number; readonly isBlocked: boolean };

interface AttemptResult {
  readonly kind: 'attempted';
  readonly result: JobResult;
  /** False if another attempt may find more. */
  readonly conclusive: boolean;
  /** True if an egress to which the exchange is open may find more. */
  readonly blocked: boolean;
  /** What was found out. To be published once the result is recorded: until then, its credits may go back. */
  readonly unpublished: UnpublishedResults;
  /** The egress that was put off, through which the next attempt should be made. Undefined if it is blocked by now. */
  readonly egress: string | undefined;
}

/**
 * Makes one attempt at one item of a job, through the egress that was put off at the last one if this process has it.
 * Rejects if the fault is ours, or with the signal's reason.
 */
export async function attemptItem(
  { item, egress }: Pick<JobItemState, 'item' | 'egress'>,
  job: JobRecord,
  context: BulkContext,
  { signal, share }: { readonly signal: AbortSignal; readonly share: JobShare },
): Promise<AttemptOutcome> {
  const { greylistings } = context;
  if (egress !== undefined) greylistings.recall(subjectOfItem(item), egress);
  const unpublished = new UnpublishedResults();
  const options = { timeoutMs: context.options.addressTimeoutMs, signal, share, unpublished };
  let found: Pick<AttemptResult, 'result' | 'conclusive'>;
  try {
    found =
      'email' in item
        ? conclusionOf(await context.verify(item.email, { ...options, level: item.level ?? 'smtp' }))
        : await context.lookup(item, { ...options, milliCredits: job.milliCreditsPerItem });
  } catch (error) {
    const shut = gateShutOf(error);
    if (shut === undefined) throw error;
    return { kind: 'not-asked', until: shut.until, isBlocked: shut.why === 'blocked' };
  }
  const { result, conclusive } = found;
  const blocked = result.substatus === 'blocked';
  const isSettled = conclusive || blocked;
  return {
    kind: 'attempted',
    result,
    conclusive,
    blocked,
    unpublished,
    egress: isSettled ? undefined : greylistings.egressOf(subjectOfItem(item)),
  };
}

function conclusionOf(result: EmailVerification): Pick<AttemptResult, 'result' | 'conclusive'> {
  return { result, conclusive: isConclusiveVerdict(result) };
}
