import type { JobAttempt, JobItem, NewJob } from '../../src/ports/job-store.ts';
import type { EmailLookup, EmailVerification, LookupRow, VerificationFields } from '../../src/resources.ts';

export const submittedAt = Date.UTC(2030, 0, 1);
export const minuteMs = 60_000;

export function newJob(fields: Partial<NewJob> = {}): NewJob {
  return {
    id: 'job',
    kind: 'verification',
    account: 'acme',
    keyId: 'key 1',
    milliCreditsPerItem: 200,
    submittedAt,
    idempotency: null,
    ...fields,
  };
}

export function addresses(count: number): JobItem[] {
  return Array.from({ length: count }, (_, position) => ({ email: `user${position}@example.com` }));
}

export const ada: LookupRow = { first_name: 'Ada', last_name: 'Lovelace', domain: 'example.com' };

export function verification(fields: Partial<VerificationFields> = {}): EmailVerification {
  return {
    email: 'user@example.com',
    status: 'safe',
    explanation: 'The mailbox exists and takes mail.',
    email_provider: 'Google Workspace',
    substatus: 'deliverable',
    mx_record: 'mx.example.com',
    is_domain_catch_all: false,
    is_secure_email_gateway: false,
    is_disposable: false,
    is_role_account: false,
    is_free: true,
    confidence: 98,
    ...fields,
  } as EmailVerification;
}

export function greylisted(fields: Partial<VerificationFields> = {}): EmailVerification {
  return verification({
    status: 'unknown',
    substatus: 'greylisted',
    explanation: 'The server asked to be tried again later.',
    is_domain_catch_all: null,
    confidence: null,
    ...fields,
  });
}

export function lookup(fields: Partial<EmailLookup> = {}): EmailLookup {
  return {
    status: 'safe',
    substatus: 'deliverable',
    explanation: 'The mailbox exists and takes mail.',
    email_provider: 'Unknown',
    credits_consumed: 1,
    first_name: 'Ada',
    last_name: 'Lovelace',
    domain: 'example.com',
    email: 'ada.lovelace@example.com',
    mx_record: 'mx.example.com',
    is_domain_catch_all: false,
    is_secure_email_gateway: false,
    is_disposable: false,
    is_role_account: false,
    is_free: false,
    confidence: 98,
    ...fields,
  };
}

/** Returns the first attempt at an item, by default with a final result. */
export function attemptAt(position: number, fields: Partial<Omit<JobAttempt, 'position'>> = {}): JobAttempt {
  const email = `user${position}@example.com`;
  const result = fields.retryAt == null ? verification({ email }) : greylisted({ email });
  return { position, attempt: 1, result, retryAt: null, ...fields };
}

/** Returns first attempts at `count` items, from `position` on. */
export function attemptsFrom(position: number, count: number): JobAttempt[] {
  return Array.from({ length: count }, (_, index) => attemptAt(position + index));
}
