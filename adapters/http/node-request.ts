import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';
import type { Reply } from './reply.ts';
import type { RequestView } from './request-view.ts';

export type NodeIncoming = IncomingMessage | Http2ServerRequest;
export type NodeOutgoing = ServerResponse | Http2ServerResponse;

/** A request listener for node:http, node:https and node:http2, and for hosts built on them. Never rejects. */
export type NodeListener = (incoming: NodeIncoming, outgoing: NodeOutgoing) => Promise<void>;

/** A request that came through Node. No Request and Response are made of it: they would cost more than the rest. */
export class NodeRequest implements RequestView {
  readonly #incoming: NodeIncoming;
  readonly #outgoing: NodeOutgoing;
  #answered = false;
  #controller: AbortController | undefined;

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

  header(name: string): string | undefined {
    const value = this.#incoming.headers[name];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  send({ status, body, headers }: Reply): void {
    this.#answered = true;
    const outgoing = this.#outgoing as ServerResponse;
    if (outgoing.headersSent || outgoing.destroyed) return;
    const connection = this.#leavesBody() ? { Connection: 'close' } : undefined;
    outgoing.writeHead(status, { ...headers, 'Content-Length': Buffer.byteLength(body), ...connection });
    outgoing.end(body);
  }

  /** Both ends are listened to: of answers queued behind another one (pipelining) only the request is closed. */
  #watchClient(): AbortController {
    const controller = new AbortController();
    const gone = () => {
      if (!this.#answered) controller.abort(new Error('The client closed the connection before the answer.'));
    };
    if (this.#outgoing.destroyed || this.#incoming.errored) gone();
    this.#outgoing.once('close', gone);
    this.#incoming.once('close', gone);
    return controller;
  }

  /** True where a body is still coming that nobody will read: the connection cannot be used again. */
  #leavesBody(): boolean {
    const { complete, httpVersionMajor, headers } = this.#incoming;
    if (complete || httpVersionMajor > 1) return false;
    const { 'content-length': length, 'transfer-encoding': coding } = headers;
    return coding !== undefined || (length !== undefined && length !== '0');
  }
}
