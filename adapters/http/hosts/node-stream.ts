import { once } from 'node:events';
import { Socket } from 'node:net';
import type { StreamedResponse } from '../response.ts';
import type { NodeOutgoing } from './node-listener.ts';

/**
 * Writes chunks as fast as the client reads them, until `clientGone` fires. If a chunk cannot be read, or `cutOff` fires, cuts the
 * connection, so that a partial response does not look complete. Never rejects.
 */
export async function writeChunks(
  { chunks, cutOff }: Pick<StreamedResponse, 'chunks' | 'cutOff'>,
  outgoing: NodeOutgoing,
  clientGone: AbortSignal,
): Promise<void> {
  const stopped = cutOff === undefined ? clientGone : AbortSignal.any([clientGone, cutOff]);
  try {
    for await (const chunk of chunks) {
      if (clientGone.aborted) return;
      // HTTP/1 and HTTP/2 have the same method with types that TypeScript cannot unite.
      const hasRoom = (outgoing as { write(text: string): boolean }).write(chunk);
      if (!hasRoom) await once(outgoing, 'drain', { signal: stopped }).catch(() => {});
      if (clientGone.aborted) return;
      cutOff?.throwIfAborted();
    }
    outgoing.end();
  } catch {
    cutConnection(outgoing);
  }
}

/** Resets the connection: HTTP/1.0 clients, such as many proxies, take an orderly close for the end of the response. */
function cutConnection(outgoing: NodeOutgoing): void {
  if ('stream' in outgoing) {
    outgoing.stream.destroy(new Error('The answer cannot be completed.'));
    return;
  }
  const { socket } = outgoing;
  if (socket instanceof Socket && !('encrypted' in socket)) socket.resetAndDestroy();
  else outgoing.destroy();
}
