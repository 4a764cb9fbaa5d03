import { InvalidArgument } from '../../src/errors.ts';
import type { RateLimits } from '../../src/ports/rate-limits.ts';
import type { EndpointEngine } from './http-engine.ts';
import { Problem } from './problem.ts';

/** The part of an `Engine` that requests with test keys reach. */
export type TestEngine = Pick<EndpointEngine, 'verify' | 'lookup' | 'jobs'>;

/** Tests of clients should be quick: nothing in a sandbox answers later than this without being meant to. */
const maxVerifyMs = 5_000;
const maxLookupMs = 15_000;
/** Test jobs are free, so that only these bound the work that they cause: 33 items a second for each key. */
const maxTestItems = 200;
const jobLimit = { limit: 10, windowMs: 60_000 };
/** Reading a list is work too, also of one that becomes no job, so that submissions are counted before that. */
const submissionLimit = { limit: 30, windowMs: 60_000 };
/** Longest body of a submission with a test key, in bytes. */
const maxTestBodyBytes = maxTestItems * 1_000;

/** What the body of a request with a test key may hold. */
export const testBodyLimits = { maxBytes: maxTestBodyBytes, checkCount };
/** Never spent. */
const testBalance = { available: 1_000_000, held: 0 } as const;

/**
 * Returns what requests with test keys are answered from: nothing is charged, the balance is always 1,000 credits, the time
 * limit of a request is at most 5 seconds (15 for a lookup), a job has at most 200 items, and a key creates at most 10 jobs a
 * minute, with at most 30 submissions. `checkCredits` counts a submission, so call it before the body is read.
 */
export function endpointsForTests(
  engine: TestEngine,
  { keyId, rateLimits }: { keyId: string; rateLimits: RateLimits },
): EndpointEngine {
  const { jobs } = engine;
  const countSubmission = async () => {
    const result = await rateLimits.take(`${keyId}:test-submissions`, submissionLimit);
    if (!result.taken) throw tooMany('submissions', submissionLimit.limit, result.retryAfterMs);
  };
  const countJob = async () => {
    const result = await rateLimits.take(`${keyId}:test-jobs`, jobLimit);
    if (!result.taken) throw tooMany('jobs', jobLimit.limit, result.retryAfterMs);
  };
  return {
    verify: (email, options) => engine.verify(email, shortened(options, maxVerifyMs)),
    lookup: (row, options) => engine.lookup(row, shortened(options, maxLookupMs)),
    accounts: { balance: async () => testBalance },
    jobs: {
      checkCredits: countSubmission,
      async submit(emails, options) {
        await countJob();
        return jobs.submit(emails, withoutAccount(options));
      },
      async submitLookups(rows, options) {
        await countJob();
        return jobs.submitLookups(rows, withoutAccount(options));
      },
      status: (jobId, access) => jobs.status(jobId, access),
      results: (jobId, access) => jobs.results(jobId, access),
      lookupStatus: (jobId, access) => jobs.lookupStatus(jobId, access),
      lookupResults: (jobId, page, access) => jobs.lookupResults(jobId, page, access),
    },
  };
}

function tooMany(what: 'jobs' | 'submissions', limit: number, retryAfterMs: number): Problem {
  return new Problem(429, `Rate limit exceeded: the maximum is ${limit} ${what} per minute per test key.`, {
    headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) },
  });
}

/** Throws InvalidArgument, naming `parameter`, for more items than a job of a test key may have. */
function checkCount(parameter: string, count: number): void {
  if (count <= maxTestItems) return;
  throw new InvalidArgument(
    parameter,
    `A job of a test key has at most ${maxTestItems} items. Send fewer, or use a live key.`,
  );
}

function shortened(
  { timeoutMs, signal }: Parameters<TestEngine['verify']>[1] = {},
  maxMs: number,
): NonNullable<Parameters<TestEngine['verify']>[1]> {
  return {
    timeoutMs: Math.min(timeoutMs ?? maxMs, maxMs),
    ...(signal === undefined ? {} : { signal }),
  };
}

function withoutAccount({
  keyId,
  idempotencyKey,
}: Parameters<TestEngine['jobs']['submit']>[1] = {}): NonNullable<
  Parameters<TestEngine['jobs']['submit']>[1]
> {
  return {
    ...(keyId === undefined ? {} : { keyId }),
    ...(idempotencyKey === undefined ? {} : { idempotencyKey }),
  };
}
