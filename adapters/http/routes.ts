import { RegExpRouter } from 'hono/router/reg-exp-router';
import { admit, apiKeyOf } from './api-key.ts';
import type { Call, Endpoint } from './endpoint.ts';
import type { ServedEngine } from './http-engine.ts';
import type { Metrics } from './observability/metrics.ts';
import { operations } from './observability/operations.ts';
import { openApiDocument } from './openapi.ts';
import { pathParameters } from './path-parameters.ts';
import type { Reply } from './reply.ts';
import { pathOf, type RequestView } from './request-view.ts';
import { endpoints } from './resources/endpoints.ts';

/** What becomes known about a request while it is served, for the log. */
export interface Noted {
  keyId: string | undefined;
  address: string | undefined;
}

type Serve = (request: RequestView, noted: Noted) => Promise<Reply>;

export interface Route {
  /** With parameters as `:name`, without the base path. */
  readonly path: string;
  readonly methods: ReadonlyMap<string, Serve>;
  /** The methods, for Allow. */
  readonly allowed: string;
}

interface RoutesOptions {
  readonly engine: ServedEngine;
  readonly metrics: Metrics;
  readonly basePath: string;
  readonly exactHeaderName: boolean;
  readonly maxBodyBytes: number;
}

/** All that is served, by the path of a request. */
export function routes(options: RoutesOptions): (request: RequestView) => Route | undefined {
  const base = withoutSlash(options.basePath);
  const served = new Map<string, Map<string, Serve>>();
  for (const endpoint of endpoints) {
    const methods = served.get(endpoint.path) ?? new Map<string, Serve>();
    served.set(endpoint.path, methods.set(endpoint.method, serveEndpoint(endpoint, options)));
  }
  const document = openApiDocument(endpoints, { basePath: base });
  for (const { path, respond } of operations({ ...options, document })) {
    const serve = () => respond();
    served.set(path, new Map([['GET', serve] as const, ['HEAD', serve] as const]));
  }
  const router = new RegExpRouter<Route>();
  for (const [path, methods] of served) {
    router.add('ALL', `${base}${path}`, { path, methods, allowed: [...methods.keys()].join(', ') });
  }
  return ({ target }) => router.match('ALL', pathOf(target))[0][0]?.[0];
}

/** Key, then rate; the endpoint does the rest. */
function serveEndpoint(endpoint: Endpoint, options: RoutesOptions): Serve {
  const { engine, basePath, exactHeaderName, maxBodyBytes } = options;
  const admission = { rateLimited: endpoint.rateLimited ?? true };
  const parametersOf = pathParameters(`${withoutSlash(basePath)}${endpoint.path}`);
  return async (request, noted) => {
    const key = await admit(engine, apiKeyOf(request, { exact: exactHeaderName }), admission);
    noted.keyId = key.id;
    const about = (address: string) => {
      noted.address = address;
    };
    const path = parametersOf(request.target);
    const call: Call = { engine, key, request, path, maxBodyBytes, about };
    return await endpoint.respond(call);
  };
}

function withoutSlash(basePath: string): string {
  return basePath.replace(/\/+$/, '');
}
