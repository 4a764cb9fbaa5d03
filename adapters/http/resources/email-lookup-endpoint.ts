import { rowKey } from '../../../src/lookup/row.ts';
import type { Endpoint } from '../endpoint.ts';
import { readBody } from '../json-body.ts';
import { jsonReply } from '../reply.ts';
import { AskedOverHttp } from '../request-options.ts';
import { emailLookup, emailLookupBody } from './lookup-schemas.ts';

export const emailLookupEndpoint: Endpoint = {
  method: 'POST',
  path: '/v1/email-lookup',
  operationId: 'lookupEmail',
  summary: 'Find the address of a person at a domain',
  body: emailLookupBody,
  response: emailLookup,
  errors: [403, 413, 422],
  async respond({ engine, key, request, maxBodyBytes, about }) {
    const { timeout, ...row } = await readBody(request, emailLookupBody, maxBodyBytes);
    about(rowKey(row));
    return jsonReply(await engine.lookup(row, new AskedOverHttp(request, timeout * 1_000, key.account)));
  },
};
