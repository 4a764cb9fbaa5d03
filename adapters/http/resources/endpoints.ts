import type { Endpoint } from '../endpoint.ts';
import { bulkLookupResultsEndpoint } from './bulk-lookup-results-endpoint.ts';
import { bulkLookupStatusEndpoint } from './bulk-lookup-status-endpoint.ts';
import { bulkLookupSubmitEndpoint } from './bulk-lookup-submit-endpoint.ts';
import { bulkResultsEndpoint } from './bulk-results-endpoint.ts';
import { bulkStatusEndpoint } from './bulk-status-endpoint.ts';
import { bulkSubmitEndpoint } from './bulk-submit-endpoint.ts';
import { creditsEndpoint } from './credits-endpoint.ts';
import { emailLookupEndpoint } from './email-lookup-endpoint.ts';
import { verifyEndpoint } from './verify-endpoint.ts';

/** All that is served under /v1: routes and OpenAPI are made from this list. */
export const endpoints: readonly Endpoint[] = [
  verifyEndpoint,
  emailLookupEndpoint,
  bulkSubmitEndpoint,
  bulkStatusEndpoint,
  bulkResultsEndpoint,
  bulkLookupSubmitEndpoint,
  bulkLookupStatusEndpoint,
  bulkLookupResultsEndpoint,
  creditsEndpoint,
];
