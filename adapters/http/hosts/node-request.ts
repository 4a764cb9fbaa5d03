import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { RequestBody, RequestView } from '../request-view.ts';
import type { BufferedResponse, StreamedResponse } from '../response.ts';
import { arrivingBodyOf } from './arriving-body.ts';
import type { NodeIncoming, NodeOutgoing } from './node-listener.ts';

/**
 * Returns whether a header was sent; `name` must be in lower case. Does not use `incoming.headers`: Node builds that
 * object on first use, which costs as much as routing and checking a request.
 */
export function hasHeader({ rawHeaders }: NodeIncoming, name: string): boolean {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const header = rawHeaders[index];
    if (header?.length === name.length && header.toLowerCase() === name) return true;
  }
  return false;
}

/**
 * Begins to keep a body in chunks, before it is known whether it will be read: kept by Node, it can take many times its
 * length.
 */
export function keepChunkedBody(incoming: NodeIncoming): void {
  if (incoming.httpVersionMajor === 1 && hasHeader(incoming, 'transfer-encoding')) arrivingBodyOf(incoming);
}

/** Requests with `Expect: 100-continue` whose client has not been asked for the body yet. */
const awaitingContinue = new WeakSet<NodeIncoming>();

/**
 * Leaves it to the handler to ask for the body of a request with `Expect: 100-continue`, once it is to be read. Without
 * this, Node has asked for it already.
 */
export function deferContinue(incoming: NodeIncoming): void {
  awaitingContinue.add(incoming);
}

/** After a refusal, the rest of the body is discarded for this long, so that a client that still sends can read why. */
const lingerMs = 5_000;

/**
 * A request from Node and its response. Makes no fetch Request or Response, which would cost more than all the rest.
 */
export class NodeRequest implements RequestView {
  readonly #incoming: NodeIncoming;
  readonly #outgoing: NodeOutgoing;
  #answered = false;
  #controller: AbortController | undefined;
  #stopWatching: (() => void) | undefined;

  constructor(incoming: NodeIncoming, outgoing: NodeOutgoing) {
    this.#incoming = incoming;
    this.#outgoing = outgoing;
    keepChunkedBody(incoming);
  }

  get method(): string {
    return this.#incoming.method ?? 'GET';
  }

  get target(): string {
    return this.#incoming.url ?? '/';
  }

  get originalTarget(): string | undefined {
    const original = 'originalUrl' in this.#incoming ? this.#incoming.originalUrl : undefined;
    return typeof original === 'string' ? original : undefined;
  }

  get peerAddress(): string | undefined {
    return this.#incoming.socket.remoteAddress;
  }

  /** Undefined for HTTP/2, which has names in lower case only. */
  get rawHeaders(): readonly string[] | undefined {
    return this.#incoming.httpVersionMajor > 1 ? undefined : this.#incoming.rawHeaders;
  }

  get signal(): AbortSignal {
    this.#controller ??= this.#watchClient();
    return this.#controller.signal;
  }

  get declaredLength(): string | undefined {
    return hasHeader(this.#incoming, 'content-length') ? this.header('content-length') : undefined;
  }

  header(name: string): string | undefined {
    const value = this.#incoming.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  /** Body parsers, such as those of Express, leave their result in `body` of the request. */
  body(): RequestBody {
    const incoming = this.#incoming;
    const chunks = arrivingBodyOf(incoming);
    if (chunks !== undefined) {
      if (awaitingContinue.delete(incoming)) this.#outgoing.writeContinue();
      return { kind: 'unread', chunks };
    }
    const value = 'body' in incoming ? incoming.body : undefined;
    return value === undefined ? { kind: 'lost' } : { kind: 'read', value };
  }

  send({ status, body, headers, encoding }: BufferedResponse): void {
    this.#end();
    const outgoing = this.#outgoing as ServerResponse;
    if (outgoing.headersSent || outgoing.destroyed) return;
    if (this.#hasUnreadBody()) {
      outgoing.setHeader('Connection', 'close');
      outgoing.writeHead(status, headers);
      this.#sendBeforeEndOfBody(body, encoding);
    } else {
      outgoing.writeHead(status, headers);
      outgoing.end(body, encoding);
    }
  }

  /** Resolves when the response has been written or the client has disconnected. */
  async stream(response: StreamedResponse): Promise<void> {
    const { status, chunks, headers } = response;
    const outgoing = this.#outgoing as ServerResponse;
    if (outgoing.headersSent || outgoing.destroyed) {
      this.#end();
      await chunks.return?.();
      return;
    }
    if (this.#hasUnreadBody()) outgoing.setHeader('Connection', 'close');
    outgoing.writeHead(status, headers);
    await writeChunks(response, outgoing, this.signal);
    this.#end();
  }

  /**
   * Node closes the response when its client disconnects, unless the response is queued behind another (pipelining).
   * The request closes as soon as its body has been read. So HTTP/1 needs a listener on the connection as well.
   */
  #watchClient(): AbortController {
    const controller = new AbortController();
    const onClientGone = () => {
      if (!this.#answered) controller.abort(new Error('The client closed the connection before the answer.'));
    };
    const incoming = this.#incoming;
    if (this.#outgoing.destroyed || incoming.errored) onClientGone();
    this.#outgoing.once('close', onClientGone);
    if (incoming.httpVersionMajor > 1) incoming.once('close', onClientGone);
    else if (incoming.socket.destroyed) onClientGone();
    else this.#stopWatching = onConnectionClose(incoming.socket, onClientGone);
    return controller;
  }

  /**
   * Closes only our half of the connection, and discards what the client still sends until it has closed the other.
   * If Node closed the connection at once, the system would answer the rest of the body with a reset, and clients would
   * lose the response.
   */
  #sendBeforeEndOfBody(body: BufferedResponse['body'], encoding: 'latin1' | 'utf8'): void {
    const incoming = this.#incoming;
    const outgoing = this.#outgoing as ServerResponse;
    const { socket } = outgoing;
    // Without a socket, the response is queued behind an earlier one (pipelining).
    if (!(socket instanceof Socket) || awaitingContinue.has(incoming)) {
      outgoing.end(body, encoding);
      return;
    }
    // Without a body, `write` leaves the headers to `end`, which comes too late here.
    if (incoming.method === 'HEAD') outgoing.flushHeaders();
    else outgoing.write(body, encoding);
    socket.end();
    socket.resume();
    // Detaches Node's parser: the rest of the body is discarded unparsed.
    process.nextTick(() => socket.removeAllListeners('data').on('data', () => {}));
    const end = () => {
      clearTimeout(timer);
      outgoing.end();
      socket.destroySoon();
    };
    const timer = setTimeout(end, lingerMs);
    socket.once('close', end);
  }

  #end(): void {
    this.#answered = true;
    this.#stopWatching?.();
  }

  /** True if the rest of a body is still to come. It will not be read, so the connection cannot be reused. */
  #hasUnreadBody(): boolean {
    const { complete, httpVersionMajor } = this.#incoming;
    if (complete || httpVersionMajor > 1) return false;
    const { 'content-length': length, 'transfer-encoding': coding } = this.#incoming.headers;
    return coding !== undefined || (length !== undefined && length !== '0');
  }
}

const tasksBySocket = new WeakMap<Socket, Set<() => void>>();

/**
 * Runs `task` when a connection closes, unless the returned function is called first. A client may pipeline many
 * requests on one connection. They share one listener, because Node warns of a leak if there are many.
 */
function onConnectionClose(socket: Socket, task: () => void): () => void {
  const tasks = tasksBySocket.get(socket) ?? listen(socket);
  tasks.add(task);
  return () => {
    tasks.delete(task);
  };
}

function listen(socket: Socket): Set<() => void> {
  const tasks = new Set<() => void>();
  tasksBySocket.set(socket, tasks);
  socket.once('close', () => {
    for (const task of tasks) task();
  });
  return tasks;
}

/**
 * Writes chunks as fast as the client reads them, until `clientGone` fires. If a chunk cannot be read, or `cutOff` fires, cuts the
 * connection, so that a partial response does not look complete. Never rejects.
 */
async function writeChunks(
  { chunks, cutOff }: Pick<StreamedResponse, 'chunks' | 'cutOff'>,
  outgoing: NodeOutgoing,
  clientGone: AbortSignal,
): Promise<void> {
  const stopped = cutOff === undefined ? clientGone : AbortSignal.any([clientGone, cutOff]);
  try {
    for await (const chunk of chunks) {
      if (clientGone.aborted) return;
      // HTTP/1 and HTTP/2 have the same method with types that TypeScript cannot unite.
      const hasRoom = (outgoing as { write(text: string): boolean }).write(chunk);
      if (!hasRoom) await once(outgoing, 'drain', { signal: stopped }).catch(() => {});
      if (clientGone.aborted) return;
      cutOff?.throwIfAborted();
    }
    outgoing.end();
  } catch {
    cutConnection(outgoing);
  }
}

/** Resets the connection: HTTP/1.0 clients, such as many proxies, take an orderly close for the end of the response. */
function cutConnection(outgoing: NodeOutgoing): void {
  if ('stream' in outgoing) {
    outgoing.stream.destroy(new Error('The answer cannot be completed.'));
    return;
  }
  const { socket } = outgoing;
  if (socket instanceof Socket && !('encrypted' in socket)) socket.resetAndDestroy();
  else outgoing.destroy();
}
