import * as z from 'zod';
import { suggest } from '../../../src/address/suggestion/suggestion.ts';
import type { VerifyRequestOptions } from '../../../src/engine-interface.ts';
import { rowKey } from '../../../src/lookup/row.ts';
import type { EmailLookup, VerificationFields } from '../../../src/resources.ts';
import { preferredType } from '../../http/accept.ts';
import { integer, text } from '../../http/parameter-schemas.ts';
import { emailLookupBody, lookUp, emailLookup as lookupOverHttp } from '../../http/resources/lookup.ts';
import { emailVerification } from '../../http/resources/verify.ts';
import { statusResponse } from '../../http/response.ts';
import { type ConsoleEndpoint, streamEvents } from '../endpoint.ts';
import { answerSchemas, bodySchemas } from './named-schemas.ts';

const substatus = z.enum([...emailVerification.shape.substatus.options, 'not_asked']);

/** As /v1 answers, and `not_asked` for levels below `smtp`. */
export const verification = z
  .object({ ...emailVerification.shape, substatus })
  .register(answerSchemas, { id: 'Verification' }) satisfies z.ZodType<VerificationFields>;

export const lookup = z
  .object(lookupOverHttp.shape)
  .register(answerSchemas, { id: 'Lookup' }) satisfies z.ZodType<EmailLookup>;

const types = ['text/event-stream', 'application/json'] as const;
const timeoutRule = 'must be a whole number of milliseconds from 3000 to 90000';

const verifyBody = z
  .object(
    {
      email: text({ maxLength: 320 }),
      level: z.enum(['syntax', 'dns', 'smtp'], { error: 'must be syntax, dns or smtp' }).default('smtp'),
      timeout_ms: integer(timeoutRule, { min: 3_000, max: 90_000 }).default(70_000),
    },
    { error: 'must be an object' },
  )
  .register(bodySchemas, { id: 'VerifyRequest' });

const verificationStep = z
  .object({
    at_ms: z.number().describe('Since the request began.'),
    exchange: z.string().optional(),
    egress: z.string().optional(),
    kind: z.enum(['dns', 'connect', 'command', 'reply', 'pause', 'note']),
    text: z
      .string()
      .describe('What was asked or answered, as it was; written by a mail server if it is a reply.'),
  })
  .register(answerSchemas, { id: 'VerificationStep' });

const suggestion = z
  .object({ email: z.string().describe('The address that was probably meant.') })
  .register(answerSchemas, { id: 'Suggestion' });

const verificationEvent = z
  .union([verificationStep, suggestion])
  .register(answerSchemas, { id: 'VerificationEvent' });

export const verifyEndpoint: ConsoleEndpoint = {
  access: 'account',
  method: 'POST',
  path: '/api/verify',
  operationId: 'verifyEmail',
  summary: 'Verify one address, and see what is asked and answered; charged to the account',
  body: verifyBody,
  response: verification,
  otherFormats: {
    'text/event-stream': {
      schema: verificationEvent,
      description:
        'The default. Events step, as they happen, but those from the first reply about the address on once it is charged; suggestion, if its domain looks like a typo; then result or problem.',
    },
  },
  errors: [403, 408, 413, 422, 503],
  async respond(context) {
    const { parts, account, request, body, recordSubject } = context;
    const { email, level, timeout_ms: timeoutMs } = await body.json(verifyBody);
    recordSubject(email);
    const { engine, clock } = parts;
    // Whoever leaves before the answer pays nothing.
    await engine.budgets.take('console_verifications', account);
    const options: VerifyRequestOptions = { account, level, timeoutMs };
    if (preferredType(request.header('accept'), types) === 'application/json')
      return statusResponse(200, await engine.verify(email, { ...options, signal: request.signal }));
    const startedAt = clock.now();
    return streamEvents(context, async (send, signal) => {
      const result = await engine.verify(email, {
        ...options,
        signal,
        onStep({ at, exchange, egress, kind, text }) {
          const step: z.output<typeof verificationStep> = {
            at_ms: Math.max(0, Math.round(at - startedAt)),
            ...(exchange === null ? {} : { exchange }),
            ...(egress === null ? {} : { egress }),
            kind,
            text,
          };
          send('step', step);
        },
      });
      const meant = suggest(email);
      if (meant !== undefined)
        send('suggestion', { email: meant.email } satisfies z.output<typeof suggestion>);
      send('result', result);
    });
  },
};

const lookupBody = z
  .object(emailLookupBody.shape, { error: 'must be an object' })
  .register(bodySchemas, { id: 'LookupRequest' });

export const lookupEndpoint: ConsoleEndpoint = {
  access: 'account',
  method: 'POST',
  path: '/api/lookup',
  operationId: 'lookupEmail',
  summary: 'Find the address of a person at a domain; charged to the account',
  body: lookupBody,
  response: lookup,
  errors: [403, 408, 413, 422],
  async respond({ parts, account, request, body, recordSubject }) {
    const { timeout, ...row } = await body.json(lookupBody);
    recordSubject(rowKey(row));
    await parts.engine.budgets.take('console_verifications', account);
    const options = { account, timeoutMs: timeout * 1_000, signal: request.signal };
    return statusResponse(200, await lookUp(parts.engine, row, options));
  },
};
