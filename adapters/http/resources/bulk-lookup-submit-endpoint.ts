import { maxRows } from '../../../src/bulk/jobs.ts';
import type { LookupRow } from '../../../src/resources.ts';
import type { Endpoint } from '../endpoint.ts';
import { readJson } from '../json-body.ts';
import { Problem } from '../problem.ts';
import { jsonReply } from '../reply.ts';
import { violation } from '../violation.ts';
import { bulkLookupReceipt, bulkLookupSubmission, lookupRow } from './bulk-lookup-schemas.ts';
import { idempotencyHeaders, idempotently } from './idempotency.ts';

export const bulkLookupSubmitEndpoint: Endpoint = {
  method: 'POST',
  path: '/v1/bulk-lookup',
  operationId: 'submitBulkLookup',
  summary: 'Submit up to 10,000 persons to look up as a job',
  headers: idempotencyHeaders,
  body: bulkLookupSubmission,
  response: bulkLookupReceipt,
  errors: [403, 413, 422],
  async respond({ engine, key, request, maxBodyBytes }) {
    const rows = rowsIn(await readJson(request, maxBodyBytes));
    const owner = { account: key.account, keyId: key.id };
    return jsonReply(
      await idempotently(request, (repeatable) =>
        engine.jobs.submitLookups(rows, { ...owner, ...repeatable }),
      ),
    );
  },
};

/** Stops at the first row that is wrong, and looks at none where there are too many. */
function rowsIn(body: unknown): readonly LookupRow[] {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Problem(422, 'body: must be an object with the field input.');
  }
  const input: unknown = 'input' in body ? body.input : undefined;
  if (input === undefined) throw new Problem(422, 'input: is required.');
  if (!Array.isArray(input)) throw new Problem(422, 'input: must be an array of rows.');
  if (input.length < 1 || input.length > maxRows) {
    throw new Problem(422, `input: must hold from 1 to ${maxRows.toLocaleString('en')} rows.`);
  }
  return input.map((given, index) => {
    const row = lookupRow.safeParse(given);
    if (!row.success) throw violation(row.error, `input[${index}]`);
    return row.data;
  });
}
