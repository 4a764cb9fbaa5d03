import type { KeyRecord } from '../../src/ports/key-store.ts';
import type { AnswersUnderWay } from './answers/answers-under-way.ts';
import { partyOf, strangerParty } from './answers/party.ts';
import { apiKeyHeader, apiKeyOf, authorize, otherCaseOfKeyHeader } from './api-key.ts';
import { type BodyIntake, IncomingBody } from './body/incoming-body.ts';
import { docsEndpoints } from './docs/docs-endpoints.ts';
import type { Endpoint } from './endpoint.ts';
import type { FruitlessRequests } from './fruitless-requests.ts';
import type { EndpointEngine, HttpEngine } from './http-engine.ts';
import type { Metrics } from './observability/metrics.ts';
import { type OperationalEndpoint, operationalEndpoints } from './observability/operational-endpoints.ts';
import { Problem, problemOf } from './problem.ts';
import type { RequestView } from './request-view.ts';
import { apiDocument } from './resources/api-document.ts';
import { endpoints } from './resources/endpoints.ts';
import { createRouteTable, type FindRoute, type RequestHandler, type RouteMethod } from './route-table.ts';
import { endpointsForTests, type TestEngine, testBodyLimits } from './test-key-engine.ts';

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
  readonly answers: AnswersUnderWay;
  readonly fruitless: FruitlessRequests;
  /** Longer bodies get 413, even where the endpoint takes them. */
  readonly maxBodyBytes: number;
}

/** The limit of endpoints that set none: many times the longest single lookup with every character escaped. */
export const shortBodyBytes = 16 * 1024;

/** Returns a function that finds the route of a request by its path. */
export function createRoutes(options: RoutesOptions): FindRoute {
  const basePath = options.basePath.replace(/\/+$/, '');
  const describe = (mountPrefix: string) => apiDocument({ basePath: `${mountPrefix}${basePath}` });
  const strangerOf = (request: RequestView) => strangerParty(options.fruitless.clientOf(request));
  const unversioned = [
    ...operationalEndpoints({ ...options, describe }),
    ...(options.serveDocs ? docsEndpoints(options.answers, strangerOf) : []),
  ];
  return createRouteTable(
    [
      ...endpoints.map((endpoint) => endpointRoute(endpoint, options)),
      ...unversioned.flatMap((endpoint) => operationalRoutes(endpoint, options)),
    ],
    basePath,
  );
}

function endpointRoute(endpoint: Endpoint, options: RoutesOptions): RouteMethod {
  const { method, path } = endpoint;
  const maxBodyBytes = maxBytesOf(endpoint, options);
  return { method, path, maxBodyBytes, handler: endpointHandler(endpoint, options) };
}

function operationalRoutes(
  { path, respond, isProbe = false }: OperationalEndpoint,
  options: RoutesOptions,
): readonly RouteMethod[] {
  const maxBodyBytes = Math.min(shortBodyBytes, options.maxBodyBytes);
  const handler = async (request: RequestView) => {
    if (!isProbe) await options.fruitless.countStranger(request);
    return respond(request);
  };
  return ['GET', 'HEAD'].map((method) => ({ method, path, maxBodyBytes, handler }));
}

/** Authorizes a request, then leaves it to the endpoint. */
function endpointHandler(endpoint: Endpoint, options: RoutesOptions): RequestHandler {
  const { engine, exactHeaderName, onOtherCase, intake, answers, fruitless } = options;
  const rateLimited = endpoint.rateLimited ?? true;
  const maxBytes = maxBytesOf(endpoint, options);
  return async (request, pathParameters, details) => {
    const sent = apiKeyOf(request, { exact: exactHeaderName });
    const otherCase = sent === undefined ? otherCaseOfKeyHeader(request) : undefined;
    if (otherCase !== undefined) onOtherCase(otherCase);
    const key = await authorize(engine, sent, { request, rateLimited, otherCase, fruitless });
    details.keyId = key.id;
    const isUncounted = !rateLimited && !key.test;
    if (isUncounted) await fruitless.checkSubmission(key.account, request);
    const recordSubject = (subject: string) => {
      details.subject = subject;
    };
    const bodyOptions = { account: key.account, maxBytes, intake };
    const onFruitless = (items: number) => engine.budgets.count('fruitless_items', key.account, items);
    const body = new IncomingBody(
      request,
      // What is read for a test key is little, and counts as a submission.
      key.test ? shortened(bodyOptions) : { ...bodyOptions, onFruitless },
    );
    const answering = key.test ? await engineForTests(key, options) : engine;
    const context = { engine: answering, key, request, body, pathParameters, answers, recordSubject };
    try {
      return await answers.count(await endpoint.respond(context), () => partyOf(key.account));
    } catch (error) {
      if (isUncounted && problemOf(error).status < 500) fruitless.countRefusedSubmission(key.account);
      throw error;
    } finally {
      body.release();
    }
  };
}

async function engineForTests(
  { account }: KeyRecord,
  { testEngine }: RoutesOptions,
): Promise<EndpointEngine> {
  if (testEngine !== undefined) return endpointsForTests(await testEngine(), account);
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
