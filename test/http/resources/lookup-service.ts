import { expect } from 'vitest';
import type { BulkLookupReceipt, EmailLookup, LookupRow } from '../../../src/index.ts';
import { lookupResult } from '../../support/stub-http-engine.ts';
import { post } from '../http-fixtures.ts';
import { advanceUntil, type BulkService, createBulkService, serveBulk } from './bulk-service.ts';

/** An exchange that knows one person only, at every domain. */
const annOnly = { knows: (to: string) => to.startsWith('ann.lee@') };

export const ann: LookupRow = { first_name: 'Ann', last_name: 'Lee', domain: 'example.com' };
export const bob: LookupRow = { first_name: 'Bob', last_name: 'Smith', domain: 'example.com' };

export function createLookupService(
  options: Parameters<typeof createBulkService>[0] = {},
): Promise<BulkService> {
  return createBulkService({ script: annOnly, ...options });
}

/** Creates such an engine, and serves it. */
export const serveLookups: typeof serveBulk = (options) => serveBulk({ script: annOnly, ...options });

/** Requests one lookup, and advances the clock until the response. */
export async function lookUp(
  { clock, key }: BulkService,
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  let settled = false;
  const response = post(`${url}/v1/email-lookup`, key, body, headers).finally(() => {
    settled = true;
  });
  response.catch(() => {});
  await advanceUntil(clock, async () => settled);
  return response;
}

/** Submits a job over HTTP. Returns its id. */
export async function submitBulkLookup(
  url: string,
  key: string,
  rows: readonly LookupRow[],
): Promise<string> {
  const response = await post(`${url}/v1/bulk-lookup`, key, { input: rows });
  expect(response.status).toBe(200);
  return ((await response.json()) as BulkLookupReceipt).job_id;
}

/** Records outcomes of rows by position, as a worker does. */
export async function recordRows(
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
      result: lookupResultFor(items[index]?.item as LookupRow, outcome === 'found'),
      retryAt: outcome === 'tried again' ? at + 360_000 : null,
    })),
    { at },
  );
}

export function lookupResultFor(row: LookupRow, found: boolean): EmailLookup {
  if (found) return { ...lookupResult, ...row, email: `ann.lee@${row.domain}` };
  return {
    ...lookupResult,
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

/** Creates rows at different domains. */
export function createRows(count: number): LookupRow[] {
  return Array.from({ length: count }, (_, index) => ({ ...ann, domain: `d${index}.example.com` }));
}
