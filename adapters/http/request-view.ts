/** A request body as the host left it: unread, read by the host, or read by the host and not passed on. */
export type RequestBody =
  | { readonly kind: 'unread'; readonly chunks: AsyncIterable<Uint8Array> }
  | { readonly kind: 'read'; readonly value: unknown }
  | { readonly kind: 'lost' };

/** An HTTP request, independent of the host that received it. */
export interface RequestView {
  readonly method: string;
  /** Path and query as the client sent them, or a URL. */
  readonly target: string;
  /**
   * The target before the host took the prefix of a mount from it, if it shows that: Express in `originalUrl`, others in
   * Node's request. Undefined if nothing is known.
   */
  readonly originalTarget: string | undefined;
  /** IP address of the other end of the connection; undefined if the host does not show it. */
  readonly peerAddress: string | undefined;
  /** Fires if the client disconnects before the response. Created on first use. */
  readonly signal: AbortSignal;
  /** Header names as the client sent them, each followed by its value. Undefined if the host shows lower case only. */
  readonly rawHeaders: readonly string[] | undefined;
  /** Returns the value of a header. `name` must be in lower case; it matches in any case. */
  header(name: string): string | undefined;
  /** The value of Content-Length. */
  readonly declaredLength: string | undefined;
  /** Call at most once. Reading the chunks rejects if the client disconnects. */
  body(): RequestBody;
}

const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/**
 * Returns the path of a target without origin, query and fragment. Decodes percent-encoding as decodeURI does, which
 * leaves reserved characters such as %2F encoded.
 */
export function pathOf(target: string): string {
  const start = target.startsWith('/') ? 0 : (origin.exec(target)?.[0].length ?? 0);
  let end = start;
  while (end < target.length && target[end] !== '?' && target[end] !== '#') end += 1;
  const path = end === start ? '/' : target.slice(start, end);
  return path.includes('%') ? decodePath(path) : path;
}

/** Returns the prefix of a mount: what the original path has before the path that is left of it. Mostly empty. */
export function mountPrefixOf({
  target,
  originalTarget,
}: Pick<RequestView, 'target' | 'originalTarget'>): string {
  if (originalTarget === undefined) return '';
  const path = pathOf(target);
  const original = pathOf(originalTarget);
  return original.endsWith(path) ? original.slice(0, -path.length) : '';
}

/** Returns the query of a target, without the question mark. */
export function queryOf(target: string): string {
  const fragment = target.indexOf('#');
  const end = fragment === -1 ? target.length : fragment;
  const start = target.indexOf('?');
  return start === -1 || start > end ? '' : target.slice(start + 1, end);
}

function decodePath(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
