import * as z from 'zod';
import { rowKey } from '../../../src/lookup/row.ts';
import { emailLookupBody, lookUp } from '../../http/resources/lookup.ts';
import { statusResponse } from '../../http/response.ts';
import type { ConsoleEndpoint } from '../endpoint.ts';
import { bodySchemas } from './named-schemas.ts';
import { lookup } from './verification-fields.ts';

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
