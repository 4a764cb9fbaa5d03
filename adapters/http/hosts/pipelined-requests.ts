import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { LoopSteps } from '../../../src/concurrency/loop-steps.ts';
import { systemClock } from '../../system-clock.ts';
import { keepChunkedBody } from './node-request.ts';

/** No client that means to read the answers sends more requests than this ahead of them. */
const maxWaiting = 100;

type Request = readonly [IncomingMessage, ServerResponse];

/**
 * Lets the requests of one connection be under way one at a time: those that a client sends before it has
 * read the answer to an earlier one (pipelining) wait. They take turns by client, and have a small share of
 * the event loop, so that however many they are, the requests of others are answered. A connection on which
 * more than 100 wait is cut, and none of them is begun: RFC 9112 §9.3.2 lets its client send them again.
 */
export function oneAtATime(
  listener: (...request: Request) => Promise<void>,
): (incoming: IncomingMessage, outgoing: ServerResponse) => void {
  const loopSteps = LoopSteps.of(systemClock);
  /** The requests that wait, of each connection with one under way. */
  const waiting = new WeakMap<Socket, Request[]>();

  const serve = async (socket: Socket, queue: Request[], request: Request) => {
    const [, outgoing] = request;
    const sent = new Promise<void>((resolve) => {
      outgoing.once('finish', resolve);
      outgoing.once('close', resolve);
    });
    await listener(...request);
    await sent;
    const next = queue.shift();
    if (next === undefined || socket.destroyed) {
      waiting.delete(socket);
      return;
    }
    await loopSteps.next(`client ${socket.remoteAddress}`);
    void serve(socket, queue, next);
  };

  return (...request) => {
    const [incoming] = request;
    const { socket } = incoming;
    const queue = waiting.get(socket);
    if (socket.destroyed) return;
    if (queue === undefined) {
      const begun: Request[] = [];
      waiting.set(socket, begun);
      void serve(socket, begun, request);
    } else if (queue.length < maxWaiting) {
      keepChunkedBody(incoming);
      queue.push(request);
    } else socket.destroy();
  };
}
