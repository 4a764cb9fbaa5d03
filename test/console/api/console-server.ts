import { onTestFinished } from 'vitest';
import { type ConsoleOptions, createConsole } from '../../../adapters/console/index.ts';
import { startServer } from '../../../adapters/http/index.ts';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { netPorts } from '../../../adapters/net/index.ts';
import { type SandboxWorld, startSandbox } from '../../../adapters/sandbox/index.ts';
import { createEngine, type Engine, type EngineOptions } from '../../../src/index.ts';
import type { Stores } from '../../../src/ports/stores.ts';
import { createRecordingLogger, type LogLine } from '../../http/http-fixtures.ts';

export const adminToken = '0f4c81d29be7a365c08d1e72';

export interface ConsoleServer {
  /** Of the server, such as http://127.0.0.1:8080. */
  readonly url: string;
  readonly engine: Engine;
  readonly stores: Stores;
  readonly lines: readonly LogLine[];
  close(): Promise<void>;
  /** Signs an account in by a link, as a browser of its own. */
  signIn(account: string): Promise<Browser>;
  signInOperator(): Promise<Browser>;
}

/** Somebody who is signed in. */
export interface Browser {
  readonly cookie: string;
  readonly token: string;
  /** Requests a path below /console/api. Changes have the token of the page. `body` is JSON, or text as it is. */
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
    signal?: AbortSignal,
  ): Promise<Response>;
  /** The JSON of a GET, which must succeed. */
  read<T>(path: string): Promise<T>;
}

const world: SandboxWorld = {
  domains: {
    'example.com': { mx: ['mx.example.com'], mailboxes: ['ann', 'ann.lee'] },
    'example.org': { mx: ['mx.example.com'], mailboxes: ['bob'] },
    'slow.example.net': { mx: ['mx.example.net'], mailboxes: [] },
  },
  exchanges: { 'mx.example.com': {}, 'mx.example.net': { tarpitMs: 50 } },
};

/** Starts a server with /v1 and the console, on a simulated internet. The accounts acme and globex have 100 credits each. */
export async function startConsole(
  options: Partial<ConsoleOptions> = {},
  engineOptions: EngineOptions = {},
): Promise<ConsoleServer> {
  const sandbox = await startSandbox(world);
  const stores = memoryStores(options.clock === undefined ? {} : { clock: options.clock });
  const engine = createEngine({ ...stores, ...netPorts(sandbox.network) }, engineOptions);
  for (const account of ['acme', 'globex'])
    await engine.accounts.grant(account, { id: `first of ${account}`, milliCredits: 100_000 });
  const logger = createRecordingLogger();
  const mounted = createConsole({
    engine,
    cache: stores.cache,
    adminToken,
    logger,
    sandbox: true,
    ...options,
  });
  const server = await startServer({ engine, port: 0, shutdownTimeoutMs: 5_000, logger, mounted: [mounted] });
  onTestFinished(async () => {
    await server.close();
    await engine.close();
    await sandbox.close();
  });
  const { url } = server;
  return {
    url,
    engine,
    stores,
    lines: logger.lines,
    close: () => server.close(),
    async signIn(account) {
      const operator = await signInTo(url, { admin_token: adminToken });
      const invited = await operator.send('POST', `accounts/${encodeURIComponent(account)}/invitations`, {});
      const { link } = (await invited.json()) as { link: string };
      return signInTo(url, { invitation: link.slice(link.lastIndexOf('/') + 1) });
    },
    signInOperator: () => signInTo(url, { admin_token: adminToken }),
  };
}

/** Signs in with the secret of a link, or the admin token. */
export async function signInTo(url: string, body: object): Promise<Browser> {
  const answer = await postSignIn(url, body);
  if (!answer.ok) throw new Error(`The sign-in failed: ${await answer.text()}`);
  const setCookie = answer.headers.get('set-cookie') ?? '';
  const cookie = setCookie.slice(0, setCookie.indexOf(';'));
  const { csrf_token: token } = (await answer.json()) as { csrf_token: string };
  const send: Browser['send'] = (method, path, body, headers = {}, signal) =>
    fetch(`${url}/console/api/${path}`, {
      method,
      headers: {
        Cookie: cookie,
        ...(method === 'GET' ? {} : { Origin: url, 'X-CSRF-Token': token }),
        ...headers,
      },
      ...(signal === undefined ? {} : { signal }),
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  return {
    cookie,
    token,
    send,
    async read<T>(path: string) {
      const answer = await send('GET', path);
      if (!answer.ok) throw new Error(`GET ${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as T;
    },
  };
}

export function postSignIn(
  url: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${url}/console/api/session`, {
    method: 'POST',
    headers: { Origin: url, ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Returns the detail of a problem. */
export async function detailOf(answer: Response): Promise<string> {
  return ((await answer.json()) as { detail: string }).detail;
}

export interface StreamEvent {
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** Yields the events of an answer. Ends when the server ends it. */
export async function* eventsOf({ body }: Response): AsyncGenerator<StreamEvent> {
  let text = '';
  for await (const piece of (body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    text += piece;
    for (let end = text.indexOf('\n\n'); end !== -1; end = text.indexOf('\n\n')) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(text.slice(0, end)) ?? [];
      text = text.slice(end + 2);
      if (event !== undefined) yield { event, data: JSON.parse(data ?? '') };
    }
  }
}

/** Collects all events of an answer. */
export async function allEventsOf(answer: Response): Promise<readonly StreamEvent[]> {
  const events: StreamEvent[] = [];
  for await (const event of eventsOf(answer)) events.push(event);
  return events;
}
