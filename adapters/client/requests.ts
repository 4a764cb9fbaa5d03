import createOpenApiClient, { type Client } from 'openapi-fetch';
import { namesOf } from '../../src/argument-checks.ts';
import { InvalidArgument } from '../../src/errors.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { ApiError, errorOf } from './api-error.ts';
import type { paths } from './api-types.ts';

export interface CallOptions {
  /** Ends the call, with its pauses and repeats: it rejects with the reason of the signal. */
  signal?: AbortSignal | undefined;
}

export const callNames = namesOf<CallOptions>()('signal');

/** When a request is repeated. */
export interface RetryOptions {
  /** How often a request is sent at most, the first time included. Default 5; 1 turns retries off. */
  maxAttempts?: number | undefined;
  /**
   * Longest pause before a repeat, in milliseconds. If the server asks for a longer one with Retry-After, the request
   * fails at once, and the error says how long in `retryAfterMs`. Default 60,000.
   */
  maxPauseMs?: number | undefined;
}

/** What openapi-fetch resolves with. */
interface Answer<Data> {
  readonly data?: Data;
  readonly error?: unknown;
  readonly response: Response;
}

/** What one attempt passes on to openapi-fetch. */
export interface Attempt {
  /** Ends the attempt: the caller's signal, or the time limit of the attempt. */
  readonly signal: AbortSignal;
  readonly fetch: (request: Request) => Promise<Response>;
}

/** How a request is sent and its answer taken. */
interface AnswerOptions<Data> {
  readonly signal: AbortSignal | undefined;
  /** The fields that an answer must have, so that the caller can rely on it, with their types. */
  readonly fields: { readonly [Field in keyof Data]?: 'string' | 'number' | 'list' };
  /** The time that the server was given, in milliseconds. Default: none in particular. */
  readonly timeoutMs?: number | undefined;
}

/** Longest time for one attempt where the caller gives the server none: beyond all time limits of the server. */
const defaultAttemptMs = 120_000;
/** What an attempt may take beyond the time that the caller gives the server: connecting, and a queue. */
const attemptMarginMs = 10_000;

/** The pause before the first repeat where the server asks for no longer one. It doubles each time. */
const firstPauseMs = 1_000;

/** Sends requests, and repeats them as long as that may help. */
export class Requests {
  readonly #clock: Clock;
  readonly #fetch: Attempt['fetch'];
  readonly #random: () => number;
  readonly #maxAttempts: number;
  readonly #maxPauseMs: number;

  constructor(options: {
    clock: Clock;
    fetch: Attempt['fetch'];
    random: () => number;
    retries: RetryOptions;
  }) {
    const { clock, fetch, random, retries } = options;
    this.#clock = clock;
    this.#fetch = fetch;
    this.#random = random;
    this.#maxAttempts = retries.maxAttempts ?? 5;
    this.#maxPauseMs = retries.maxPauseMs ?? 60_000;
    checkAtLeast('retries.maxAttempts', this.#maxAttempts, 1);
    checkAtLeast('retries.maxPauseMs', this.#maxPauseMs, 0);
  }

  /**
   * Calls `send` until it succeeds. Repeats it after 429, 502, 503, 504 and a failed connection: nothing was charged then,
   * or a repeat is answered from the cache or by the idempotency key. Rejects with an ApiError, with InvalidArgument for a
   * request that cannot be built, or with the reason of `signal`.
   */
  async answer<Data>(
    send: (attempt: Attempt) => Promise<Answer<Data>>,
    options: AnswerOptions<NonNullable<Data>>,
  ): Promise<{ readonly data: NonNullable<Data>; readonly response: Response }> {
    const { signal } = options;
    for (let attempt = 1; ; attempt += 1) {
      signal?.throwIfAborted();
      try {
        return await this.#sendOnce(send, options);
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof ApiError) || !mayHelp(error) || attempt >= this.#maxAttempts) throw error;
        const pauseMs = Math.max(error.retryAfterMs ?? 0, this.#growingPauseMs(attempt));
        if (pauseMs > this.#maxPauseMs) throw error;
        await pause(this.#clock, pauseMs, signal);
      }
    }
  }

  async #sendOnce<Data>(
    send: (attempt: Attempt) => Promise<Answer<Data>>,
    options: AnswerOptions<NonNullable<Data>>,
  ) {
    const { data, error, response } = await this.#attempt(send, options);
    if (!response.ok) throw errorOf(response, error, this.#clock.now());
    if (data === undefined || data === null || !hasFields(data, options.fields)) throw unreadable(response);
    return { data, response };
  }

  /** Sends the request once. What fails before that is the caller's error, which no repeat would mend. */
  async #attempt<Data>(
    send: (attempt: Attempt) => Promise<Answer<Data>>,
    { signal, timeoutMs }: Omit<AnswerOptions<unknown>, 'fields'>,
  ): Promise<Answer<Data>> {
    const limitMs = timeoutMs === undefined ? defaultAttemptMs : Math.max(0, timeoutMs) + attemptMarginMs;
    const limit = new AbortController();
    const cancel = this.#clock.after(limitMs, () =>
      limit.abort(new Error(`No answer within ${limitMs} ms.`)),
    );
    let sent = false;
    const fetch = (request: Request) => {
      sent = true;
      return this.#fetch(request);
    };
    try {
      const either = signal === undefined ? limit.signal : AbortSignal.any([signal, limit.signal]);
      return await send({ signal: either, fetch });
    } catch (cause) {
      throw sent ? connectionError(cause) : unsendable(cause);
    } finally {
      cancel();
    }
  }

  /** Differs from client to client, so that they do not all come back at once. */
  #growingPauseMs(attempt: number): number {
    const longest = Math.min(this.#maxPauseMs, firstPauseMs * 2 ** (attempt - 1));
    return longest * (0.5 + this.#random() / 2);
  }
}

function hasFields(data: object, fields: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(fields).every(([name, type]) => {
    const value: unknown = Reflect.get(Object(data), name);
    return type === 'list' ? Array.isArray(value) : typeof value === type;
  });
}

function unsendable(cause: unknown): InvalidArgument {
  const message = 'The request cannot be built. Pass well-formed text, and only what JSON can hold.';
  return new InvalidArgument('request', message, { cause });
}

/** Returns the error for an answer of status 200 that is not what the document describes. */
export function unreadable({ status, headers }: Response, cause?: unknown): ApiError {
  const requestId = headers.get('x-request-id') ?? undefined;
  const message = 'The answer is not one of mailproof. Check the base URL, and what proxies change.';
  return new ApiError('unexpected_answer', message, { status, requestId, cause });
}

/** Returns the error for a request without an answer, or with half of one. */
export function connectionError(cause: unknown): ApiError {
  if (cause instanceof SyntaxError) {
    const message = 'The answer is not JSON. Check that the base URL is that of a mailproof server.';
    return new ApiError('unexpected_answer', message, { cause });
  }
  const message = 'The server gave no whole answer. Check that it runs, and that the base URL is right.';
  return new ApiError('server_unreachable', message, { cause });
}

function mayHelp({ code }: ApiError): boolean {
  return code === 'rate_limited' || code === 'service_unavailable' || code === 'server_unreachable';
}

/** Throws InvalidArgument unless `value` is a number from `least` on. */
export function checkAtLeast(parameter: string, value: unknown, least: number): void {
  if (typeof value === 'number' && value >= least) return;
  throw new InvalidArgument(
    parameter,
    `${parameter} must be a number from ${least} on. Leave it out for the default.`,
  );
}

/** Resolves after `ms` milliseconds. Rejects with the reason of `signal` as soon as that fires. */
export function pause(clock: Clock, ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const onAbort = () => {
      cancel();
      reject(signal?.reason);
    };
    const cancel = clock.after(ms, () => {
      signal?.removeEventListener('abort', onAbort);
      resolve();
    });
    signal?.addEventListener('abort', onAbort, { once: true });
  });
}

const apiKeyHeader = 'X-API-Key';

/**
 * Sends a request with the header of the key named as documented: servers compare it letter by letter, and in browsers all
 * names in a Request are in lower case, but those in an object stay as they are.
 */
export async function sendRequest(request: Request): Promise<Response> {
  const { url, method, signal, redirect } = request;
  const headers = Object.fromEntries(
    [...request.headers].map(([name, value]) => [
      name === apiKeyHeader.toLowerCase() ? apiKeyHeader : name,
      value,
    ]),
  );
  const body = method === 'GET' ? null : await request.text();
  return fetch(url, { method, headers, body, signal, redirect });
}

/** The paths of the OpenAPI document as typed functions. */
export type OpenApiClient = Client<paths, 'application/json'>;

/** Each call brings the `fetch` that it is sent with. */
export function openApiClient({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): OpenApiClient {
  return createOpenApiClient<paths, 'application/json'>({
    baseUrl,
    headers: { [apiKeyHeader]: apiKey },
    // The key must not go where a redirect leads.
    redirect: 'manual',
  });
}
