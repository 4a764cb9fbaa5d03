import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createHttpHandler, type HttpHandlerOptions } from '../handler.ts';
import type { ServedEngine } from '../http-engine.ts';
import { defaultLogger } from '../observability/default-logger.ts';
import { Problem } from '../problem.ts';
import { problemReply } from '../reply.ts';
import { answerClientErrors } from './client-error.ts';
import { cameWith, NodeRequest } from './node-request.ts';

export interface ServerOptions extends HttpHandlerOptions {
  engine: ServedEngine;
  /** Default 127.0.0.1. */
  host?: string;
  /** 0 takes a free one. Default 8080. */
  port?: number;
  /** Within this the whole request must have come in; answering may take longer. Default 30,000. */
  requestTimeoutMs?: number;
  /** Within this the headers must have come in. Default 10,000, or `requestTimeoutMs` if that is less. */
  headersTimeoutMs?: number;
  /** How long a connection is kept open without a request. Default 65,000: longer than load balancers keep theirs. */
  keepAliveTimeoutMs?: number;
  /** Of all headers of a request together; more get 431. Default 16 KiB. */
  maxHeaderBytes?: number;
  /** Further connections are closed at once. Default 10,000. */
  maxConnections?: number;
  /** How long a closing server waits for answers under way. Default 130,000: more than the longest time-out. */
  shutdownTimeoutMs?: number;
}

export interface RunningServer {
  /** Such as http://127.0.0.1:8080, with the base path if there is one. */
  readonly url: string;
  /**
   * Takes no more connections, answers what is under way, then closes. What is not answered within
   * `shutdownTimeoutMs` is cut off and aborted. The engine stays open. A second call waits for the first.
   */
  close(): Promise<void>;
}

/** Serves an engine on a port of its own, with limits on what a client may take up. Rejects if it cannot listen. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const { engine, host = '127.0.0.1', port = 8080, requestTimeoutMs = 30_000 } = options;
  const { headersTimeoutMs = Math.min(10_000, requestTimeoutMs), shutdownTimeoutMs = 130_000 } = options;
  const logger = options.logger ?? defaultLogger('info');
  const { node } = createHttpHandler(engine, { ...options, logger });
  const server = createServer({
    requestTimeout: requestTimeoutMs,
    headersTimeout: headersTimeoutMs,
    connectionsCheckingInterval: Math.max(50, Math.min(1_000, headersTimeoutMs / 4)),
    keepAliveTimeout: options.keepAliveTimeoutMs ?? 65_000,
    maxHeaderSize: options.maxHeaderBytes ?? 16 * 1024,
    // Refused here, in JSON, rather than by Node with an empty body.
    requireHostHeader: false,
  });
  server.maxConnections = options.maxConnections ?? 10_000;
  const underWay = new Set<ServerResponse>();
  let closing: Promise<void> | undefined;
  const listener = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (lacksHost(incoming)) return refuseWithoutHost(incoming, outgoing);
    if (closing !== undefined) outgoing.setHeader('Connection', 'close');
    underWay.add(outgoing);
    // Not when the response closes: one queued behind another (pipelining) never does if the client goes away.
    await node(incoming, outgoing);
    underWay.delete(outgoing);
  };
  server.on('request', listener);
  // An Expect header other than 100-continue may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', listener);
  answerClientErrors(server, underWay);
  server.listen(port, host);
  await once(server, 'listening');
  const url = urlOf(server, options.basePath ?? '');
  logger.info({ url }, 'listening');
  const close = async () => {
    logger.info({ underWay: underWay.size }, 'shutting down');
    const closed = once(server, 'close');
    server.close();
    for (const outgoing of underWay) if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
    const timer = setTimeout(() => {
      logger.warn({ underWay: underWay.size }, 'shutting down: cutting off what is not answered yet');
      server.closeAllConnections();
    }, shutdownTimeoutMs);
    await closed.finally(() => clearTimeout(timer));
  };
  return {
    url,
    close() {
      closing ??= close();
      return closing;
    },
  };
}

/** RFC 9112 §3.2: required from HTTP/1.1 on. */
function lacksHost(incoming: IncomingMessage): boolean {
  return incoming.httpVersionMinor > 0 && !cameWith(incoming, 'host');
}

function refuseWithoutHost(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const problem = new Problem(400, 'The Host header is missing.', { headers: { Connection: 'close' } });
  new NodeRequest(incoming, outgoing).send(problemReply(problem));
}

function urlOf(server: Server, basePath: string): string {
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}${basePath}`;
}
