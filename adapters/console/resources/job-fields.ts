import * as z from 'zod';
import type { Job } from '../../../src/bulk/job.ts';
import { toCredits } from '../../../src/credit-units.ts';
import { NotFound } from '../../../src/errors.ts';
import { isoTime, isoTimeOrNull } from '../../../src/iso-time.ts';
import { Problem } from '../../http/problem.ts';
import type { ConsoleParts, SessionContext } from '../endpoint.ts';
import { keyNamesOf } from './key-fields.ts';
import { answerSchemas, credits, time } from './named-schemas.ts';

const count = z.int().min(0);

export const jobFields = z
  .object({
    job_id: z.string(),
    kind: z.enum(['verifications', 'lookups']),
    name: z
      .string()
      .nullable()
      .describe('Such as the name of its file; null if it has none. Several jobs may have the same.'),
    account: z.string().nullable().describe('Who is charged; null if nobody is.'),
    key_id: z.string().nullable().describe('The API key that submitted it; null for the console.'),
    key_name: z.string().nullable(),
    status: z
      .enum(['pending', 'in_progress', 'partial_complete_retrying', 'complete', 'failed'])
      .describe('As /v1 says it of verifications, for jobs of both kinds.'),
    cancelled: z.boolean().describe('Whether it failed because somebody cancelled it.'),
    total: z.int().min(1).describe('Addresses or people, without repeats.'),
    processed: count.describe('Those with a result, provisional ones included.'),
    counts: z.object({
      by_status: z
        .object({ safe: count, risky: count, invalid: count, unknown: count })
        .describe('Results so far, provisional ones included.'),
      retrying: count.describe('Those that are tried again.'),
    }),
    next_retry_at: time.nullable().describe('When the next of them is tried again; null if none waits.'),
    submitted_at: time,
    started_at: time.nullable(),
    finished_at: time.nullable().describe('When it completed or failed.'),
    credits: z.object({ charged: credits, refunded: credits }),
  })
  .register(answerSchemas, { id: 'Job' });

export type JobFields = z.output<typeof jobFields>;

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

export const jobPath = z.object({ id: z.guid().describe('The id of the job.') });

/** Returns the job in the path. Throws a Problem with status 404 if there is none, or it is another account's. */
export async function findJob({
  parts,
  account,
  pathParameters: { id = '' },
}: Pick<SessionContext, 'parts' | 'account' | 'pathParameters'>): Promise<Job> {
  const job = uuid.test(id) ? await describeJob(parts, id.toLowerCase()) : undefined;
  if (job !== undefined && (account === null || job.account === account)) return job;
  throw new Problem(404, 'There is no such job.');
}

async function describeJob({ engine }: ConsoleParts, id: string): Promise<Job | undefined> {
  try {
    return await engine.jobs.get(id);
  } catch (error) {
    if (error instanceof NotFound) return undefined;
    throw error;
  }
}

/** Returns what the page shows of jobs. */
export async function showJobs(
  { engine }: Pick<ConsoleParts, 'engine'>,
  jobs: readonly Job[],
): Promise<JobFields[]> {
  const accounts = new Set(jobs.flatMap(({ account, keyId }) => (keyId === null ? [] : (account ?? []))));
  const names = new Map<string, string | null>();
  for (const account of accounts)
    for (const [id, name] of await keyNamesOf(engine.keys, account)) names.set(id, name);
  return jobs.map((job) => fieldsOf(job, names));
}

/** Returns what the page shows of one job. */
export async function showJob(parts: Pick<ConsoleParts, 'engine'>, job: Job): Promise<JobFields> {
  return (await jobShower(parts, job))(job);
}

/** Returns a function that says what the page shows of a job whenever it has changed. Reads the name of its key only once. */
export async function jobShower(
  { engine }: Pick<ConsoleParts, 'engine'>,
  { account, keyId }: Job,
): Promise<(job: Job) => JobFields> {
  const hasKey = account !== null && keyId !== null;
  const names = hasKey ? await keyNamesOf(engine.keys, account) : new Map<string, string | null>();
  return (job) => fieldsOf(job, names);
}

function fieldsOf(job: Job, keyNames: ReadonlyMap<string, string | null>): JobFields {
  const { keyId } = job;
  return {
    job_id: job.id,
    kind: job.kind === 'verification' ? 'verifications' : 'lookups',
    name: job.name,
    account: job.account,
    key_id: keyId,
    key_name: keyId === null ? null : (keyNames.get(keyId) ?? null),
    status: job.status,
    cancelled: job.cancelled,
    total: job.total,
    processed: job.processed,
    counts: { by_status: job.byStatus, retrying: job.retrying },
    next_retry_at: isoTimeOrNull(job.nextRetryAt),
    submitted_at: isoTime(job.submittedAt),
    started_at: isoTimeOrNull(job.startedAt),
    finished_at: isoTimeOrNull(job.finishedAt),
    credits: { charged: toCredits(job.milliCredits), refunded: toCredits(job.refundedMilliCredits) },
  };
}
