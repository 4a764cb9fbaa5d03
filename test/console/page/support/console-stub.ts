import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as readJson } from 'node:stream/consumers';
import { pageFile } from './page-files.ts';
import {
  answerSignedIn,
  problem,
  type StubAnswer,
  type StubBody,
  type StubRequest,
  signIn,
} from './stub-answers.ts';
import { newRecords, type StubRecords } from './stub-records.ts';

/** A server that answers like the console, with records that a test can change. */
export interface ConsoleStub extends AsyncDisposable {
  /** Ends in a slash. */
  readonly url: string;
  readonly port: number;
  readonly records: StubRecords;
  /** Every request to the API, as `METHOD path`. */
  readonly requests: string[];
  /** Answers instead of the stub, if it returns something. `lose_answer`: the stub does what was asked, but no answer arrives. */
  intercept: (request: Pick<StubRequest, 'method' | 'path'>) => StubAnswer | 'lose_answer' | undefined;
}

const base = '/console/';

export async function startConsoleStub({
  port = 0,
  records = newRecords(),
}: {
  readonly port?: number;
  readonly records?: StubRecords;
} = {}): Promise<ConsoleStub> {
  const server = createServer((incoming, outgoing) => void respond(incoming, outgoing));
  const requests: string[] = [];
  const stub: ConsoleStub = {
    get port() {
      return (server.address() as AddressInfo).port;
    },
    get url() {
      return `http://localhost:${stub.port}${base}`;
    },
    records,
    requests,
    intercept: () => undefined,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };

  const respond = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const url = new URL(incoming.url ?? '', 'http://localhost');
    const path = url.pathname.slice(base.length);
    if (!path.startsWith('api/')) {
      const file = await pageFile(path);
      outgoing.writeHead(file === undefined ? 404 : 200, file?.headers);
      outgoing.end(file?.content);
      return;
    }
    const method = incoming.method ?? 'GET';
    const apiPath = path.slice('api/'.length);
    requests.push(`${method} ${apiPath}`);
    const body = method === 'POST' ? ((await readJson(incoming)) as StubBody) : {};
    const intercepted = stub.intercept({ method, path: apiPath });
    const request = { method, path: apiPath, query: url.searchParams, headers: incoming.headers, body };
    if (intercepted === 'lose_answer') {
      answerApi(records, request);
      outgoing.destroy();
    } else write(outgoing, intercepted ?? answerApi(records, request));
  };

  server.listen(port, 'localhost');
  await once(server, 'listening');
  return stub;
}

function answerApi(records: StubRecords, request: Omit<StubRequest, 'session'>): StubAnswer {
  if (request.method === 'POST' && request.path === 'session') return signIn(records, request.body);
  const id = /mailproof-console=([^;]+)/.exec(String(request.headers.cookie))?.[1] ?? '';
  const session = records.sessions.get(id);
  if (session === undefined)
    return problem(401, 'Nobody is signed in, or the sign-in has ended: sign in again.');
  const token = request.headers['x-csrf-token'];
  if (token !== undefined && token !== session.csrfToken)
    return problem(
      401,
      'This is not the token of the page that belongs to this sign-in: load the page again.',
    );
  if (token === undefined && request.method !== 'GET')
    return problem(403, 'The token of the page is missing: load the page again.');
  if (request.method === 'DELETE' && request.path === 'session') {
    records.sessions.delete(id);
    return { status: 204 };
  }
  return answerSignedIn(records, { ...request, session });
}

function write(
  outgoing: ServerResponse,
  { status = 200, json, events, hangs = false, text, setCookie }: StubAnswer,
): void {
  const type =
    events !== undefined ? 'text/event-stream' : text !== undefined ? 'text/plain' : 'application/json';
  outgoing.writeHead(status, {
    'Content-Type': type,
    'Cache-Control': 'no-store',
    ...(setCookie === undefined ? {} : { 'Set-Cookie': setCookie }),
  });
  if (events !== undefined) {
    outgoing.write(': open\n\n');
    for (const [event, data] of events) outgoing.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    if (!hangs) outgoing.end();
  } else if (hangs) outgoing.flushHeaders();
  else outgoing.end(text ?? (json === undefined ? '' : JSON.stringify(json)));
}
