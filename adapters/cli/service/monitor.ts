import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Engine } from '../../../src/engine-interface.ts';
import { listeningUrl } from '../../http/hosts/listening-url.ts';
import { createHttpHandler, type HttpLogger, type Metrics } from '../../http/index.ts';
import { monitorSettings } from '../settings/server-settings.ts';
import { asListenError } from './listening.ts';

export interface MonitorOptions {
  readonly host: string;
  readonly port: number;
  readonly metrics: Metrics;
  /** False if they are served elsewhere. */
  readonly serveMetrics: boolean;
  readonly logger: HttpLogger;
}

export interface Monitor extends AsyncDisposable {
  readonly url: string;
}

/** The endpoints for operators; those for users are left out. */
const paths = new Set(['/healthz', '/readyz', '/metrics']);

/** Serves health and metrics of an engine. Throws InvalidArgument if it cannot listen on the host and port. */
export async function startMonitor(engine: Engine, options: MonitorOptions): Promise<Monitor> {
  const { host, port, metrics, serveMetrics, logger } = options;
  const { node } = createHttpHandler(engine, { metrics, serveMetrics, logger });
  const server = createServer((incoming, outgoing) => {
    const [path = ''] = (incoming.url ?? '').split('?', 1);
    if (paths.has(path)) void node(incoming, outgoing);
    else outgoing.writeHead(404, { 'Content-Type': 'application/json' }).end('{"detail":"Not found."}');
  });
  server.listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw asListenError(error, { host, port }, monitorSettings);
  }
  return {
    url: listeningUrl(server),
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
