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
const submissionLimit = { limit: 10, windowMs: 60_000 };
/** Never spent. */
const testBalance = { available: 1_000_000, held: 0 } as const;

/**
 * Returns what requests with test keys are answered from: nothing is charged, the balance is always 1,000 credits, the time
 * limit of a request is at most 5 seconds (15 for a lookup), a job has at most 200 items, and a key submits at most 10 a minute.
 */
export function endpointsForTests(
  engine: TestEngine,
  { keyId, rateLimits }: { keyId: string; rateLimits: RateLimits },
): EndpointEngine {
  const { jobs } = engine;
  const countSubmission = async () => {
    const result = await rateLimits.take(`${keyId}:test-jobs`, submissionLimit);
    if (!result.taken) throw tooManySubmissions(result.retryAfterMs);
  };
  return {
    verify: (email, options) => engine.verify(email, shortened(options, maxVerifyMs)),
    lookup: (row, options) => engine.lookup(row, shortened(options, maxLookupMs)),
    accounts: { balance: async () => testBalance },
    jobs: {
      checkCredits: async () => {},
      async submit(emails, options) {
        await countSubmission();
        checkCount('emails', emails.length);
        return jobs.submit(emails, withoutAccount(options));
      },
      async submitLookups(rows, options) {
        await countSubmission();
        checkCount('input', rows.length);
        return jobs.submitLookups(rows, withoutAccount(options));
      },
      status: (jobId, access) => jobs.status(jobId, access),
      results: (jobId, access) => jobs.results(jobId, access),
      lookupStatus: (jobId, access) => jobs.lookupStatus(jobId, access),
      lookupResults: (jobId, page, access) => jobs.lookupResults(jobId, page, access),
    },
  };
}

function tooManySubmissions(retryAfterMs: number): Problem {
  return new Problem(
    429,
    `Rate limit exceeded: the maximum is ${submissionLimit.limit} jobs per minute per test key.`,
    { headers: { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterMs / 1_000))) } },
  );
}

function checkCount(parameter: 'emails' | 'input', count: number): void {
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
