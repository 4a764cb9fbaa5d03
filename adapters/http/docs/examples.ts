import type { EmailLookup, EmailVerification } from '../../../src/resources.ts';
import type { OperationExample } from '../openapi.ts';
import type { ErrorStatus } from '../problem.ts';

const aboutAddress = {
  mx_record: 'mx1.hosting.example.com',
  is_domain_catch_all: false,
  is_secure_email_gateway: false,
  is_disposable: false,
  is_role_account: false,
  is_free: false,
};

const verification: EmailVerification = {
  email: 'ann.baker@bakery.example.com',
  status: 'safe',
  explanation: 'The mail server accepts this address and refuses addresses that do not exist.',
  email_provider: 'Unknown',
  substatus: 'deliverable',
  ...aboutAddress,
  confidence: 97,
};

const missing: EmailVerification = {
  ...verification,
  email: 'ann.smith@bakery.example.com',
  status: 'invalid',
  explanation: 'The mail server says that this mailbox does not exist.',
  substatus: 'mailbox_not_found',
  confidence: 99,
};

const person = { first_name: 'Ann', last_name: 'Baker', domain: 'bakery.example.com' };

const lookup: EmailLookup = {
  status: 'safe',
  substatus: 'deliverable',
  explanation: verification.explanation,
  email_provider: 'Unknown',
  credits_consumed: 1,
  ...person,
  email: verification.email,
  ...aboutAddress,
  confidence: 96,
};

const job_id = '0b5f1d7e-3c53-4f0e-9d0c-2f1f6a1f9b1e';
const submitted = '2026-03-05T11:30:00.000Z';
const ended = '2026-03-05T11:30:04.000Z';
const idempotency = { 'Idempotency-Key': 'list of 5 March' };
const rows = [verification, missing];
const csv = [Object.keys(verification), ...rows.map(Object.values)]
  .map((cells) => `${cells.join(',')}\r\n`)
  .join('');

/** What the description groups its operations under, in its order. */
export const groups = [
  { name: 'Addresses', description: 'Will this address take mail?' },
  {
    name: 'Lists of addresses',
    description: 'Up to 100,000 addresses as one job: submit, wait, read the results.',
  },
  { name: 'People', description: 'Which address does this person have at this company?' },
  { name: 'Lists of people', description: 'Up to 10,000 people as one job.' },
  { name: 'Credits', description: 'What can be spent.' },
] as const;

/** An example for every operation, by its id, and the group that it belongs to. */
export const examples: Readonly<Record<string, OperationExample<(typeof groups)[number]['name']>>> = {
  verifyEmail: {
    group: 'Addresses',
    parameters: { email: verification.email, timeout: 10 },
    response: verification,
  },
  submitBulkVerification: {
    group: 'Lists of addresses',
    parameters: idempotency,
    body: rows.map(({ email }) => email),
    response: { job_id, status: 'submitted', total_emails: 2, estimated_cost: 0.4 },
  },
  getBulkVerification: {
    group: 'Lists of addresses',
    parameters: { job_id },
    response: {
      job_id,
      status: 'complete',
      total_emails: 2,
      emails_processed: 2,
      submitted_at: submitted,
      retry_status: 'none',
      completed_at: ended,
    },
  },
  getBulkVerificationResults: {
    group: 'Lists of addresses',
    parameters: { job_id },
    response: {
      job_id,
      status: 'complete',
      total_results: 2,
      results: rows,
      pending_retries: [],
      retry_count: 0,
    },
    otherFormats: {
      'application/x-ndjson': rows.map((row) => `${JSON.stringify(row)}\n`).join(''),
      'text/csv': csv,
    },
  },
  lookupEmail: { group: 'People', body: { ...person, timeout: 60 }, response: lookup },
  submitBulkLookup: {
    group: 'Lists of people',
    parameters: idempotency,
    body: { input: [person] },
    response: { job_id, status: 'submitted', total_rows: 1, credits_consumed: 1 },
  },
  getBulkLookup: {
    group: 'Lists of people',
    parameters: { job_id },
    response: {
      job_id,
      status: 'completed',
      total_rows: 1,
      total_processed: 1,
      summary: { total_found: 1, total_not_found: 0 },
      created_at: submitted,
      finished_at: ended,
    },
  },
  getBulkLookupResults: {
    group: 'Lists of people',
    parameters: { job_id, limit: 50, offset: 0 },
    response: { job_id, total_rows: 1, total_processed: 1, limit: 50, offset: 0, results: [lookup] },
  },
  getCredits: { group: 'Credits', response: { credits: 99.8 } },
};

/** The `detail` of an error, by its status. */
export const errorExamples: Partial<Record<ErrorStatus, string>> = {
  400: 'invalid job ID format',
  401: 'A valid API key is required in the X-API-Key header.',
  403: 'Insufficient credits: the current balance is 0.1 and the required amount is 0.2.',
  404: 'job not found',
  408: 'The body did not arrive in time.',
  409: 'The job is in_progress: its results are not ready.',
  413: 'The body is longer than 16384 bytes.',
  422: 'timeout: must be a whole number of seconds from 3 to 90.',
  429: 'Rate limit exceeded: the maximum is 20 requests per second per API key (key_requests). Try again in 1 second. The keys of an account count together.',
  500: 'An unexpected error happened on our side. Nothing was charged: try again.',
  502: 'The service is temporarily unavailable. Nothing was charged: try again later.',
  503: 'The server has no room for another long list at the moment. Nothing was charged: try again later.',
};
