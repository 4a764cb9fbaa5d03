import { expect, onTestFinished } from 'vitest';
import {
  createHttpHandler,
  type HttpEngine,
  type HttpHandler,
  type HttpLogger,
  type ServerOptions,
  startServer,
} from '../../adapters/http/index.ts';
import { memoryStores } from '../../adapters/memory/index.ts';
import type { EmailLookup, EmailVerification } from '../../src/index.ts';
import { ManualClock } from '../support/manual-clock.ts';

export const verdict: EmailVerification = {
  email: 'ann@example.org',
  status: 'safe',
  explanation: 'The mail server accepts mail for this address.',
  email_provider: 'Unknown',
  substatus: 'deliverable',
  mx_record: 'mx.example.org',
  is_domain_catch_all: false,
  is_secure_email_gateway: false,
  is_disposable: false,
  is_role_account: false,
  is_free: false,
  confidence: 97,
};

export const lookupResult: EmailLookup = {
  ...verdict,
  status: 'safe',
  substatus: 'deliverable',
  credits_consumed: 1,
  first_name: 'Ann',
  last_name: 'Lee',
  domain: 'example.org',
  email: 'ann.lee@example.org',
};

export interface StubbedEngine {
  readonly engine: HttpEngine;
  /** A key of the account "acme", which has 100 credits. */
  readonly key: string;
  readonly clock: ManualClock;
  revoke(key: string): Promise<boolean>;
}

/** Creates an engine with real keys, rates and balances on a manual clock. `changes` replaces any of its methods. */
export async function stubEngine(changes: Partial<HttpEngine> = {}): Promise<StubbedEngine> {
  const clock = new ManualClock();
  const { keys, rateLimits, ledger, checkReady } = memoryStores({ clock });
  await ledger.grant({ id: 'first', account: 'acme', milliCredits: 100_000, reason: 'purchase' });
  const { key } = await keys.create({ account: 'acme' });
  const engine: HttpEngine = {
    keys,
    rateLimits,
    checkReady,
    jobs: {
      checkCredits: failWithoutJobs,
      submit: failWithoutJobs,
      status: failWithoutJobs,
      results: failWithoutJobs,
      submitLookups: failWithoutJobs,
      lookupStatus: failWithoutJobs,
      lookupResults: failWithoutJobs,
    },
    accounts: { balance: (account) => ledger.balance(account) },
    observe: () => () => {},
    verify: async (email) => ({ ...verdict, email }),
    lookup: async (row) => ({ ...lookupResult, ...row }),
    ...changes,
  };
  return { engine, key, clock, revoke: (revoked) => keys.revoke(revoked) };
}

async function failWithoutJobs(): Promise<never> {
  throw new Error('Tests of jobs have an engine of their own.');
}

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
