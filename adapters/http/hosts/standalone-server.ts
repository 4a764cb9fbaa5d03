import { once } from 'node:events';
import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { checkMethods, checkNames, checkObject, namesOf } from '../../../src/argument-checks.ts';
import { createHttpHandler, type HttpHandlerOptions, handlerOptionNames } from '../handler.ts';
import type { HttpEngine } from '../http-engine.ts';
import { jsonLogger } from '../observability/json-logger.ts';
import { atMostOnceAMinute } from '../observability/throttled.ts';
import { Problem, problemBody } from '../problem.ts';
import { problemResponse } from '../response.ts';
import { forwardedAddress, parseHeaderName } from './client-address.ts';
import { AddressCounts, cutStalledClients, limitConnections } from './client-limits.ts';
import { type MountedHandler, nodeListenerOf } from './host-handler.ts';
import { listeningUrl } from './listening-url.ts';
import { deferContinue, hasHeader, NodeRequest } from './node-request.ts';
import { oneAtATime } from './pipelined-requests.ts';

export interface ServerOptions extends HttpHandlerOptions {
  /** The engine to serve. Closing the server does not close it. */
  engine: HttpEngine;
  /** Address or name to listen on. Default 127.0.0.1. */
  host?: string | undefined;
  /** TCP port; 0 chooses a free one. Default 8080. */
  port?: number | undefined;
  /** Time limit for receiving a whole request; later ones get 408. Answering may take longer. Default 30,000. */
  requestTimeoutMs?: number | undefined;
  /**
   * Time limit for receiving the headers. A connection on which nothing arrives counts too: its client gets 408. Default
   * 10,000, or `requestTimeoutMs` if that is less.
   */
  headersTimeoutMs?: number | undefined;
  /** How long a connection stays open between two requests. Default 65,000: longer than load balancers keep theirs. */
  keepAliveTimeoutMs?: number | undefined;
  /** Size limit in bytes for all headers of a request together; larger ones get 431. Default 16 KiB. */
  maxHeaderBytes?: number | undefined;
  /** Connections open at once; further ones are closed immediately. Default 10,000. */
  maxConnections?: number | undefined;
  /**
   * Connections open at once from one client: an IPv4 address, or an IPv6 /64. Further ones are closed immediately.
   * With `clientAddressHeader`, connections are those of the proxy and not limited, but requests that one client may have under way
   * at once are; further ones get 429. Default: a tenth of `maxConnections`, and no limit for clients on this machine (loopback), such as a proxy.
   */
  maxConnectionsPerAddress?: number | undefined;
  /** Other handlers, each below a path of its own: the console. Default: none. */
  mounted?: readonly MountedHandler[] | undefined;
  /** How long `close` waits for pending responses. Default 130,000: more than the longest timeout of a request. */
  shutdownTimeoutMs?: number | undefined;
}

export interface RunningServer {
  /** Such as http://127.0.0.1:8080, followed by the base path if there is one. */
  readonly url: string;
  /**
   * Stops accepting connections, answers pending requests, then closes. Aborts requests that are not answered within
   * `shutdownTimeoutMs`, and cuts their connections. The engine stays open. A second call waits for the first.
   */
  close(): Promise<void>;
}

const ownOptionNames = namesOf<Omit<ServerOptions, keyof HttpHandlerOptions>>()(`
  engine host port requestTimeoutMs headersTimeoutMs keepAliveTimeoutMs maxHeaderBytes maxConnections
  maxConnectionsPerAddress mounted shutdownTimeoutMs
`);
const optionNames = new Set([...handlerOptionNames, ...ownOptionNames]);

function handlerOptionsOf(options: ServerOptions): HttpHandlerOptions {
  return Object.fromEntries(Object.entries(options).filter(([name]) => handlerOptionNames.has(name)));
}

/**
 * Serves an engine on a port of its own, with limits on the time and memory that clients can take. Rejects with the
 * error of Node, such as EADDRINUSE, if it cannot listen; with InvalidArgument for a header name that is none.
 */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const advice = 'Pass startServer({ engine, port: 8080 }), with what createEngine() returns.';
  checkObject('options', options, advice);
  checkMethods('engine', options.engine, ['verify', 'observe'], advice);
  checkNames(options, optionNames);
  const { engine, host = '127.0.0.1', port = 8080, requestTimeoutMs = 30_000 } = options;
  const { headersTimeoutMs = Math.min(10_000, requestTimeoutMs), shutdownTimeoutMs = 130_000 } = options;
  const { maxConnections = 10_000 } = options;
  const logger = options.logger ?? jsonLogger('info');
  const addressHeader = parseHeaderName(options.clientAddressHeader);
  const { mounted = [] } = options;
  const handler = createHttpHandler(engine, {
    bodyTimeoutMs: requestTimeoutMs,
    ...handlerOptionsOf(options),
    logger,
  });
  const node = nodeListenerOf(handler, mounted);
  const server = createServer({
    requestTimeout: requestTimeoutMs,
    headersTimeout: headersTimeoutMs,
    connectionsCheckingInterval: Math.max(50, Math.min(1_000, headersTimeoutMs / 4)),
    keepAliveTimeout: options.keepAliveTimeoutMs ?? 65_000,
    maxHeaderSize: options.maxHeaderBytes ?? 16 * 1024,
    // The listener refuses such requests in JSON. Node would answer with an empty body.
    requireHostHeader: false,
  });
  server.maxConnections = maxConnections;
  const { maxConnectionsPerAddress: max = Math.ceil(maxConnections / 10) } = options;
  const counts = new AddressCounts({ max, loopbackMax: options.maxConnectionsPerAddress ?? Infinity });
  const warnOfRefusal = atMostOnceAMinute(() =>
    logger.warn({ maxConnectionsPerAddress: max }, 'a client address has all the connections it may have'),
  );
  if (addressHeader === undefined) limitConnections(server, counts, warnOfRefusal);
  const closeUnusedConnections = trackUnusedConnections(server);
  cutStalledClients(server, { timeoutMs: options.stalledClientTimeoutMs, clock: options.clock });
  /** Counts a request by its client if the connections are those of a proxy. Undefined if the client has too many. */
  const countRequest = (incoming: IncomingMessage) => {
    if (addressHeader === undefined) return () => {};
    const address = forwardedAddress(incoming, addressHeader) ?? incoming.socket.remoteAddress;
    return address === undefined ? () => {} : counts.add(address);
  };
  const activeResponses = new Set<ServerResponse>();
  let closing: Promise<void> | undefined;
  const listener = oneAtATime(async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    if (lacksHost(incoming)) return refuseWithoutHost(incoming, outgoing);
    if (closing !== undefined) outgoing.setHeader('Connection', 'close');
    const takeBack = countRequest(incoming);
    if (takeBack === undefined) return refuseForNow(incoming, outgoing, max);
    activeResponses.add(outgoing);
    await node(incoming, outgoing);
    activeResponses.delete(outgoing);
    takeBack();
  });
  server.on('request', listener);
  // An Expect header other than 100-continue may be ignored (RFC 9110 §10.1.1).
  server.on('checkExpectation', listener);
  server.on('checkContinue', (incoming, outgoing) => {
    deferContinue(incoming);
    listener(incoming, outgoing);
  });
  answerClientErrors(server, activeResponses);
  server.listen({ port, host });
  await once(server, 'listening');
  const url = `${listeningUrl(server)}${options.basePath ?? ''}`;
  logger.info({ url }, 'listening');
  const close = async () => {
    logger.info({ underWay: activeResponses.size }, 'shutting down');
    const closed = once(server, 'close');
    server.close();
    closeUnusedConnections();
    for (const { close: end } of mounted) end?.();
    for (const outgoing of activeResponses) {
      if (!outgoing.headersSent) outgoing.setHeader('Connection', 'close');
      // Its connection was to stay open, and is idle only after Node has looked for the next request on it.
      else outgoing.once('finish', () => setImmediate(() => server.closeIdleConnections()));
    }
    const timer = setTimeout(() => {
      logger.warn({ underWay: activeResponses.size }, 'shutting down: cutting off what is not answered yet');
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

/** Host is required from HTTP/1.1 on (RFC 9112 §3.2). */
function lacksHost(incoming: IncomingMessage): boolean {
  return incoming.httpVersionMinor > 0 && !hasHeader(incoming, 'host');
}

function refuseForNow(incoming: IncomingMessage, outgoing: ServerResponse, max: number): void {
  const detail = `This client has too many requests under way: the maximum is ${max}.`;
  const problem = new Problem(429, detail, { headers: { 'Retry-After': '1' } });
  new NodeRequest(incoming, outgoing).send(problemResponse(problem));
}

function refuseWithoutHost(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const problem = new Problem(400, 'The Host header is missing.', { headers: { Connection: 'close' } });
  new NodeRequest(incoming, outgoing).send(problemResponse(problem));
}

/**
 * Returns a function that closes the connections on which nothing has arrived yet. When a server closes, Node waits for
 * them as for requests under way, and no longer limits their time.
 */
function trackUnusedConnections(server: Server): () => void {
  const open = new Set<Socket>();
  server.prependListener('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
}

/**
 * Answers input that is not HTTP, too large or too slow with a JSON error, and closes the connection. If an earlier
 * request on the connection has no response yet, no other response may precede it: then it cuts the connection.
 */
function answerClientErrors(server: Server, activeResponses: ReadonlySet<ServerResponse>): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const owesResponse = [...activeResponses].some(
      (outgoing) => outgoing.req.socket === socket && isOfEarlierRequest(outgoing),
    );
    if (owesResponse || !socket.writable || error.code === 'ECONNRESET') socket.destroy();
    else socket.end(formatResponse(problemFor(error.code)), () => socket.destroy());
  });
}

/** False for an active request whose body is still arriving: it is the one that caused the error. */
function isOfEarlierRequest({ req, headersSent }: ServerResponse): boolean {
  return req.complete || headersSent;
}

function problemFor(code: string | undefined): Problem {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return new Problem(431, 'The headers are too large.');
    case 'HPE_CHUNK_EXTENSIONS_OVERFLOW':
      return new Problem(413, 'The chunk extensions are too large.');
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Problem(408, 'The request did not come in in time.');
    default:
      return new Problem(400, 'This is not a well-formed HTTP request.');
  }
}

function formatResponse({ status, message }: Problem): string {
  const body = problemBody(message);
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}
