import { pathOf } from '../request-view.ts';
import type { HttpHandler } from './host-handler.ts';
import type { NodeListener } from './node-listener.ts';

/** Another handler of a server, such as the console. */
export interface MountedHandler extends Pick<HttpHandler, 'node'> {
  /** The path that it answers, and all below: such as `/console`. It stays in the URL. */
  readonly basePath: string;
  /** Called once when the server begins to close: ends what lasts as long as the client wants. */
  close?(): void;
}

/** Returns a listener that leaves each request to the handler it is for. */
export function nodeListenerOf(
  handler: Pick<HttpHandler, 'node'>,
  mounted: readonly MountedHandler[],
): NodeListener {
  if (mounted.length === 0) return handler.node;
  return (incoming, outgoing) => {
    const path = pathOf(incoming.url ?? '/');
    const other = mounted.find(({ basePath }) => path === basePath || path.startsWith(`${basePath}/`));
    return (other ?? handler).node(incoming, outgoing);
  };
}
