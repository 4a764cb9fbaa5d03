import type { Endpoint } from '../endpoint.ts';
import { bulkResultsEndpoint, bulkStatusEndpoint, bulkSubmitEndpoint } from './bulk.ts';
import {
  bulkLookupResultsEndpoint,
  bulkLookupStatusEndpoint,
  bulkLookupSubmitEndpoint,
} from './bulk-lookup.ts';
import { creditsEndpoint } from './credits.ts';
import { lookupEndpoint } from './lookup.ts';
import { verifyEndpoint } from './verify.ts';

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
