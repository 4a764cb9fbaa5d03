import { texts } from '../texts.ts';
import { ApiProblem, isAbort } from './problem.ts';
import { rowsByChunk, silentMs, textLines } from './text-lines.ts';

/** How long an answer may take that changes nothing. Others have no limit: a lookup takes two minutes, a long list as long as its line. */
const readingMs = 60_000;

interface RequestOptions {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  /** JSON to send: a value, or its text in a Blob. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
  /** Whether the answer may be that of another session than the page's. Default false. */
  readonly anySession?: boolean;
}

interface EventOptions extends RequestOptions {
  /** The name of the event after which nothing comes. Without it, the stream was cut off. Default: it may end at any time. */
  readonly last?: string;
}

/** Requests to the API of the console. All reject with ApiProblem, or with the signal's reason. */
export interface Api {
  /** Returns the JSON of the answer; undefined if it has none. Gives up what changes nothing after a minute, as if nobody answered. */
  request<T>(path: string, options?: RequestOptions): Promise<T>;
  /** Reads events; what the server says in the event `problem` is thrown. */
  events(path: string, options?: EventOptions): AsyncGenerator<ServerSentEvent>;
  /** Reads the rows of the answer, one a line, those that arrive together at once. Throws if some are missing. */
  lines(path: string, options?: RequestOptions): AsyncGenerator<readonly string[]>;
}

export interface ApiOptions {
  /** What changes have to carry; undefined before the sign-in. Sent with everything: the server then refuses it after another sign-in. */
  readonly csrfToken: () => string | undefined;
  /** Called when the server says that nobody is signed in any more, or that another session is. */
  readonly onSignedOut: () => void;
}

export function createApi({ csrfToken, onSignedOut }: ApiOptions): Api {
  const send = async (path: string, options: RequestOptions = {}): Promise<Response> => {
    const { method = 'GET', body, headers, signal, anySession = false } = options;
    const token = anySession ? undefined : csrfToken();
    const answer = await fetch(`api/${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { 'X-CSRF-Token': token }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: body instanceof Blob ? body : JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
      credentials: 'same-origin',
      redirect: 'error',
    }).catch(asProblem);
    if (answer.ok) return answer;
    const problem = await problemOf(answer);
    // An answer from before a new sign-in says nothing about that one.
    if (answer.status === 401 && token !== undefined && token === csrfToken()) onSignedOut();
    throw problem;
  };

  async function* stream<T>(
    path: string,
    options: RequestOptions,
    read: (body: ReadableStream<Uint8Array>, headers: Headers) => AsyncGenerator<T>,
  ): AsyncGenerator<T> {
    const { body, headers } = await send(path, options);
    if (body === null) return;
    try {
      yield* read(body, headers);
    } catch (error) {
      asProblem(error);
    }
  }

  const ask = async <T>(path: string, options: RequestOptions): Promise<T> => {
    const answer = await send(path, options);
    const text = await answer.text().catch(asProblem);
    return (text === '' ? undefined : JSON.parse(text)) as T;
  };

  const request = <T>(path: string, options: RequestOptions = {}): Promise<T> => {
    const { method = 'GET', signal } = options;
    if (method !== 'GET') return ask(path, options);
    return withTimeLimit({ signal, limitMs: readingMs }, (limited) =>
      ask<T>(path, { ...options, signal: limited }),
    ).catch(asProblem);
  };

  async function* events(
    path: string,
    { last, ...options }: EventOptions = {},
  ): AsyncGenerator<ServerSentEvent> {
    const headers = { Accept: 'text/event-stream', ...options.headers };
    for await (const event of stream(path, { ...options, headers }, serverSentEvents)) {
      if (event.event === 'problem') throw problemIn(event.data);
      yield event;
      if (event.event === last) return;
    }
    if (last === undefined) return;
    // The server also cuts off the streams of a session that has ended.
    await request('session');
    throw new ApiProblem(texts.problems.cutOff);
  }

  return {
    request,
    events,
    lines: (path, options) =>
      stream(
        path,
        { ...options, headers: { Accept: 'application/x-ndjson', ...options?.headers } },
        rowsByChunk,
      ),
  };
}

/** Throws ApiProblem for a request that had no answer. */
function asProblem(error: unknown): never {
  if (isAbort(error) || !(error instanceof TypeError)) throw error;
  throw new ApiProblem(texts.problems.unreachable, { cause: error });
}

async function problemOf(answer: Response): Promise<ApiProblem> {
  const text = await answer.text().catch(() => '');
  return new ApiProblem(detailIn(text) ?? texts.problems.status(answer.status), { status: answer.status });
}

/** Returns the problem that an event says. */
function problemIn(data: string): ApiProblem {
  const { status, detail } = JSON.parse(data) as { readonly status: number; readonly detail: string };
  return new ApiProblem(detail, { status });
}

function detailIn(text: string): string | undefined {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown };
    return typeof detail === 'string' ? detail : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Runs `work` with a signal that fires when `signal` does, or after `limitMs`. Rejects then with a TypeError, as after a connection that
 * breaks.
 */
async function withTimeLimit<T>(
  { signal, limitMs }: { readonly signal: AbortSignal | undefined; readonly limitMs: number },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const late = AbortSignal.timeout(limitMs);
  try {
    return await work(signal === undefined ? late : AbortSignal.any([signal, late]));
  } catch (error) {
    // Browsers do not hand on the reason of a signal that fires while a body is read.
    if (late.aborted) throw new TypeError('No answer has arrived in time.', { cause: error });
    throw error;
  }
}

/** One event of a stream of server-sent events (WHATWG HTML, section 9.2). */
interface ServerSentEvent {
  readonly event: string;
  readonly data: string;
}

/** Reads server-sent events. Comments, ids and retry times are left out. */
async function* serverSentEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  let event = '';
  let data: string[] = [];
  for await (const line of textLines(body, { silentMs })) {
    if (line === '') {
      if (data.length > 0) yield { event: event || 'message', data: data.join('\n') };
      event = '';
      data = [];
      continue;
    }
    const [, field, value = ''] = /^([^:]*)(?:: ?(.*))?$/s.exec(line) ?? [];
    if (field === 'event') event = value;
    if (field === 'data') data.push(value);
  }
}
