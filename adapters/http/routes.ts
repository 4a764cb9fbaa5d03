import type { ParamIndexMap, ParamStash } from 'hono/router';
import { RegExpRouter } from 'hono/router/reg-exp-router';
import { apiKeyHeader, apiKeyOf, authorize, otherCaseOfKeyHeader } from './api-key.ts';
import { type BodyIntake, IncomingBody } from './body/incoming-body.ts';
import { docsEndpoints } from './docs/docs-endpoints.ts';
import type { Endpoint, PathParameters, RequestContext } from './endpoint.ts';
import type { EndpointEngine, HttpEngine } from './http-engine.ts';
import type { Metrics } from './observability/metrics.ts';
import { operationalEndpoints } from './observability/operational-endpoints.ts';
import type { RequestDetails } from './observability/request-log.ts';
import { openApiDocument } from './openapi.ts';
import { Problem } from './problem.ts';
import { pathOf, type RequestView } from './request-view.ts';
import { endpoints } from './resources/endpoints.ts';
import type { HttpResponse } from './response.ts';
import { endpointsForTests, type TestEngine, testBodyLimits } from './test-key-engine.ts';

type RequestHandler = (
  request: RequestView,
  parameters: PathParameters,
  details: RequestDetails,
) => Promise<HttpResponse>;

interface Route {
  /** With parameters as `:name`, without the base path. */
  readonly path: string;
  readonly handlers: ReadonlyMap<string, RequestHandler>;
  /** The methods of `handlers`, for the Allow header. */
  readonly allowed: string;
  /** Longer bodies get 413. */
  readonly maxBodyBytes: number;
}

export interface RouteMatch {
  readonly route: Route;
  readonly parameters: PathParameters;
}

interface RoutesOptions {
  readonly engine: HttpEngine;
  /** Undefined if test keys are refused. */
  readonly testEngine: (() => Promise<TestEngine>) | undefined;
  readonly metrics: Metrics;
  readonly serveMetrics: boolean;
  readonly serveDocs: boolean;
  readonly basePath: string;
  readonly exactHeaderName: boolean;
  /** Called if a request has no X-API-Key, but a header whose name differs from it in case alone. */
  readonly onOtherCase: (name: string) => void;
  readonly intake: BodyIntake;
  /** Longer bodies get 413, even where the endpoint takes them. */
  readonly maxBodyBytes: number;
}

/** The limit of endpoints that set none: many times the longest single lookup with every character escaped. */
export const shortBodyBytes = 16 * 1024;

/** Hono's type allows for other routers; RegExpRouter always says where in the matched text a parameter is. */
type RegExpMatch = [[Route, ParamIndexMap][], ParamStash];

const noParameters: PathParameters = Object.freeze({});

/** Returns a function that finds the route of a request by its path. */
export function createRoutes(options: RoutesOptions): (request: RequestView) => RouteMatch | undefined {
  const basePath = options.basePath.replace(/\/+$/, '');
  const handlersByPath = new Map<string, Map<string, RequestHandler>>();
  for (const endpoint of endpoints) {
    const handlers = handlersByPath.get(endpoint.path) ?? new Map<string, RequestHandler>();
    handlersByPath.set(endpoint.path, handlers.set(endpoint.method, endpointHandler(endpoint, options)));
  }
  const describe = (mountPrefix: string) =>
    openApiDocument(endpoints, { basePath: `${mountPrefix}${basePath}` });
  const unversioned = [
    ...operationalEndpoints({ ...options, describe }),
    ...(options.serveDocs ? docsEndpoints : []),
  ];
  for (const { path, respond } of unversioned) {
    const handler = (request: RequestView) => respond(request);
    handlersByPath.set(path, new Map([['GET', handler] as const, ['HEAD', handler] as const]));
  }
  const router = new RegExpRouter<Route>();
  for (const [path, handlers] of handlersByPath) {
    const allowed = [...handlers.keys()].join(', ');
    const limits = endpoints.map((endpoint) => (endpoint.path === path ? maxBytesOf(endpoint, options) : 0));
    const maxBodyBytes = Math.max(Math.min(shortBodyBytes, options.maxBodyBytes), ...limits);
    router.add('ALL', `${basePath}${path}`, { path, handlers, allowed, maxBodyBytes });
  }
  return ({ target }) => {
    const match = router.match('ALL', pathOf(target)) as RegExpMatch;
    const found = match[0][0];
    return found && { route: found[0], parameters: readParameters(found[1], match[1]) };
  };
}

function readParameters(indexes: ParamIndexMap, values: ParamStash): PathParameters {
  if (values.length === 0) return noParameters;
  const named = Object.entries(indexes).map(([name, index]) => [name, values[index] ?? ''] as const);
  return Object.fromEntries(named);
}

/** Authorizes a request, then leaves it to the endpoint. */
function endpointHandler(endpoint: Endpoint, options: RoutesOptions): RequestHandler {
  const { engine, exactHeaderName, onOtherCase, intake } = options;
  const limits = { rateLimited: endpoint.rateLimited ?? true };
  const maxBytes = maxBytesOf(endpoint, options);
  return async (request, pathParameters, details) => {
    const sent = apiKeyOf(request, { exact: exactHeaderName });
    const otherCase = sent === undefined ? otherCaseOfKeyHeader(request) : undefined;
    if (otherCase !== undefined) onOtherCase(otherCase);
    const key = await authorize(engine, sent, limits);
    details.keyId = key.id;
    const recordSubject = (subject: string) => {
      details.subject = subject;
    };
    const bodyOptions = { account: key.account, maxBytes, intake };
    const body = new IncomingBody(request, key.test ? shortened(bodyOptions) : bodyOptions);
    const answering = key.test ? await engineForTests(key.id, options) : engine;
    const context: RequestContext = { engine: answering, key, request, body, pathParameters, recordSubject };
    try {
      return await endpoint.respond(context);
    } finally {
      body.release();
    }
  };
}

async function engineForTests(keyId: string, { engine, testEngine }: RoutesOptions): Promise<EndpointEngine> {
  const { rateLimits } = engine;
  if (testEngine !== undefined) return endpointsForTests(await testEngine(), { keyId, rateLimits });
  throw new Problem(
    401,
    `This server takes no test keys. A live API key is required in the ${apiKeyHeader} header.`,
  );
}

/** Returns the options for the body of a request with a test key. */
function shortened(options: { account: string; maxBytes: number; intake: BodyIntake }) {
  return { ...options, ...testBodyLimits, maxBytes: Math.min(options.maxBytes, testBodyLimits.maxBytes) };
}

function maxBytesOf(endpoint: Endpoint, { maxBodyBytes }: RoutesOptions): number {
  return Math.min(endpoint.maxBodyBytes ?? shortBodyBytes, maxBodyBytes);
}
