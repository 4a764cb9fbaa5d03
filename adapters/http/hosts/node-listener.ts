import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2';

export type NodeIncoming = IncomingMessage | Http2ServerRequest;
export type NodeOutgoing = ServerResponse | Http2ServerResponse;

/** A request listener for node:http, node:https and node:http2, and for frameworks built on them. Never rejects. */
export type NodeListener = (incoming: NodeIncoming, outgoing: NodeOutgoing) => Promise<void>;
