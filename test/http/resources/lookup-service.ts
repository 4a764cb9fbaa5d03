import { expect } from 'vitest';
import type { BulkLookupReceipt, EmailLookup, LookupRow } from '../../../src/index.ts';
import { lookedUp, post } from '../served.ts';
import { type BulkService, bulkService, passing } from './bulk-service.ts';

/** An exchange with one person, and nobody else, at every domain. */
const annOnly = { knows: (to: string) => to.startsWith('ann.lee@') };

export const ann: LookupRow = { first_name: 'Ann', last_name: 'Lee', domain: 'example.com' };
export const bob: LookupRow = { first_name: 'Bob', last_name: 'Smith', domain: 'example.com' };

export function lookupService(options: Parameters<typeof bulkService>[0] = {}): Promise<BulkService> {
  return bulkService({ script: annOnly, ...options });
}

/** Asks for one person, and lets time pass until there is an answer. */
export async function lookUp(
  { clock, key }: BulkService,
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  let settled = false;
  const asked = post(`${url}/v1/email-lookup`, key, body, headers).finally(() => {
    settled = true;
  });
  asked.catch(() => {});
  await passing(clock, async () => settled);
  return asked;
}

/** Submits over HTTP. Returns the job's id. */
export async function submittedRows(url: string, key: string, rows: readonly LookupRow[]): Promise<string> {
  const response = await post(`${url}/v1/bulk-lookup`, key, { input: rows });
  expect(response.status).toBe(200);
  return ((await response.json()) as BulkLookupReceipt).job_id;
}

/** A worker recorded these rows, by position: found, not found, or to be tried again. */
export async function workedRows(
  { stores, clock }: Pick<BulkService, 'stores' | 'clock'>,
  jobId: string,
  outcomes: readonly (readonly [position: number, outcome: 'found' | 'not found' | 'tried again'])[],
): Promise<void> {
  const at = clock.now();
  await stores.jobs.start(jobId, { at });
  const items = await stores.jobs.items(
    jobId,
    outcomes.map(([position]) => position),
  );
  await stores.jobs.record(
    jobId,
    outcomes.map(([position, outcome], index) => ({
      position,
      attempt: 1,
      result: resultOf(items[index]?.item as LookupRow, outcome === 'found'),
      retryAt: outcome === 'tried again' ? at + 360_000 : null,
    })),
    { at },
  );
}

export function resultOf(row: LookupRow, found: boolean): EmailLookup {
  if (found) return { ...lookedUp, ...row, email: `ann.lee@${row.domain}` };
  return {
    ...lookedUp,
    ...row,
    status: 'unknown',
    substatus: 'no_address_found',
    explanation: 'None of the likely addresses exists.',
    email: null,
    mx_record: null,
    is_domain_catch_all: null,
    is_disposable: null,
    is_role_account: null,
    is_free: null,
    confidence: null,
  };
}

/** Rows of as many persons. */
export function persons(count: number): LookupRow[] {
  return Array.from({ length: count }, (_, index) => ({ ...ann, domain: `d${index}.example.com` }));
}
