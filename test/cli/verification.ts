import type { EmailVerification, VerificationFields } from '../../src/resources.ts';
import { verdictWith } from '../verdict/verdicts.ts';

/** Returns a verdict with the fields that a test sets. */
export function verification(changes: Partial<VerificationFields> = {}): EmailVerification {
  return verdictWith({
    explanation: 'The mail server accepts this address.',
    email_provider: 'Google Workspace',
    ...changes,
  });
}
