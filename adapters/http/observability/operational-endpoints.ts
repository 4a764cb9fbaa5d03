import type { HttpEngine } from '../http-engine.ts';
import { Problem } from '../problem.ts';
import { mountPrefixOf, type RequestView } from '../request-view.ts';
import { bufferedResponse, type HttpResponse, jsonResponse } from '../response.ts';
import type { Metrics } from './metrics.ts';

/** A path beside /v1 for those who operate the service. It needs no API key. */
export interface OperationalEndpoint {
  readonly path: string;
  respond(request: RequestView): Promise<HttpResponse>;
}

/** Storage that takes longer to answer counts as not ready. */
const readinessTimeoutMs = 2_000;

/** How long a result of /readyz is shared: anybody may ask, as often as he likes. */
const readinessShareMs = 1_000;

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
  const checkStorage = shareResult(() => withTimeout(engine.checkReady()));
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
    { path: '/healthz', respond: async () => okResponse },
    {
      path: '/readyz',
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

/** Runs `work` at most once per second, and shares its result. */
function shareResult(work: () => Promise<void>): () => Promise<void> {
  let latest: { readonly result: Promise<void>; readonly startedAt: number } | undefined;
  return () => {
    const now = performance.now();
    if (latest === undefined || now - latest.startedAt >= readinessShareMs) {
      latest = { result: work(), startedAt: now };
    }
    return latest.result;
  };
}

function withTimeout(work: Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`No answer within ${readinessTimeoutMs} ms.`)),
      readinessTimeoutMs,
    );
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
