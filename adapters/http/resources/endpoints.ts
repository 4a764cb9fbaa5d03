import * as z from 'zod';
import { toCredits } from '../../../src/credit-units.ts';
import type { Endpoint } from '../endpoint.ts';
import { jsonResponse } from '../response.ts';
import { bulkResultsEndpoint, bulkStatusEndpoint, bulkSubmitEndpoint } from './bulk.ts';
import {
  bulkLookupResultsEndpoint,
  bulkLookupStatusEndpoint,
  bulkLookupSubmitEndpoint,
} from './bulk-lookup.ts';
import { lookupEndpoint } from './lookup.ts';
import { namedSchemas } from './named-schemas.ts';
import { verifyEndpoint } from './verify.ts';

const creditBalance = z
  .object({ credits: z.number().describe('Credits that can be spent now, to three decimals.') })
  .register(namedSchemas, { id: 'CreditsResponse' });

const creditsEndpoint: Endpoint = {
  method: 'GET',
  path: '/v1/credits',
  operationId: 'getCredits',
  summary: 'The current credit balance',
  response: creditBalance,
  errors: [],
  async respond({ engine, key }) {
    const { available } = await engine.accounts.balance(key.account);
    return jsonResponse({ credits: toCredits(available) } satisfies z.output<typeof creditBalance>);
  },
};

/** Every endpoint under /v1. Routes and OpenAPI are made from this list. */
export const endpoints: readonly Endpoint[] = [
  verifyEndpoint,
  lookupEndpoint,
  bulkSubmitEndpoint,
  bulkStatusEndpoint,
  bulkResultsEndpoint,
  bulkLookupSubmitEndpoint,
  bulkLookupStatusEndpoint,
  bulkLookupResultsEndpoint,
  creditsEndpoint,
];
