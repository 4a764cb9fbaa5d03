import * as z from 'zod';
import type { EmailVerification } from '../../../src/resources.ts';
import { text, whole, wholeInText } from '../parameter-schemas.ts';

/** The schemas of answers, which OpenAPI shows under names of their own. */
export const namedSchemas = z.registry<{ id: string }>();

/** The same for bodies of requests. What they have beside the documented fields is let pass. */
export const namedBodies = z.registry<{ id: string }>();

const orNull = z.boolean().nullable();

export const emailVerification = z
  .object({
    email: z.string().describe('The address that was verified.'),
    status: z
      .enum(['safe', 'risky', 'invalid', 'unknown'])
      .describe(
        'safe: deliverable. risky: uncertain. invalid: undeliverable. unknown: try again the next day.',
      ),
    explanation: z.string().describe('The result in plain English.'),
    email_provider: z.string().describe('Detected provider, such as Google Workspace, or Unknown.'),
    substatus: z
      .enum([
        'deliverable',
        'disposable',
        'catch_all',
        'mailbox_full',
        'role_account',
        'unverifiable',
        'invalid_syntax',
        'no_mx_records',
        'mailbox_not_found',
        'mailbox_disabled',
        'greylisted',
        'timeout',
        'mail_server_unavailable',
        'blocked',
        'dns_error',
        'temporary_failure',
        'unexpected_response',
        'smtputf8_unsupported',
      ])
      .describe('The specific reason.'),
    mx_record: z.string().nullable().describe('Main receiving mail server; null where the domain has none.'),
    is_domain_catch_all: orNull.describe('The domain takes mail for any username; null if undetermined.'),
    is_secure_email_gateway: z.boolean().describe('The domain is behind a secure email gateway.'),
    is_disposable: orNull.describe('A temporary address; null if unknown.'),
    is_role_account: orNull.describe('A generic role, such as info or support; null if unknown.'),
    is_free: orNull.describe('A free email provider; null if unknown.'),
    confidence: z.int().min(0).max(100).nullable().describe('How sure the result is; null for unknown.'),
  })
  .register(namedSchemas, { id: 'EmailVerificationResponse' }) satisfies z.ZodType<EmailVerification>;

export const credits = z
  .object({ credits: z.number().describe('Credits that can be spent now, to three decimals.') })
  .register(namedSchemas, { id: 'CreditsResponse' });
export type Credits = z.output<typeof credits>;

export const problem = z
  .object({ detail: z.string().describe('What went wrong, for a person to read.') })
  .register(namedSchemas, { id: 'Error' });

/** Query of GET /v1/verify. */
export const verifyQuery = z.object({
  email: text({ most: 320 }).describe(
    'The address to verify, percent-encoded: a plus sign is %2B, as a bare one means a space.',
  ),
  timeout: wholeInText(whole('must be a whole number of seconds from 3 to 90', { least: 3, most: 90 }))
    .default(70)
    .describe('Seconds to answer in. 3 to 10 suit points of entry, and bring more unknown results.'),
});
