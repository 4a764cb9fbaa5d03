import * as z from 'zod';

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
