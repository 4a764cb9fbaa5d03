import type { RequestOptions } from '../../src/engine-interface.ts';
import { InvalidArgument } from '../../src/errors.ts';
import type { EndpointEngine } from './http-engine.ts';

/** The part of an `Engine` that requests with test keys reach. */
export type TestEngine = Pick<EndpointEngine, 'verify' | 'lookup' | 'jobs'>;

/** Tests of clients should be quick: nothing in a sandbox answers later than this without being meant to. */
const maxVerifyMs = 5_000;
const maxLookupMs = 15_000;
const maxTestItems = 200;
/** Longest body of a submission with a test key, in bytes. */
const maxTestBodyBytes = maxTestItems * 1_000;

/** What the body of a request with a test key may hold. */
export const testBodyLimits = { maxBytes: maxTestBodyBytes, checkCount };
/** Never spent. */
const testBalance = { available: 1_000_000, held: 0 } as const;

/**
 * Returns what requests with test keys are answered from: nothing is charged, and all of it counts against the budgets of unpaid work
 * of the account, over all its test keys. The balance is always 1,000 credits, the time limit of a request is at most 5 seconds (15 for
 * a lookup), and a job has at most 200 items. `checkCredits` counts a submission, so call it before the body is read.
 */
export function endpointsForTests(engine: TestEngine, account: string): EndpointEngine {
  const { jobs } = engine;
  const unpaid = { account, unpaid: true } as const;
  return {
    verify: (email, options) => engine.verify(email, { ...shortened(options, maxVerifyMs), ...unpaid }),
    lookup: (row, options) => engine.lookup(row, { ...shortened(options, maxLookupMs), ...unpaid }),
    accounts: { balance: async () => testBalance },
    jobs: {
      ...jobs,
      checkCredits: (kind, options) => jobs.checkCredits(kind, { ...options, ...unpaid }),
      submit: (emails, options) => jobs.submit(emails, { ...options, ...unpaid }),
      submitLookup: (rows, options) => jobs.submitLookup(rows, { ...options, ...unpaid }),
    },
  };
}

/** Throws InvalidArgument, naming `parameter`, for more items than a job of a test key may have. */
function checkCount(parameter: string, count: number): void {
  if (count <= maxTestItems) return;
  throw new InvalidArgument(
    parameter,
    `A job of a test key has at most ${maxTestItems} items. Send fewer, or use a live key.`,
  );
}

function shortened({ timeoutMs, signal }: RequestOptions = {}, maxMs: number): RequestOptions {
  return {
    timeoutMs: Math.min(timeoutMs ?? maxMs, maxMs),
    ...(signal === undefined ? {} : { signal }),
  };
}
