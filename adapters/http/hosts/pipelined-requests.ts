import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LoopSteps } from '../../../src/concurrency/loop-steps.ts';
import { countedNetwork } from '../../../src/ip-address.ts';
import { systemClock } from '../../system-clock.ts';
import { keepChunkedBody } from './node-request.ts';

/** No client that means to read the answers sends more requests than this ahead of them. */
const maxWaiting = 100;
/** The same, of all connections of a client address or IPv6 /64, and of all connections. */
const maxWaitingOfClient = 200;
const maxWaitingOfAll = 2_000;
/** What the headers of those that wait may take: a short header takes many times its length. */
const maxWaitingBytes = 128 * 1024;
const maxWaitingBytesOfAll = 16 * 1024 * 1024;
/** What a text takes beside its characters. */
const bytesPerText = 24;

type Request = readonly [IncomingMessage, ServerResponse];

/** The requests of a connection that wait for the one under way. */
interface Waiting {
  /** Client address or IPv6 /64; undefined until one waits. */
  client: string | undefined;
  readonly requests: Request[];
  headerBytes: number;
}

/** How many requests of all connections wait, and how many of each client. */
class WaitingCounts {
  readonly #ofClients = new Map<string, number>();
  #ofAll = 0;
  #bytes = 0;

  add({ client = '' }: Waiting, requests: number, bytes: number): void {
    const ofClient = (this.#ofClients.get(client) ?? 0) + requests;
    if (ofClient === 0) this.#ofClients.delete(client);
    else this.#ofClients.set(client, ofClient);
    this.#ofAll += requests;
    this.#bytes += bytes;
  }

  areTooMany({ client = '' }: Waiting): boolean {
    const ofClient = this.#ofClients.get(client) ?? 0;
    return (
      ofClient > maxWaitingOfClient || this.#ofAll > maxWaitingOfAll || this.#bytes > maxWaitingBytesOfAll
    );
  }
}

function headerBytesOf([{ rawHeaders, url = '' }]: Request): number {
  return [url, ...rawHeaders].reduce((bytes, text) => bytes + bytesPerText + text.length, 0);
}

/** Cuts a connection. Node would still parse, and hand on, all requests in what has been read of it. */
function cut(socket: Socket): void {
  // Internal to Node, which says so by this result when another protocol follows.
  const { parser } = socket as { parser?: { onIncoming?: () => number } | null };
  if (parser) parser.onIncoming = () => 2;
  socket.destroy();
}

/**
 * Lets the requests of one connection be under way one at a time: those that a client sends before it has read the
 * answer to an earlier one (pipelining) wait. All that wait have the share of one account in the event loop, however many
 * addresses they come from, so that others are answered. A connection on which more than 100 wait, or more than 128 KB of
 * headers, is cut, and none of them is begun: RFC 9112 §9.3.2 lets its client send them again. So is the one on which more
 * than 200 of a client address or IPv6 /64 come to wait, 2,000 of all, or 16 MB of headers.
 */
export function oneAtATime(
  listener: (...request: Request) => Promise<void>,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const loopSteps = LoopSteps.of(systemClock);
  /** Of each connection with a request under way. */
  const connections = new WeakMap<Socket, Waiting>();
  const counts = new WaitingCounts();
  /** Those that are forgotten when they end. */
  const watched = new WeakSet<Socket>();

  const forget = (socket: Socket) => {
    const waiting = connections.get(socket);
    connections.delete(socket);
    if (waiting !== undefined) counts.add(waiting, -waiting.requests.length, -waiting.headerBytes);
  };
  /** Those that wait when a connection ends are begun no more. */
  const watch = (socket: Socket) => {
    if (watched.has(socket)) return;
    watched.add(socket);
    socket.once('close', () => forget(socket));
  };

  const serve = async (socket: Socket, waiting: Waiting, request: Request) => {
    const [, outgoing] = request;
    const sent = new Promise<void>((resolve) => {
      outgoing.once('finish', resolve);
      outgoing.once('close', resolve);
    });
    await listener(...request);
    await sent;
    const [next] = waiting.requests;
    if (next === undefined || socket.destroyed) return forget(socket);
    waiting.requests.shift();
    const headerBytes = headerBytesOf(next);
    waiting.headerBytes -= headerBytes;
    counts.add(waiting, -1, -headerBytes);
    await loopSteps.next('pipelined requests');
    if (socket.destroyed) return forget(socket);
    void serve(socket, waiting, next);
  };

  return (...request) => {
    const [incoming] = request;
    const { socket } = incoming;
    if (socket.destroyed) return;
    const waiting = connections.get(socket);
    if (waiting === undefined) {
      const begun: Waiting = { client: undefined, requests: [], headerBytes: 0 };
      connections.set(socket, begun);
      void serve(socket, begun, request);
      return;
    }
    watch(socket);
    waiting.client ??= countedNetwork(socket.remoteAddress ?? '');
    const headerBytes = headerBytesOf(request);
    waiting.requests.push(request);
    waiting.headerBytes += headerBytes;
    counts.add(waiting, 1, headerBytes);
    const isTooMuch = waiting.requests.length > maxWaiting || waiting.headerBytes > maxWaitingBytes;
    if (isTooMuch || counts.areTooMany(waiting)) cut(socket);
    else keepChunkedBody(incoming);
  };
}
