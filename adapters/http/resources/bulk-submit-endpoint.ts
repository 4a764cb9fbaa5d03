import { InvalidArgument } from '../../../src/errors.ts';
import type { Endpoint } from '../endpoint.ts';
import { readJson } from '../json-body.ts';
import { Problem } from '../problem.ts';
import { jsonReply } from '../reply.ts';
import { bulkReceipt, bulkSubmission } from './bulk-schemas.ts';
import { idempotencyHeaders, idempotently } from './idempotency.ts';

export const bulkSubmitEndpoint: Endpoint = {
  method: 'POST',
  path: '/v1/bulk',
  operationId: 'submitBulkVerification',
  summary: 'Submit up to 100,000 addresses as a job',
  // Service document, Limits: not subject to the per-second cap.
  rateLimited: false,
  headers: idempotencyHeaders,
  body: bulkSubmission,
  response: bulkReceipt,
  errors: [400, 403, 413, 422],
  async respond({ engine, key, request, maxBodyBytes }) {
    const emails = emailsIn(await readJson(request, maxBodyBytes));
    const owner = { account: key.account, keyId: key.id };
    const submit = (repeatable: { idempotencyKey?: string }) =>
      engine.jobs.submit(emails, { ...owner, ...repeatable });
    try {
      return jsonReply(await idempotently(request, submit));
    } catch (error) {
      throw refusal(error);
    }
  },
};

function emailsIn(body: unknown): readonly string[] {
  if (!Array.isArray(body)) throw new Problem(422, 'body: must be an array of strings.');
  const odd = body.findIndex((entry) => typeof entry !== 'string');
  if (odd !== -1) throw new Problem(422, `body[${odd}]: must be a string.`);
  return body;
}

/** The service document names the code and the words for a list that is too short or too long. */
function refusal(error: unknown): unknown {
  const ofList = error instanceof InvalidArgument && error.parameter === 'emails';
  return ofList ? new Problem(400, error.message) : error;
}
