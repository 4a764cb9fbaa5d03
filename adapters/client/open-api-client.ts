import createOpenApiClient, { type Client } from 'openapi-fetch';
import type { paths } from './api-types.ts';
import { apiKeyHeader } from './send-request.ts';

/** The paths of the OpenAPI document as typed functions. */
export type OpenApiClient = Client<paths, 'application/json'>;

/** Each call brings the `fetch` that it is sent with. */
export function openApiClient({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): OpenApiClient {
  return createOpenApiClient<paths, 'application/json'>({
    baseUrl,
    headers: { [apiKeyHeader]: apiKey },
    // The key must not go where a redirect leads.
    redirect: 'manual',
  });
}
