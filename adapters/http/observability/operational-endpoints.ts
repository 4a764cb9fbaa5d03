import type { HttpEngine } from '../http-engine.ts';
import { Problem } from '../problem.ts';
import { mountPrefixOf, type RequestView } from '../request-view.ts';
import { bufferedResponse, type HttpResponse, jsonResponse } from '../response.ts';
import type { Metrics } from './metrics.ts';
import { shareResult } from './shared-result.ts';

/** A path beside /v1 for those who operate the service. It needs no API key. */
export interface OperationalEndpoint {
  readonly path: string;
  /** Asked by load balancers, perhaps for many of them, and cheap. Others count as requests of strangers. */
  readonly isProbe?: boolean;
  respond(request: RequestView): Promise<HttpResponse>;
}

/** Returns /healthz, /readyz, /openapi.json and, with `serveMetrics`, /metrics. */
export function operationalEndpoints(options: {
  engine: HttpEngine;
  metrics: Metrics;
  serveMetrics: boolean;
  /** Returns the OpenAPI description for a handler that is mounted at a prefix, or at none. */
  describe: (mountPrefix: string) => object;
}): readonly OperationalEndpoint[] {
  const { engine, metrics, serveMetrics, describe } = options;
  const { registry } = metrics;
  const checkStorage = shareResult(() => engine.checkReady());
  const okResponse = jsonResponse({ status: 'ok' });
  const unmounted = jsonResponse(describe(''));
  const documentFor = (prefix: string) => (prefix === '' ? unmounted : jsonResponse(describe(prefix)));
  const metricsEndpoint: OperationalEndpoint = {
    path: '/metrics',
    respond: async () =>
      bufferedResponse(200, await registry.metrics(), {
        'Content-Type': registry.contentType,
        'Cache-Control': 'no-store',
      }),
  };
  return [
    ...(serveMetrics ? [metricsEndpoint] : []),
    { path: '/healthz', isProbe: true, respond: async () => okResponse },
    {
      path: '/readyz',
      isProbe: true,
      async respond() {
        await checkStorage().catch((cause: unknown) => {
          throw new Problem(503, 'The storage cannot be reached.', { cause });
        });
        return okResponse;
      },
    },
    { path: '/openapi.json', respond: async (request) => documentFor(mountPrefixOf(request)) },
  ];
}
