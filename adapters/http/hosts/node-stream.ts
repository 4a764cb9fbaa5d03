import { once } from 'node:events';
import { Socket } from 'node:net';
import type { NodeOutgoing } from './node-request.ts';

/**
 * Writes parts as fast as the client takes them; `gone` ends the reading of parts. Where reading fails, the
 * connection is cut: what has been sent so far must not pass for the whole answer. Never rejects.
 */
export async function writeParts(
  parts: AsyncIterable<string>,
  outgoing: NodeOutgoing,
  gone: AbortSignal,
): Promise<void> {
  try {
    for await (const part of parts) {
      if (gone.aborted) return;
      // Typed for each version of HTTP apart, and the same in both.
      const taken = (outgoing as { write(text: string): boolean }).write(part);
      if (!taken) await once(outgoing, 'drain', { signal: gone }).catch(() => {});
      if (gone.aborted) return;
    }
    outgoing.end();
  } catch {
    cut(outgoing);
  }
}

/**
 * To clients of HTTP/1.0, as many proxies are, an orderly end of the connection is the end of the answer: it is
 * reset.
 */
function cut(outgoing: NodeOutgoing): void {
  if ('stream' in outgoing) {
    outgoing.stream.destroy(new Error('The answer cannot be completed.'));
    return;
  }
  const { socket } = outgoing;
  if (socket instanceof Socket && !('encrypted' in socket)) socket.resetAndDestroy();
  else outgoing.destroy();
}
