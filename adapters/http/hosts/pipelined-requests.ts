import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LoopSteps } from '../../../src/concurrency/loop-steps.ts';
import { systemClock } from '../../system-clock.ts';
import { keepChunkedBody } from './node-request.ts';

/** No client that means to read the answers sends more requests than this ahead of them. */
const maxWaiting = 100;
/** What the headers of those that wait may take: a short header takes many times its length. */
const maxWaitingBytes = 128 * 1024;
/** What a text takes beside its characters. */
const bytesPerText = 24;

type Request = readonly [IncomingMessage, ServerResponse];

/** The requests of a connection that wait for the one under way. */
interface Waiting {
  readonly requests: Request[];
  headerBytes: number;
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
 * Lets the requests of one connection be under way one at a time: those that a client sends before it has
 * read the answer to an earlier one (pipelining) wait. All that wait have the share of one account in the event loop,
 * however many addresses they come from, so that others are answered. A connection on which more than 100 wait, or more than 128 KB of headers, is cut, and none of them is begun: RFC 9112 §9.3.2 lets
 * its client send them again.
 */
export function oneAtATime(
  listener: (...request: Request) => Promise<void>,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const loopSteps = LoopSteps.of(systemClock);
  /** Of each connection with a request under way. */
  const connections = new WeakMap<Socket, Waiting>();

  const serve = async (socket: Socket, waiting: Waiting, request: Request) => {
    const [, outgoing] = request;
    const sent = new Promise<void>((resolve) => {
      outgoing.once('finish', resolve);
      outgoing.once('close', resolve);
    });
    await listener(...request);
    await sent;
    const next = waiting.requests.shift();
    if (next === undefined || socket.destroyed) {
      connections.delete(socket);
      return;
    }
    waiting.headerBytes -= headerBytesOf(next);
    await loopSteps.next('pipelined requests');
    void serve(socket, waiting, next);
  };

  return (...request) => {
    const [incoming] = request;
    const { socket } = incoming;
    if (socket.destroyed) return;
    const waiting = connections.get(socket);
    if (waiting === undefined) {
      const begun: Waiting = { requests: [], headerBytes: 0 };
      connections.set(socket, begun);
      void serve(socket, begun, request);
      return;
    }
    waiting.requests.push(request);
    waiting.headerBytes += headerBytesOf(request);
    if (waiting.requests.length > maxWaiting || waiting.headerBytes > maxWaitingBytes) cut(socket);
    else keepChunkedBody(incoming);
  };
}
