import { randomUUID } from 'node:crypto';
import type { HttpEngine } from '../../../adapters/http/http-engine.ts';
import { systemClock } from '../../../adapters/system-clock.ts';
import { createBudgets } from '../../../src/budgets/budgets.ts';
import type { Job } from '../../../src/bulk/job.ts';
import { InvalidArgument, NotFound } from '../../../src/errors.ts';
import type { LookupRow } from '../../../src/resources.ts';
import { jobWith, lookupResult, stubEngine } from '../../support/stub-http-engine.ts';

/** What the engine was asked to submit last. */
export interface Submitted {
  emails: readonly string[] | undefined;
  rows: readonly LookupRow[] | undefined;
  lookup: { readonly row: LookupRow; readonly timeoutMs: number | undefined } | undefined;
}

/** An engine that answers everything at once and remembers what it was asked to submit. It limits no rates. */
export async function submittingEngine(): Promise<{
  engine: HttpEngine;
  key: string;
  submitted: Submitted;
}> {
  const submitted: Submitted = { emails: undefined, rows: undefined, lookup: undefined };
  const noJob = async (): Promise<never> => {
    throw new NotFound('job not found');
  };
  const { engine, key } = await stubEngine({
    budgets: createBudgets({
      rateLimits: { take: async () => ({ taken: true }) },
      clock: systemClock,
      limits: {
        stranger_requests: Number.POSITIVE_INFINITY,
        refused_submissions: Number.POSITIVE_INFINITY,
      },
      onRefused: () => {},
    }),
    async lookup(row, { timeoutMs } = {}) {
      submitted.lookup = { row, timeoutMs };
      return { ...lookupResult, ...row };
    },
    jobs: {
      checkCredits: async () => {},
      async submit(emails) {
        if (emails.length === 0) throw new InvalidArgument('emails', 'email list cannot be empty');
        submitted.emails = emails;
        return submittedJob('verification', emails.length);
      },
      async submitLookup(rows) {
        submitted.rows = rows;
        return submittedJob('lookup', rows.length);
      },
      get: noJob,
      results: noJob,
      lookupResults: noJob,
      queueDepth: async () => ({ queued: 0, delayed: 0, active: 0, oldestDueRetryMs: 0 }),
    },
  });
  return { engine, key, submitted };
}

function submittedJob(kind: Job['kind'], total: number): Job {
  return jobWith({ id: randomUUID(), kind, milliCreditsPerItem: 1_000 }, total);
}
