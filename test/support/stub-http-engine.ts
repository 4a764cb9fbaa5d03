import type { HttpEngine } from '../../adapters/http/index.ts';
import { memoryStores } from '../../adapters/memory/index.ts';
import { newJob } from '../../contract/jobs/sample-data.ts';
import { createBudgets } from '../../src/budgets/budgets.ts';
import { type Job, jobStateOf, newJobRecord } from '../../src/bulk/job.ts';
import type { EmailLookup } from '../../src/index.ts';
import type { JobRecord, KeyStore } from '../../src/ports/index.ts';
import { verdictWith } from '../verdict/verdicts.ts';
import { ManualClock } from './manual-clock.ts';

export const verdict = verdictWith();

export const lookupResult: EmailLookup = {
  ...verdict,
  status: 'safe',
  substatus: 'deliverable',
  credits_consumed: 1,
  first_name: 'Ann',
  last_name: 'Lee',
  domain: 'example.org',
  email: 'ann.lee@example.org',
};

/** A job of so many items; `changes` replaces anything of its record. */
export function jobWith(changes: Partial<JobRecord>, total: number): Job {
  return { ...jobStateOf({ ...newJobRecord(newJob(), total), ...changes }), nextRetryAt: null };
}

export interface StubbedEngine {
  readonly engine: HttpEngine;
  /** A key of the account "acme", which has 100 credits. */
  readonly key: string;
  readonly clock: ManualClock;
  readonly keys: KeyStore;
  revoke(key: string): Promise<boolean>;
}

/** Creates an engine with real keys, rates and balances on a manual clock. `changes` replaces any of its methods. */
export async function stubEngine(changes: Partial<HttpEngine> = {}): Promise<StubbedEngine> {
  const clock = new ManualClock();
  const { keys, rateLimits, ledger, checkReady } = memoryStores({ clock });
  await ledger.grant({ id: 'first', account: 'acme', milliCredits: 100_000, reason: 'purchase' });
  const { key } = await keys.create({ account: 'acme' });
  const engine: HttpEngine = {
    keys,
    budgets: createBudgets({ rateLimits, clock, onRefused: () => {} }),
    checkReady,
    jobs: {
      checkCredits: failWithoutJobs,
      submit: failWithoutJobs,
      submitLookup: failWithoutJobs,
      get: failWithoutJobs,
      results: failWithoutJobs,
      lookupResults: failWithoutJobs,
      queueDepth: async () => ({ queued: 0, delayed: 0, active: 0, oldestDueRetryMs: 0 }),
    },
    accounts: { balance: (account) => ledger.balance(account) },
    observe: () => () => {},
    verify: async (email) => ({ ...verdict, email }),
    lookup: async (row) => ({ ...lookupResult, ...row }),
    ...changes,
  };
  return { engine, key, clock, keys, revoke: (revoked) => keys.revoke(revoked) };
}

async function failWithoutJobs(): Promise<never> {
  throw new Error('Tests of jobs have an engine of their own.');
}
