import * as z from 'zod';
import { words } from '../../../src/argument-checks.ts';
import type { EmailVerification, VerificationFields } from '../../../src/resources.ts';
import type { Endpoint } from '../endpoint.ts';
import { integer, integerInQuery, text } from '../parameter-schemas.ts';
import { readQuery } from '../query.ts';
import { HttpRequestOptions } from '../request-options.ts';
import { jsonResponse } from '../response.ts';
import { namedSchemas } from './named-schemas.ts';

const booleanOrNull = z.boolean().nullable();

/** Fields about an address that verifications and lookups both end with. */
export const addressFields = {
  is_domain_catch_all: booleanOrNull.describe(
    'The domain takes mail for any username; null if undetermined.',
  ),
  is_secure_email_gateway: z.boolean().describe('The domain is behind a secure email gateway.'),
  is_disposable: booleanOrNull.describe('A temporary address; null if unknown.'),
  is_role_account: booleanOrNull.describe('A generic role, such as info or support; null if unknown.'),
  is_free: booleanOrNull.describe('A free email provider; null if unknown.'),
  confidence: z.int().min(0).max(100).nullable().describe('How sure the result is; null for unknown.'),
};

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
        ...words('deliverable disposable catch_all mailbox_full role_account unverifiable invalid_syntax'),
        ...words(
          'no_mx_records mailbox_not_found mailbox_disabled greylisted timeout mail_server_unavailable',
        ),
        ...words('blocked dns_error temporary_failure unexpected_response smtputf8_unsupported'),
      ])
      .describe('The specific reason.'),
    mx_record: z.string().nullable().describe('Main receiving mail server; null where the domain has none.'),
    ...addressFields,
  })
  .register(namedSchemas, { id: 'EmailVerificationResponse' }) satisfies z.ZodType<VerificationFields>;

const verifyQuery = z.object({
  email: text({ maxLength: 320 }).describe(
    'The address to verify, percent-encoded: a plus sign is %2B, as a bare one means a space.',
  ),
  timeout: integerInQuery(integer('must be a whole number of seconds from 3 to 90', { min: 3, max: 90 }))
    .default(70)
    .describe('Seconds to answer in. 3 to 10 suit points of entry, and bring more unknown results.'),
});

export const verifyEndpoint: Endpoint = {
  method: 'GET',
  path: '/v1/verify',
  operationId: 'verifyEmail',
  summary: 'Verify one email address',
  query: verifyQuery,
  response: emailVerification,
  errors: [403, 422],
  async respond({ engine, key, request, recordSubject }) {
    const { email, timeout } = readQuery(request.target, verifyQuery);
    recordSubject(email);
    const options = new HttpRequestOptions(request, timeout * 1_000, key);
    return jsonResponse(explainPlus(await engine.verify(email, options), { email, target: request.target }));
  },
};

/** Queries are read like forms, where a bare + is a space: says so of an address that is invalid for it. */
function explainPlus(
  verification: Readonly<EmailVerification>,
  { email, target }: { readonly email: string; readonly target: string },
): Readonly<EmailVerification> {
  if (verification.substatus !== 'invalid_syntax' || !email.trim().includes(' ') || !target.includes('+'))
    return verification;
  const cause = verification.explanation.replace(/\.$/, '');
  return { ...verification, explanation: `${cause} (in a URL, + is a space: send a plus sign as %2B).` };
}
