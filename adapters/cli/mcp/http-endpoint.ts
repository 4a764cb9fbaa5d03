import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { isSameSecret } from '../../console/sign-in/admin-token.ts';
import { isPlainLocal, refuseOtherOrigin } from '../../console/sign-in/request-origin.ts';
import { Problem } from '../../http/problem.ts';
import type { ListeningPlace } from '../settings/server-settings.ts';

const path = '/mcp';
const mostSessions = 100;
const idleMs = 3_600_000;

interface HttpSession {
  readonly transport: StreamableHTTPServerTransport;
  usedAt: number;
}

export interface HttpEndpointOptions extends ListeningPlace {
  /** What requests need as `Authorization: Bearer`. Without one, only programs of this machine are answered. */
  readonly token: string | undefined;
  /** Prepares a session; `begin` gives it its credits. */
  readonly newSession: () => { readonly server: McpServer; begin(): Promise<void> };
}

/**
 * Serves sessions over streamable HTTP at `/mcp` until disposed. Pages in browsers are refused, also where their name leads to this
 * machine (DNS rebinding). Rejects with the error of Node.js if it cannot listen.
 */
export async function serveHttp({ host, port, token, newSession }: HttpEndpointOptions) {
  const sessions = new Map<string, HttpSession>();
  const newTransport = async () => {
    for (const [id, { transport, usedAt }] of sessions)
      if (Date.now() - usedAt > idleMs) {
        sessions.delete(id);
        await transport.close();
      }
    if (sessions.size >= mostSessions) throw new Problem(503, 'Too many sessions are open. Close one.');
    const { server, begin } = newSession();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: async (id) => {
        sessions.set(id, { transport, usedAt: Date.now() });
        await begin();
      },
      onsessionclosed: (id) => {
        sessions.delete(id);
      },
    });
    await server.connect(transport);
    return transport;
  };
  const answer = async (incoming: IncomingMessage, outgoing: ServerResponse) => {
    checkCaller(incoming, token);
    if (incoming.url?.split('?')[0] !== path) throw new Problem(404, `Nothing is here. Ask ${path}.`);
    const id = incoming.headers['mcp-session-id'];
    const session = sessions.get(String(id));
    if (session === undefined && id !== undefined) throw new Problem(404, 'This session has ended.');
    if (session !== undefined) session.usedAt = Date.now();
    await (session?.transport ?? (await newTransport())).handleRequest(incoming, outgoing);
  };
  const server = createServer((incoming, outgoing) => {
    answer(incoming, outgoing).catch((error: unknown) => refuse(outgoing, error));
  });
  server.listen(port, host);
  await once(server, 'listening');
  const { port: boundPort } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}${path}`,
    async [Symbol.asyncDispose]() {
      for (const { transport } of sessions.values()) await transport.close();
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Throws a Problem for a page of another origin, for a name that is not this machine's, and without the token. */
function checkCaller({ method = '', headers }: IncomingMessage, token: string | undefined): void {
  const request = { method, header: (name: string) => headers[name]?.toString() };
  if (headers.origin !== undefined) refuseOtherOrigin(request);
  if (token === undefined) {
    // A proxy on this machine speaks for anybody.
    const isForwarded = headers.forwarded !== undefined || headers['x-forwarded-for'] !== undefined;
    if (isPlainLocal(request) && !isForwarded) return;
    throw new Problem(403, 'Without MAILPROOF_MCP_TOKEN, only localhost, 127.0.0.1 and [::1] are answered.');
  }
  const [, given] = /^Bearer (\S+)$/i.exec(headers.authorization ?? '') ?? [];
  if (given === undefined || !isSameSecret(given, token))
    throw new Problem(401, 'Send the token of this server: Authorization: Bearer …');
}

function refuse(outgoing: ServerResponse, error: unknown): void {
  const known = error instanceof Problem;
  if (outgoing.headersSent) return void outgoing.destroy();
  const text = known ? error.message : 'Something failed here. Try again.';
  outgoing.writeHead(known ? error.status : 500, {
    'Content-Type': 'application/json',
    ...(known && error.status === 401 && { 'WWW-Authenticate': 'Bearer' }),
  });
  outgoing.end(JSON.stringify({ jsonrpc: '2.0', error: { code: -32_000, message: text }, id: null }));
}
