import { steadyNow } from '../concurrency/steady-time.ts';
import type { Charge } from '../credits/charges.ts';
import { leadFlight } from '../credits/flight-lead.ts';
import { Conflict, InsufficientCredits, InvalidArgument, ServiceUnavailable } from '../errors.ts';
import type { JobItem, JobRecord, NewJob } from '../ports/job-store.ts';
import type { BulkContext } from './bulk-context.ts';
import { newJobRecord } from './job.ts';
import { endJob, ensurePaid, purposeOf } from './settlement.ts';

/** Items of one kind that become one job. */
export interface Submission {
  readonly jobId: string;
  readonly kind: NewJob['kind'];
  /** Without repeats; at least one. */
  readonly items: readonly JobItem[];
  /** Identifies exactly these items. */
  readonly fingerprint: string;
  readonly milliCreditsPerItem: number;
  /** Null: nothing is charged. */
  readonly account: string | null;
  readonly keyId: string | null;
  readonly idempotencyKey: string | undefined;
  /** The trace that the job belongs to, if any. */
  readonly traceparent?: string | undefined;
  /** As the store keeps it. */
  readonly name?: string | undefined;
  /** Called before the job is created. If it rejects, the job is not. */
  readonly beforeCreation?: () => Promise<void>;
}

/** What tells whether a submission is the repeat of another one. */
export type SubmissionIdentity = Pick<
  Submission,
  'kind' | 'account' | 'keyId' | 'idempotencyKey' | 'fingerprint'
>;

/** Enough to write 100,000 items to a slow disk. A hold without a job is released after it. */
const creationMs = 120_000;
/** Longer than a hold lasts. */
const abandonedForMs = 2 * creationMs;
const maxIdempotencyKeyLength = 255;

/**
 * Turns a submission into a job that is paid for: places a hold, creates the job, captures the hold. The hold decides:
 * a job is worked on only if its hold was captured, and given up only if its hold was released. So whatever fails, there
 * is either a job that was charged or no charge.
 *
 * Rejects with InsufficientCredits, with BudgetExceeded, with Conflict if the idempotency key belongs to other items, with InvalidArgument,
 * with ServiceUnavailable, or if a store fails. A rejected submission leaves no job to work on, and no charge; except that,
 * without an idempotency key, what another process has verified before this one learns of the job is charged.
 */
export async function submitJob(submission: Submission, context: BulkContext): Promise<JobRecord> {
  const idempotency = idempotencyOf(submission, 0);
  if (idempotency === null) return createOrReuse(submission, context);
  const earlier = await findEarlierJob(submission, context);
  if (earlier !== undefined) return earlier;
  // The first of several submissions with one idempotency key goes ahead, in whichever process it is: the others wait for it,
  // because the credits may suffice for one only.
  const deadlineAt = steadyNow(context.clock) + creationMs;
  const { lead } = await leadFlight(`submission:${idempotency.key}`, { ...context, deadlineAt });
  try {
    return await createOrReuse(submission, context);
  } finally {
    await lead.end();
  }
}

async function createOrReuse(submission: Submission, context: BulkContext): Promise<JobRecord> {
  for (let generation = 0; ; generation += 1) {
    const job = await submitOnce(submission, idempotencyOf(submission, generation), context);
    if (job !== undefined) return job;
  }
}

/** Returns the job that was paid for under the idempotency key, if any. Rejects with Conflict if it is of other items. */
export async function findEarlierJob(
  submission: SubmissionIdentity,
  context: BulkContext,
): Promise<JobRecord | undefined> {
  for (let generation = 0; ; generation += 1) {
    const idempotency = idempotencyOf(submission, generation);
    const found = idempotency === null ? undefined : await context.jobs.find(idempotency.key);
    if (found === undefined) return undefined;
    const job = await reuseEarlierJob(found, idempotency, context);
    if (job !== undefined) return job;
  }
}

/** Returns undefined if the idempotency key names a job that was never paid for. */
async function submitOnce(
  submission: Submission,
  idempotency: NewJob['idempotency'],
  context: BulkContext,
): Promise<JobRecord | undefined> {
  const { jobs, clock } = context;
  const earlier = idempotency === null ? undefined : await jobs.find(idempotency.key);
  if (earlier !== undefined) return reuseEarlierJob(earlier, idempotency, context);
  if (idempotency !== null) await releaseAbandoned(idempotency.key, submission, context);
  const { jobId: id, kind, items, milliCreditsPerItem, account, keyId, name, traceparent } = submission;
  const submittedAt = Math.floor(clock.now());
  const announceTo = context.announceTo(account);
  if (account !== null && announceTo.length > 0) await context.budgets.take('announced_jobs', account);
  const job: NewJob = {
    ...{ id, kind, account, keyId, milliCreditsPerItem, submittedAt, idempotency, announceTo },
    ...(name !== undefined && { name }),
    ...(traceparent !== undefined && { traceparent }),
  };
  const create = async () => {
    await submission.beforeCreation?.();
    const created = await jobs.create(job, items);
    if (!created.created) throw new AlreadySubmitted(created.job);
    return created.job;
  };
  try {
    return await createCharged(submission, { job, create }, context);
  } catch (error) {
    if (error instanceof AlreadySubmitted) return reuseEarlierJob(error.job, idempotency, context);
    // The first of two equal submissions may just have taken the credits that the second would need.
    const mayBeRepeat = error instanceof InsufficientCredits && idempotency !== null;
    const first = mayBeRepeat ? await jobs.find(idempotency.key) : undefined;
    if (first === undefined) throw error;
    return reuseEarlierJob(first, idempotency, context);
  }
}

/**
 * Gives back what an earlier submission under this key has set aside, if its process died before it created the job: the
 * credits may suffice for one only. Leaves a note of this submission for the next one. The hold decides: if the process
 * was only paused, its job is not worked on.
 */
async function releaseAbandoned(
  key: string,
  submission: Submission,
  { cache, charges, clock }: BulkContext,
): Promise<void> {
  const charge = chargeOf(submission);
  if (charge === undefined) return;
  const note = `submission:${key}`;
  const abandoned = await cache.get(note);
  if (abandoned !== undefined) {
    await charges.releaseHold(abandoned.value, charge, async () => {});
  }
  await cache.set(note, { value: submission.jobId, expiresAt: clock.now() + abandonedForMs });
}

/** Returns undefined if the job is free. */
function chargeOf(submission: Submission): Charge | undefined {
  const { account, items, milliCreditsPerItem } = submission;
  const milliCredits = items.length * milliCreditsPerItem;
  if (account === null || milliCredits === 0) return undefined;
  return {
    account,
    milliCredits,
    workMs: creationMs,
    purpose: purposeOf(submission, items[0], items.length),
  };
}

async function createCharged(
  submission: Submission,
  { job, create }: { job: NewJob; create: () => Promise<JobRecord> },
  context: BulkContext,
): Promise<JobRecord> {
  const { jobId, items } = submission;
  const charge = chargeOf(submission);
  if (charge === undefined) return create();
  await context.charges.placeHold(jobId, charge);
  const created = await create().catch(async (error: unknown) => {
    if (await giveUp(job, charge, context)) throw error;
    return newJobRecord(job, items.length);
  });
  // If the ledger cannot be reached, the process that drives the job captures the hold, or ends the job.
  const paid = await context.charges.capturePlaced(jobId).catch(() => true);
  if (paid) return created;
  throw new ServiceUnavailable(
    'The credits set aside for this job were given back before it was created. Submit it again.',
  );
}

/**
 * Gives up a job that may have been created although its creation failed. The hold decides: if it can be released, no
 * process works on the job. Returns false if another process has captured it before: the job exists, and is worked on.
 */
async function giveUp({ id, idempotency }: NewJob, charge: Charge, context: BulkContext): Promise<boolean> {
  const whenCaptured = async () => {
    // A repeat with the idempotency key gets the job. Without one, nobody waits for it.
    if (idempotency === null) await endJob(id, { cancelled: false }, context);
  };
  return context.charges.releaseHold(id, charge, whenCaptured).catch(() => true);
}

/**
 * Returns the job of an earlier submission with the same key. Returns undefined if that submission failed after it had
 * created the job: its hold was released, so the job is not worked on, and this submission creates another one.
 */
async function reuseEarlierJob(
  job: JobRecord,
  idempotency: NewJob['idempotency'],
  context: BulkContext,
): Promise<JobRecord | undefined> {
  if (job.idempotency?.fingerprint !== idempotency?.fingerprint) {
    throw usedForOtherItems();
  }
  return (await ensurePaid(job, context)) ? job : undefined;
}

export function usedForOtherItems(): Conflict {
  return new Conflict(
    'This idempotency key was used before for another submission. Use a new key for new items.',
  );
}

/** A concurrent submission with the same idempotency key created its job first. */
class AlreadySubmitted extends Error {
  readonly job: JobRecord;

  constructor(job: JobRecord) {
    super('A job with this idempotency key exists.');
    this.job = job;
  }
}

function idempotencyOf(submission: SubmissionIdentity, generation: number): NewJob['idempotency'] {
  const { idempotencyKey, keyId, account, kind, fingerprint } = submission;
  if (idempotencyKey === undefined) return null;
  const key = idempotencyKeyOf({ account, keyId, idempotencyKey }, generation);
  return { key, fingerprint: `${kind}-${fingerprint}` };
}

/** Includes the owner: equal keys of different owners are different keys. Throws InvalidArgument (`idempotencyKey`). */
export function idempotencyKeyOf(
  { account, keyId, idempotencyKey: key }: Pick<Submission, 'account' | 'keyId'> & { idempotencyKey: string },
  generation: number,
): string {
  if (key === '' || key.length > maxIdempotencyKeyLength) {
    throw new InvalidArgument(
      'idempotencyKey',
      `An idempotency key has from 1 to ${maxIdempotencyKeyLength} characters.`,
    );
  }
  const owner = keyId === null ? `account:${account ?? ''}` : `key:${keyId}`;
  return JSON.stringify(generation === 0 ? [owner, key] : [owner, key, generation]);
}
