import * as z from 'zod';
import { toCredits } from '../../../src/credit-units.ts';
import { statusResponse } from '../../http/response.ts';
import type { ConsoleEndpoint } from '../endpoint.ts';
import { answerSchemas, credits } from './named-schemas.ts';

const balance = z
  .object({
    available: credits.describe('Credits that can be spent now.'),
    held: credits.describe('Credits of work under way.'),
  })
  .register(answerSchemas, { id: 'Balance' });

export const balanceEndpoint: ConsoleEndpoint = {
  access: 'account',
  method: 'GET',
  path: '/api/balance',
  operationId: 'getBalance',
  summary: 'The credits of the account',
  response: balance,
  errors: [403],
  async respond({ parts, account }) {
    const { available, held } = await parts.engine.accounts.balance(account);
    const answer: z.output<typeof balance> = { available: toCredits(available), held: toCredits(held) };
    return statusResponse(200, answer);
  },
};
