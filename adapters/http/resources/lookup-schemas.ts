import * as z from 'zod';
import type { EmailLookup } from '../../../src/resources.ts';
import { text, whole } from '../parameter-schemas.ts';
import { namedBodies, namedSchemas } from './schemas.ts';

const orNull = z.boolean().nullable();

/** Body of POST /v1/email-lookup. */
export const emailLookupBody = z
  .object(
    {
      first_name: text({ least: 1, most: 255 }),
      last_name: text({ least: 1, most: 255 }),
      domain: text({ least: 3, most: 255 }).describe('Of the company, such as example.com.'),
      timeout: whole('must be a whole number of seconds from 30 to 120', { least: 30, most: 120 })
        .default(90)
        .describe('Seconds to answer in. When they are over, the answer is timeout, and charged.'),
    },
    { error: 'must be an object' },
  )
  .register(namedBodies, { id: 'EmailLookupRequest' });

export const emailLookup = z
  .object({
    status: z
      .enum(['safe', 'unknown'])
      .describe('safe: a deliverable address was found. unknown: none was, or the time was over.'),
    substatus: z
      .enum(['deliverable', 'no_address_found', 'timeout'])
      .describe('The specific reason; timeout is answered to single lookups only.'),
    explanation: z.string().describe('The result in plain English.'),
    email_provider: z.string().describe('Provider of the address; Unknown where none was found.'),
    credits_consumed: z.int().min(0).describe('Credits charged for this lookup; 0 from the cache.'),
    first_name: z.string().describe('As supplied, case and white space cleaned.'),
    last_name: z.string().describe('As supplied, case and white space cleaned.'),
    domain: z.string().describe('As supplied, case and white space cleaned.'),
    email: z.string().nullable().describe('The address; null when none was confirmed.'),
    mx_record: z.string().nullable().describe('Main receiving mail server.'),
    is_domain_catch_all: orNull.describe('The domain takes mail for any username; null if undetermined.'),
    is_secure_email_gateway: z.boolean().describe('The domain is behind a secure email gateway.'),
    is_disposable: orNull.describe('A temporary address; null if unknown.'),
    is_role_account: orNull.describe('A generic role, such as info or support; null if unknown.'),
    is_free: orNull.describe('A free email provider; null if unknown.'),
    confidence: z.int().min(0).max(100).nullable().describe('How sure the result is; null for unknown.'),
  })
  .register(namedSchemas, { id: 'EmailLookupResponse' }) satisfies z.ZodType<EmailLookup>;
