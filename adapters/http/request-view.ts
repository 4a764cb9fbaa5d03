/** A body as its host has it: still to be read, or read by the host, who may have kept it to itself. */
export type RequestBody =
  | { readonly kind: 'unread'; readonly chunks: AsyncIterable<Uint8Array> }
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'gone' };

/** One HTTP request as endpoints see it, the same from every host. */
export interface RequestView {
  readonly method: string;
  /** Path and query as they were sent, or a URL. */
  readonly target: string;
  /** Fires when the client goes away before it is answered. Made when first asked for. */
  readonly signal: AbortSignal;
  /** Names of headers as they were sent, each followed by its value; undefined where the host has folded them. */
  readonly rawHeaders: readonly string[] | undefined;
  /** The value of a header, its name in lower case and compared in any case. */
  header(name: string): string | undefined;
  /** The value of Content-Length. */
  readonly declaredLength: string | undefined;
  /** May be asked for once. Reading rejects when the client goes away. */
  body(): RequestBody;
}

const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** The path of a target: without origin, query and fragment, and with percent-encoding undone. */
export function pathOf(target: string): string {
  const start = target.startsWith('/') ? 0 : (origin.exec(target)?.[0].length ?? 0);
  let end = start;
  while (end < target.length && target[end] !== '?' && target[end] !== '#') end += 1;
  const path = end === start ? '/' : target.slice(start, end);
  return path.includes('%') ? decoded(path) : path;
}

/** The query of a target, without its question mark. */
export function queryOf(target: string): string {
  const fragment = target.indexOf('#');
  const end = fragment === -1 ? target.length : fragment;
  const start = target.indexOf('?');
  return start === -1 || start > end ? '' : target.slice(start + 1, end);
}

function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
