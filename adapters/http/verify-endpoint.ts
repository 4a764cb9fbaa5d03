import type { Endpoint } from './endpoint.ts';
import { readQuery } from './query.ts';
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
    return engine.verify(email, {
      timeoutMs: timeout * 1_000,
      account: key.account,
      // Watching the client costs more than a cached answer: it begins when somebody asks for the signal.
      get signal() {
        return request.signal;
      },
    });
  },
};
