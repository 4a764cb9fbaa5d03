import type { RequestBody, RequestView } from '../request-view.ts';

/**
 * A Request of the fetch standard, which has header names in lower case only. If the host passes Node's request as
 * `env.incoming`, as @hono/node-server does, the names and the whole path are read from there as the client sent them.
 */
export class FetchRequest implements RequestView {
  readonly rawHeaders: readonly string[] | undefined;
  readonly originalTarget: string | undefined;
  readonly peerAddress: string | undefined;
  readonly #request: Request;

  constructor(request: Request, env: unknown) {
    this.#request = request;
    this.rawHeaders = rawHeadersIn(env);
    const url = propertyOf(propertyOf(env, 'incoming'), 'url');
    this.originalTarget = typeof url === 'string' ? url : undefined;
    const address = propertyOf(propertyOf(propertyOf(env, 'incoming'), 'socket'), 'remoteAddress');
    this.peerAddress = typeof address === 'string' ? address : undefined;
  }

  get method(): string {
    return this.#request.method;
  }

  get target(): string {
    return this.#request.url;
  }

  get signal(): AbortSignal {
    return this.#request.signal;
  }

  get declaredLength(): string | undefined {
    return this.header('content-length');
  }

  header(name: string): string | undefined {
    return this.#request.headers.get(name) ?? undefined;
  }

  body(): RequestBody {
    const { body, bodyUsed } = this.#request;
    if (bodyUsed) return { kind: 'lost' };
    return { kind: 'unread', chunks: body ?? noChunks };
  }
}

const noChunks: AsyncIterable<Uint8Array> = { async *[Symbol.asyncIterator]() {} };

function rawHeadersIn(env: unknown): readonly string[] | undefined {
  const incoming = propertyOf(env, 'incoming');
  const version = propertyOf(incoming, 'httpVersionMajor');
  const headers = propertyOf(incoming, 'rawHeaders');
  return typeof version === 'number' && version < 2 && Array.isArray(headers) ? headers : undefined;
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value
    ? (value as Record<string, unknown>)[name]
    : undefined;
}
