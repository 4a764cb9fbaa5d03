import { randomUUID } from 'node:crypto';
import type { HttpEngine } from '../../../adapters/http/http-engine.ts';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { InvalidArgument, NotFound } from '../../../src/errors.ts';
import type { EmailVerification, LookupRow } from '../../../src/resources.ts';
import { ManualClock } from '../../support/manual-clock.ts';

const verdict: EmailVerification = {
  email: 'ann@example.org',
  status: 'safe',
  explanation: 'The mail server accepts mail for this address.',
  email_provider: 'Unknown',
  substatus: 'deliverable',
  mx_record: 'mx.example.org',
  is_domain_catch_all: false,
  is_secure_email_gateway: false,
  is_disposable: false,
  is_role_account: false,
  is_free: false,
  confidence: 97,
};

/** What the engine was asked to submit last. */
export interface Submitted {
  emails: readonly string[] | undefined;
  rows: readonly LookupRow[] | undefined;
  lookup: { readonly row: LookupRow; readonly timeoutMs: number | undefined } | undefined;
}

/** An engine that answers everything at once, for requests that need none. */
export async function stubEngine(): Promise<{ engine: HttpEngine; key: string; submitted: Submitted }> {
  const clock = new ManualClock();
  const { keys, ledger, checkReady } = memoryStores({ clock });
  await ledger.grant({ id: 'first', account: 'acme', milliCredits: 1e12, reason: 'purchase' });
  const { key } = await keys.create({ account: 'acme' });
  const submitted: Submitted = { emails: undefined, rows: undefined, lookup: undefined };
  const noJob = async (): Promise<never> => {
    throw new NotFound('job not found');
  };
  const engine: HttpEngine = {
    keys,
    checkReady,
    rateLimits: { take: async () => ({ taken: true }) },
    accounts: { balance: (account) => ledger.balance(account) },
    observe: () => () => {},
    verify: async (email) => ({ ...verdict, email }),
    async lookup(row, { timeoutMs } = {}) {
      submitted.lookup = { row, timeoutMs };
      return { ...verdict, ...row, status: 'safe', substatus: 'deliverable', credits_consumed: 1 };
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
    },
  };
  return { engine, key, submitted };
}
