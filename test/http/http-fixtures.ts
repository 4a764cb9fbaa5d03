import { expect, onTestFinished } from 'vitest';
import {
  createHttpHandler,
  type HttpEngine,
  type HttpHandler,
  type HttpLogger,
  type ServerOptions,
  startServer,
} from '../../adapters/http/index.ts';

export interface LogLine {
  readonly level: string;
  readonly fields: object;
  readonly message: string;
}

export function createRecordingLogger(): HttpLogger & { readonly lines: LogLine[] } {
  const lines: LogLine[] = [];
  const at = (level: string) => (fields: object, message: string) => {
    lines.push({ level, fields, message });
  };
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** Starts a server that closes after the test. Returns its URL. */
export async function serveEngine(engine: HttpEngine, options: Partial<ServerOptions> = {}): Promise<string> {
  const server = await startServer({
    engine,
    port: 0,
    shutdownTimeoutMs: 100,
    logger: createRecordingLogger(),
    ...options,
  });
  onTestFinished(() => server.close());
  return server.url;
}

export function createQuietHandler(
  engine: HttpEngine,
  options: Parameters<typeof createHttpHandler>[1] = {},
): HttpHandler {
  return createHttpHandler(engine, { logger: createRecordingLogger(), ...options });
}

export function fetchWithKey(
  url: string,
  key: string | undefined,
  init: RequestInit = {},
): Promise<Response> {
  return fetch(url, key === undefined ? init : { ...init, headers: { 'X-API-Key': key } });
}

export function post(
  url: string,
  key: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { 'X-API-Key': key, 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

/** Returns the detail of an error response, and expects no other field in it. */
export async function readDetail(response: Response): Promise<string> {
  expect(response.headers.get('content-type')).toBe('application/json');
  const body = (await response.json()) as { detail: string };
  expect(Object.keys(body)).toEqual(['detail']);
  expect(body.detail).toEqual(expect.any(String));
  return body.detail;
}
