import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { StreamedReply, WrittenReply } from '../reply.ts';
import type { RequestBody, RequestView } from '../request-view.ts';
import { onceClosed } from './connection-end.ts';
import { writeParts } from './node-stream.ts';

export type NodeIncoming = IncomingMessage | Http2ServerRequest;
export type NodeOutgoing = ServerResponse | Http2ServerResponse;

/** A request listener for node:http, node:https and node:http2, and for hosts built on them. Never rejects. */
export type NodeListener = (incoming: NodeIncoming, outgoing: NodeOutgoing) => Promise<void>;

/**
 * Whether a header came, its name in lower case. Node makes an object of all headers when it is first asked for one,
 * which costs as much as routing and checking a request: it is spared where there is nothing to be found in it.
 */
export function cameWith({ rawHeaders }: NodeIncoming, name: string): boolean {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const sent = rawHeaders[index];
    if (sent?.length === name.length && sent.toLowerCase() === name) return true;
  }
  return false;
}

/** A request that came through Node. No Request and Response are made of it: they would cost more than the rest. */
export class NodeRequest implements RequestView {
  readonly #incoming: NodeIncoming;
  readonly #outgoing: NodeOutgoing;
  #answered = false;
  #controller: AbortController | undefined;
  #unwatch: (() => void) | undefined;

  constructor(incoming: NodeIncoming, outgoing: NodeOutgoing) {
    this.#incoming = incoming;
    this.#outgoing = outgoing;
  }

  get method(): string {
    return this.#incoming.method ?? 'GET';
  }

  get target(): string {
    return this.#incoming.url ?? '/';
  }

  /** HTTP/2 has names in lower case only. */
  get rawHeaders(): readonly string[] | undefined {
    return this.#incoming.httpVersionMajor > 1 ? undefined : this.#incoming.rawHeaders;
  }

  get signal(): AbortSignal {
    this.#controller ??= this.#watchClient();
    return this.#controller.signal;
  }

  get declaredLength(): string | undefined {
    return cameWith(this.#incoming, 'content-length') ? this.header('content-length') : undefined;
  }

  header(name: string): string | undefined {
    const value = this.#incoming.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  /** Body parsers of Express and its like leave what they made of it in `body` of the request. */
  body(): RequestBody {
    const incoming = this.#incoming;
    if (!incoming.readableDidRead && !incoming.readableEnded)
      return { kind: 'unread', chunks: unreadOf(incoming) };
    const value = 'body' in incoming ? incoming.body : undefined;
    return value === undefined ? { kind: 'gone' } : { kind: 'read', value };
  }

  send({ status, body, headers, encoding }: WrittenReply): void {
    this.#end();
    const outgoing = this.#outgoing as ServerResponse;
    if (outgoing.headersSent || outgoing.destroyed) return;
    if (this.#leavesBody()) outgoing.setHeader('Connection', 'close');
    outgoing.writeHead(status, headers);
    outgoing.end(body, encoding);
  }

  /** Resolves when all is written, or the client has gone. */
  async stream({ status, parts, headers }: StreamedReply): Promise<void> {
    const outgoing = this.#outgoing as ServerResponse;
    if (outgoing.headersSent || outgoing.destroyed) {
      this.#end();
      await parts.return?.();
      return;
    }
    if (this.#leavesBody()) outgoing.setHeader('Connection', 'close');
    outgoing.writeHead(status, headers);
    await writeParts(parts, outgoing, this.signal);
    this.#end();
  }

  /**
   * The response is closed with its client, but for one that is queued behind another (pipelining); the request
   * closes as soon as its body has been read. So on HTTP/1 the connection is listened to as well.
   */
  #watchClient(): AbortController {
    const controller = new AbortController();
    const gone = () => {
      if (!this.#answered) controller.abort(new Error('The client closed the connection before the answer.'));
    };
    const incoming = this.#incoming;
    if (this.#outgoing.destroyed || incoming.errored) gone();
    this.#outgoing.once('close', gone);
    if (incoming.httpVersionMajor > 1) incoming.once('close', gone);
    else if (incoming.socket.destroyed) gone();
    else this.#unwatch = onceClosed(incoming.socket, gone);
    return controller;
  }

  #end(): void {
    this.#answered = true;
    this.#unwatch?.();
  }

  /** True where a body is still coming that nobody will read: the connection cannot be used again. */
  #leavesBody(): boolean {
    const { complete, httpVersionMajor } = this.#incoming;
    if (complete || httpVersionMajor > 1) return false;
    const { 'content-length': length, 'transfer-encoding': coding } = this.#incoming.headers;
    return coding !== undefined || (length !== undefined && length !== '0');
  }
}

/** What has not come in when reading ends is let pass, so that the client gets to read the answer. */
async function* unreadOf(incoming: NodeIncoming): AsyncGenerator<Uint8Array> {
  try {
    // Ending the reading must not end the connection, on which the answer is still to be sent.
    yield* incoming.iterator({ destroyOnReturn: false });
  } finally {
    incoming.resume();
  }
}
