import type { HttpEngine } from '../http-engine.ts';
import { Problem } from '../problem.ts';
import { bufferedResponse, type HttpResponse, jsonResponse } from '../response.ts';
import type { Metrics } from './metrics.ts';

/** A path beside /v1 for those who operate the service. It needs no API key. */
export interface OperationalEndpoint {
  readonly path: string;
  respond(): Promise<HttpResponse>;
}

/** Storage that takes longer to answer counts as not ready. */
const readinessTimeoutMs = 2_000;

/** Returns /healthz, /readyz, /metrics and /openapi.json. */
export function operationalEndpoints(options: {
  engine: HttpEngine;
  metrics: Metrics;
  document: object;
}): readonly OperationalEndpoint[] {
  const { engine, metrics, document } = options;
  const { registry } = metrics;
  const okResponse = jsonResponse({ status: 'ok' });
  const documentResponse = jsonResponse(document);
  return [
    { path: '/healthz', respond: async () => okResponse },
    {
      path: '/readyz',
      async respond() {
        await withTimeout(engine.ping()).catch((cause: unknown) => {
          throw new Problem(503, 'The storage cannot be reached.', { cause });
        });
        return okResponse;
      },
    },
    {
      path: '/metrics',
      respond: async () =>
        bufferedResponse(200, await registry.metrics(), {
          'Content-Type': registry.contentType,
          'Cache-Control': 'no-store',
        }),
    },
    { path: '/openapi.json', respond: async () => documentResponse },
  ];
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
