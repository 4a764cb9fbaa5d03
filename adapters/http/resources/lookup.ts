import * as z from 'zod';
import type { RequestOptions } from '../../../src/engine-interface.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import { rowKey } from '../../../src/lookup/row.ts';
import type { EmailLookup, LookupRow } from '../../../src/resources.ts';
import type { Endpoint } from '../endpoint.ts';
import type { HttpEngine } from '../http-engine.ts';
import { integer, text } from '../parameter-schemas.ts';
import { Problem } from '../problem.ts';
import { HttpRequestOptions } from '../request-options.ts';
import { jsonResponse } from '../response.ts';
import { namedBodies, namedSchemas } from './named-schemas.ts';
import { addressFields } from './verify.ts';

export const emailLookupBody = z
  .object(
    {
      first_name: text({ minLength: 1, maxLength: 255 }),
      last_name: text({ minLength: 1, maxLength: 255 }),
      domain: text({ minLength: 3, maxLength: 255 }).describe(
        'Of the company, such as example.com; of the URL of a website, or an address, it is the domain there.',
      ),
      timeout: integer('must be a whole number of seconds from 30 to 120', { min: 30, max: 120 })
        .default(90)
        .describe(
          'Seconds to answer in; 90 if left out. When they are over, the answer is timeout, and charged.',
        ),
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
    domain: z.string().describe('The supplied one, cleaned.'),
    email: z.string().nullable().describe('The address; null when none was confirmed.'),
    mx_record: z.string().nullable().describe('Main receiving mail server.'),
    ...addressFields,
  })
  .register(namedSchemas, { id: 'EmailLookupResponse' }) satisfies z.ZodType<EmailLookup>;

export const lookupEndpoint: Endpoint = {
  method: 'POST',
  path: '/v1/email-lookup',
  operationId: 'lookupEmail',
  summary: 'Find the address of a person at a domain',
  body: emailLookupBody,
  response: emailLookup,
  errors: [403, 408, 413, 422],
  async respond({ engine, key, request, body, recordSubject }) {
    const { timeout, ...row } = await body.json(emailLookupBody);
    recordSubject(rowKey(row));
    const options = new HttpRequestOptions(request, timeout * 1_000, key);
    return jsonResponse(await lookUp(engine, row, options));
  },
};

/** Looks up a person. A page at a social network instead of a domain is a fault of the request. */
export async function lookUp(
  engine: Pick<HttpEngine, 'lookup'>,
  row: LookupRow,
  options: RequestOptions,
): Promise<EmailLookup> {
  try {
    return await engine.lookup(row, options);
  } catch (error) {
    if (!(error instanceof InvalidArgument && error.parameter === 'domain')) throw error;
    throw new Problem(422, `domain: ${error.message}`);
  }
}
