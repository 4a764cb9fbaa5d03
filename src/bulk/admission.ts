import type { ListSize } from '../budgets/unpaid-lists.ts';
import { InsufficientCredits } from '../errors.ts';
import type { JobRecord } from '../ports/job-store.ts';
import type { BulkContext } from './bulk-context.ts';
import type { SubmitOptions } from './jobs.ts';
import { idempotencyKeyOf, usedForOtherItems } from './submission.ts';

/** A list before its items are normalised. */
export interface SubmittedList {
  readonly jobId: string;
  /** Repeats included. */
  readonly count: number;
  readonly milliCreditsPerItem: number;
  /** The account whose budgets it counts against; undefined if it is paid for, or of no account. */
  readonly unpaidBy: string | undefined;
  readonly sizeOf: () => Promise<ListSize>;
}

/** Permission to normalise a list. */
export interface Admission {
  /** How many distinct items the list may have. */
  readonly mostItems: number;
  /** Returns the error for more: InsufficientCredits, or Conflict. `count`: how many items there seem to be. */
  refusal(count: number): Error;
  /** To be called before the job is created. Rejects if its room went to others meanwhile. */
  beforeCreation(): Promise<void>;
  /** To be called if the list does not become a job of its own. Never rejects. */
  giveBack(): Promise<void>;
}

const noLimit: Admission = {
  mostItems: Number.POSITIVE_INFINITY,
  refusal: usedForOtherItems,
  async beforeCreation() {},
  async giveBack() {},
};

/**
 * Decides about a list before its items are normalised, which takes long. A list that is paid for may be normalised up to the first
 * distinct item that the account cannot pay for. For an unpaid list, room is taken. Rejects with BudgetExceeded or
 * StorageUnavailable.
 */
export async function admitList(
  list: SubmittedList,
  options: SubmitOptions,
  context: BulkContext,
): Promise<Admission> {
  if (list.unpaidBy !== undefined) return takeRoom(list, { ...options, account: list.unpaidBy }, context);
  const { account } = options;
  const { count, milliCreditsPerItem } = list;
  if (account === undefined || milliCreditsPerItem === 0) return noLimit;
  context.budgets.check('cancelled_lists', account);
  const { available, held } = await context.charges.balance(account);
  // Held credits count: the first submission under the same idempotency key may hold them right now.
  const payable = Math.floor((available + held) / milliCreditsPerItem);
  if (count <= payable) return noLimit;
  const earlier = await findEarlierJobs({ ...options, account }, context);
  const mostItems = Math.max(payable, ...earlier.map(({ total }) => total));
  return {
    ...noLimit,
    mostItems,
    refusal: (items) =>
      earlier.length > 0
        ? usedForOtherItems()
        : new InsufficientCredits({
            availableMilliCredits: available,
            requiredMilliCredits: items * milliCreditsPerItem,
          }),
  };
}

/**
 * Rejects if no submission can succeed, so that a host need not read it: with InsufficientCredits if the account has no credits at
 * all, and the idempotency key was not used before. Counts a submission of an unpaid list, and rejects with BudgetExceeded if there
 * were too many.
 */
export async function checkSubmission(
  options: SubmitOptions & { milliCreditsPerItem: number; unpaidBy: string | undefined },
  context: BulkContext,
): Promise<void> {
  const { account, milliCreditsPerItem, unpaidBy } = options;
  if (unpaidBy !== undefined) return context.budgets.take('unpaid_submissions', unpaidBy);
  if (account === undefined || milliCreditsPerItem === 0) return;
  context.budgets.check('cancelled_lists', account);
  const { available, held } = await context.charges.balance(account);
  if (available + held > 0) return;
  if ((await findEarlierJobs({ ...options, account }, context)).length > 0) return;
  throw new InsufficientCredits({
    availableMilliCredits: available,
    requiredMilliCredits: milliCreditsPerItem,
  });
}

async function takeRoom(
  { jobId, sizeOf }: SubmittedList,
  options: SubmitOptions & { account: string },
  context: BulkContext,
): Promise<Admission> {
  const { account } = options;
  const { unpaidLists } = context;
  let size: ListSize | undefined;
  const take = async () => {
    size ??= await sizeOf();
    await unpaidLists.take(account, jobId, size);
  };
  // A repeat under an idempotency key needs no room, unless the first job is deleted meanwhile.
  const isRepeat = (await findEarlierJobs(options, context)).length > 0;
  if (!isRepeat) await take();
  return {
    ...noLimit,
    beforeCreation: take,
    giveBack: () => unpaidLists.giveBack(account, jobId).catch(() => {}),
  };
}

/** Returns the jobs that were submitted under the idempotency key: several if some of them were never paid for. */
async function findEarlierJobs(
  { account, keyId, idempotencyKey }: SubmitOptions & { account: string },
  { jobs }: BulkContext,
): Promise<readonly JobRecord[]> {
  const found: JobRecord[] = [];
  if (idempotencyKey === undefined) return found;
  for (;;) {
    const key = idempotencyKeyOf({ account, keyId: keyId ?? null, idempotencyKey }, found.length);
    const job = await jobs.find(key);
    if (job === undefined) return found;
    found.push(job);
  }
}
