import type { EmailVerification, VerificationFields } from '../../src/resources.ts';

/** Returns a verdict with the fields that a test sets. */
export function verification(changes: Partial<VerificationFields> = {}): EmailVerification {
  return {
    email: 'ann@example.org',
    status: 'safe',
    explanation: 'The mail server accepts this address.',
    email_provider: 'Google Workspace',
    substatus: 'deliverable',
    mx_record: 'mx.example.org',
    is_domain_catch_all: false,
    is_secure_email_gateway: false,
    is_disposable: false,
    is_role_account: false,
    is_free: false,
    confidence: 97,
    ...changes,
  } as EmailVerification;
}
