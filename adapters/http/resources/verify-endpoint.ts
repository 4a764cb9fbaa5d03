import type { Endpoint } from '../endpoint.ts';
import { readQuery } from '../query.ts';
import { jsonReply } from '../reply.ts';
import { AskedOverHttp } from '../request-options.ts';
import { emailVerification, verifyQuery } from './schemas.ts';

export const verifyEndpoint: Endpoint = {
  method: 'GET',
  path: '/v1/verify',
  operationId: 'verifyEmail',
  summary: 'Verify one email address',
  query: verifyQuery,
  response: emailVerification,
  errors: [403, 422],
  async respond({ engine, key, request, about }) {
    const { email, timeout } = readQuery(request.target, verifyQuery);
    about(email);
    return jsonReply(await engine.verify(email, new AskedOverHttp(request, timeout * 1_000, key.account)));
  },
};
