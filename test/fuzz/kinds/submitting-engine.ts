import { randomUUID } from 'node:crypto';
import type { HttpEngine } from '../../../adapters/http/http-engine.ts';
import { systemClock } from '../../../adapters/system-clock.ts';
import { createBudgets } from '../../../src/budgets/budgets.ts';
import { InvalidArgument, NotFound } from '../../../src/errors.ts';
import type { LookupRow } from '../../../src/resources.ts';
import { lookupResult, stubEngine } from '../../support/stub-http-engine.ts';

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
        return { job_id: randomUUID(), status: 'submitted', total_emails: emails.length, estimated_cost: 1 };
      },
      async submitLookups(rows) {
        submitted.rows = rows;
        return {
          job_id: randomUUID(),
          status: 'submitted',
          total_rows: rows.length,
          credits_consumed: rows.length,
        };
      },
      status: noJob,
      results: noJob,
      lookupStatus: noJob,
      lookupResults: noJob,
      queueDepth: async () => ({ queued: 0, delayed: 0, active: 0, oldestDueRetryMs: 0 }),
    },
  });
  return { engine, key, submitted };
}
