import createOpenApiClient, { type Client } from 'openapi-fetch';
import type { paths } from './api-types.ts';
import { apiKeyHeader } from './send-request.ts';

/** The paths of the OpenAPI document as typed functions. */
export type OpenApiClient = Client<paths, 'application/json'>;

export function openApiClient(options: {
  baseUrl: string;
  apiKey: string;
  fetch: (request: Request) => Promise<Response>;
}): OpenApiClient {
  const { baseUrl, apiKey, fetch } = options;
  return createOpenApiClient<paths, 'application/json'>({
    baseUrl,
    fetch,
    headers: { [apiKeyHeader]: apiKey },
    // The key must not go where a redirect leads.
    redirect: 'manual',
  });
}
