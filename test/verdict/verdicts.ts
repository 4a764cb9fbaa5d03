import type { EmailVerification, VerificationFields } from '../../src/resources.ts';
import { explanations } from '../../src/verdict/explanations.ts';

/** A verdict on a mailbox that exists, with other fields where given. */
export function verdictWith(fields: Partial<VerificationFields> = {}): EmailVerification {
  return {
    email: 'ann@example.org',
    status: 'safe',
    explanation: explanations.deliverable,
    email_provider: 'Unknown',
    substatus: 'deliverable',
    mx_record: 'mx.example.org',
    is_domain_catch_all: false,
    is_secure_email_gateway: false,
    is_disposable: false,
    is_role_account: false,
    is_free: false,
    confidence: 97,
    ...fields,
  } as EmailVerification;
}
