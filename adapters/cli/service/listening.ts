import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Engine } from '../../../src/engine-interface.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import { listeningUrl } from '../../http/hosts/listening-url.ts';
import {
  createHttpHandler,
  type HttpLogger,
  type Metrics,
  type RunningServer,
  type ServerOptions,
  startMetricsServer,
  startServer,
} from '../../http/index.ts';
import { errorCode } from '../error-code.ts';
import { type ListeningPlace, monitorSettings, serverSettings } from '../settings/server-settings.ts';
import type { Setting } from '../settings/setting-value.ts';

/** The system's error codes that mean a wrong setting, and what to do about each. */
const adviceByCode: Readonly<Record<string, { setting: 'host' | 'port'; advice: string }>> = {
  EADDRINUSE: { setting: 'port', advice: 'Another program uses it. End that one, or choose another port.' },
  EACCES: { setting: 'port', advice: 'Ports below 1024 need a privilege. Choose another port.' },
  EADDRNOTAVAIL: { setting: 'host', advice: 'This machine does not have the address.' },
  ENOTFOUND: { setting: 'host', advice: 'There is no such name. Give an address of this machine.' },
};

export type DisposableServer = RunningServer & AsyncDisposable;

/** Starts a server that closes when disposed. Throws InvalidArgument if it cannot listen on the host and port. */
export async function listen(
  options: ServerOptions & { readonly host: string; readonly port: number },
): Promise<DisposableServer> {
  try {
    const server = await startServer(options);
    return { url: server.url, close: () => server.close(), [Symbol.asyncDispose]: () => server.close() };
  } catch (error) {
    throw asListenError(error, options);
  }
}

/** Serves /metrics until disposed. Throws InvalidArgument if it cannot listen. Undefined without a place. */
export async function listenForMetrics(
  metrics: Metrics,
  place: ListeningPlace | undefined,
): Promise<({ readonly url: string } & AsyncDisposable) | undefined> {
  if (place === undefined) return undefined;
  try {
    const server = await startMetricsServer(metrics, place);
    return { url: server.url, [Symbol.asyncDispose]: () => server.close() };
  } catch (error) {
    const { metricsPort } = serverSettings;
    throw asListenError(error, place, { host: metricsPort, port: metricsPort });
  }
}

/** Turns the error of a wrong host or port into one that names the setting; returns any other as it is. */
export function asListenError(
  error: unknown,
  { host, port }: { host: string; port: number },
  settings: { readonly host: Setting; readonly port: Setting } = serverSettings,
): unknown {
  const known = adviceByCode[errorCode(error) ?? ''];
  if (known === undefined) return error;
  const { flag, variable } = settings[known.setting];
  return new InvalidArgument(
    flag,
    `Cannot listen on ${host}, port ${port}. ${known.advice} Set ${flag} or ${variable}.`,
  );
}

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
