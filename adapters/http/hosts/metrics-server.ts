import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { checkNames, checkObject, namesOf } from '../../../src/argument-checks.ts';
import type { Metrics } from '../observability/metrics.ts';
import { problemBody } from '../problem.ts';
import { listeningUrl } from './listening-url.ts';

export interface MetricsServer {
  /** Such as http://127.0.0.1:9090/metrics. */
  readonly url: string;
  close(): Promise<void>;
}

const placeNames = namesOf<Parameters<typeof startMetricsServer>[1]>()('host port');

/** Monitoring needs few connections. */
const maxConnections = 100;

/**
 * Serves /metrics, and nothing else, on a port of its own. Rejects with the error of Node, such as EADDRINUSE, if it
 * cannot listen.
 */
export async function startMetricsServer(
  metrics: Metrics,
  place: { readonly host: string; readonly port: number },
): Promise<MetricsServer> {
  const advice = "Pass startMetricsServer(createMetrics(), { host: '127.0.0.1', port: 9090 }).";
  checkObject('metrics', metrics, advice);
  checkObject('metrics.registry', metrics.registry, advice);
  checkObject('place', place, advice);
  checkNames(place, placeNames, 'place.');
  const { registry } = metrics;
  const { host, port } = place;
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000 }, (incoming, outgoing) => {
    const [path] = (incoming.url ?? '').split('?', 1);
    if (path !== '/metrics') return sendProblem(outgoing, 404, 'Not found.');
    if (incoming.method !== 'GET' && incoming.method !== 'HEAD')
      return sendProblem(outgoing.setHeader('Allow', 'GET, HEAD'), 405, 'Method not allowed.');
    registry.metrics().then(
      (text) => {
        outgoing.writeHead(200, { 'Content-Type': registry.contentType, 'Cache-Control': 'no-store' });
        outgoing.end(text);
      },
      () => sendProblem(outgoing, 500, 'The metrics cannot be read.'),
    );
  });
  server.maxConnections = maxConnections;
  server.listen({ port, host });
  await once(server, 'listening');
  return {
    url: `${listeningUrl(server)}/metrics`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function sendProblem(outgoing: ServerResponse, status: number, detail: string): void {
  outgoing.writeHead(status, { 'Content-Type': 'application/json' }).end(problemBody(detail));
}
