import { Conflict, InvalidArgument } from '../../src/errors.ts';
import { bulkReceipt, bulkSubmission, bulkSubmissionHeaders } from './bulk-schemas.ts';
import type { Endpoint } from './endpoint.ts';
import { readJson } from './json-body.ts';
import { Problem } from './problem.ts';
import { jsonReply } from './reply.ts';

export const bulkSubmitEndpoint: Endpoint = {
  method: 'POST',
  path: '/v1/bulk',
  operationId: 'submitBulkVerification',
  summary: 'Submit up to 100,000 addresses as a job',
  // Service document, Limits: not subject to the per-second cap.
  rateLimited: false,
  headers: bulkSubmissionHeaders,
  body: bulkSubmission,
  response: bulkReceipt,
  errors: [400, 403, 413, 422],
  async respond({ engine, key, request, maxBodyBytes }) {
    const idempotencyKey = request.header('idempotency-key');
    const emails = emailsIn(await readJson(request, maxBodyBytes));
    try {
      const { account, id: keyId } = key;
      const repeatable = idempotencyKey === undefined ? {} : { idempotencyKey };
      return jsonReply(await engine.jobs.submit(emails, { account, keyId, ...repeatable }));
    } catch (error) {
      throw refusal(error, idempotencyKey);
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
function refusal(error: unknown, idempotencyKey: string | undefined): unknown {
  if (error instanceof Conflict && idempotencyKey !== undefined) {
    return new Problem(422, 'Idempotency-Key: was used before, for other addresses. Use a new one.');
  }
  if (!(error instanceof InvalidArgument)) return error;
  switch (error.parameter) {
    case 'emails':
      return new Problem(400, error.message);
    case 'idempotencyKey':
      return new Problem(422, 'Idempotency-Key: must have from 1 to 255 characters.');
    default:
      return error;
  }
}
