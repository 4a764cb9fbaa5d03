import type { Endpoint } from '../endpoint.ts';
import { creditsOf } from '../problem.ts';
import { jsonReply } from '../reply.ts';
import { type Credits, credits } from './schemas.ts';

export const creditsEndpoint: Endpoint = {
  method: 'GET',
  path: '/v1/credits',
  operationId: 'getCredits',
  summary: 'The current credit balance',
  response: credits,
  errors: [],
  async respond({ engine, key }) {
    const { available } = await engine.accounts.balance(key.account);
    return jsonReply({ credits: creditsOf(available) } satisfies Credits);
  },
};
