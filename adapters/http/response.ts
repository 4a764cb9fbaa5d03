import { type Problem, problemBody } from './problem.ts';

/**
 * A response, independent of the host that sends it. A fetch Response is made only for fetch hosts, because making one
 * costs more than all other work on a cached request.
 */
export type HttpResponse = BufferedResponse | StreamedResponse;

export interface BufferedResponse {
  readonly kind: 'buffered';
  readonly status: number;
  /** Bytes are those of UTF-8. A text is encoded anew for each answer. */
  readonly body: string | Buffer<ArrayBuffer>;
  /** Includes Content-Length, so that a reused response is measured once. */
  readonly headers: Readonly<Record<string, string>>;
  /** The encoding that Node writes the body in. An ASCII body has the same bytes in latin1, which is faster. */
  readonly encoding: 'latin1' | 'utf8';
}

/** A response that is read from the storage while it is sent. */
export interface StreamedResponse {
  readonly kind: 'streamed';
  readonly status: 200;
  readonly chunks: ResponseChunks;
  readonly headers: Readonly<Record<string, string>>;
  /** Fires if the client has not read for too long: its connection is then to be cut. Default: never. */
  readonly cutOff?: AbortSignal;
}

export type ResponseChunks = AsyncIterableIterator<string>;

/** Results are personal data and depend on the API key, so no cache on the way may store them. */
const jsonHeaders = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };

/** Responses by body. The engine returns the same frozen object for a cached verdict every time. */
const responses = new WeakMap<object, BufferedResponse>();

/** Returns a JSON response that nobody may store. */
export function statusResponse(
  status: number,
  value: object,
  headers: Readonly<Record<string, string>> = {},
): BufferedResponse {
  return bufferedResponse(status, JSON.stringify(value), { ...jsonHeaders, ...headers });
}

export function jsonResponse(value: object): BufferedResponse {
  const known = responses.get(value);
  if (known !== undefined) return known;
  const response = bufferedResponse(200, JSON.stringify(value), jsonHeaders);
  if (Object.isFrozen(value)) responses.set(value, response);
  return response;
}

export function problemResponse({ status, message, headers }: Problem): BufferedResponse {
  return bufferedResponse(status, problemBody(message), { ...jsonHeaders, ...headers });
}

export function bufferedResponse(
  status: number,
  body: BufferedResponse['body'],
  headers: Readonly<Record<string, string>>,
): BufferedResponse {
  const length = Buffer.byteLength(body);
  return {
    kind: 'buffered',
    status,
    body,
    headers: { ...headers, 'Content-Length': String(length) },
    encoding: length === body.length ? 'latin1' : 'utf8',
  };
}

/** Returns a response that has no body and no length, such as 204 and 304 (RFC 9110 §8.6). */
export function emptyResponse(
  status: 204 | 304,
  headers: Readonly<Record<string, string>>,
): BufferedResponse {
  return { kind: 'buffered', status, body: '', headers, encoding: 'latin1' };
}

/** Returns a copy of the response with one more header. */
export function withHeader<Kind extends HttpResponse>(response: Kind, name: string, value: string): Kind {
  return { ...response, headers: { ...response.headers, [name]: value } };
}

/** Converts a response for hosts of the fetch standard. With `omitBody`, for HEAD, it has headers only. */
export function toFetchResponse(response: HttpResponse, { omitBody }: { omitBody: boolean }): Response {
  const { status, headers } = response;
  if (omitBody || status === 204 || status === 304) {
    if (response.kind === 'streamed') void response.chunks.return?.();
    return new Response(null, { status, headers });
  }
  const body = response.kind === 'buffered' ? response.body : toReadableStream(response);
  return new Response(body, { status, headers });
}

/** Reads the next chunk only when the client asks for it. */
function toReadableStream({ chunks, cutOff }: StreamedResponse): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    start(controller) {
      const cut = () => {
        controller.error(new Error('The client has not read the answer, and was cut off.'));
        void chunks.return?.();
      };
      cutOff?.addEventListener('abort', cut, { once: true });
    },
    async pull(controller) {
      const step = await chunks.next();
      if (step.done === true) controller.close();
      else controller.enqueue(encoder.encode(step.value));
    },
    async cancel() {
      await chunks.return?.();
    },
  });
}
