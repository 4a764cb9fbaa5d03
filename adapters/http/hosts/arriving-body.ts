import { Problem } from '../problem.ts';
import type { NodeIncoming } from './node-listener.ts';

/** More than Node reads ahead of what it has handed on. */
const freeFramingBytes = 128 * 1024;
/** On the wire, for each byte of a body in chunks. Those of less than 17 bytes have more: no program makes them that has a body to send. */
const mostWireBytes = 1.35;
/** What has arrived and is not taken yet. The client waits beyond it. */
const mostArrivedBytes = 16 * 1024;
/** Chunks up to this length are copied together: Node has an object for each, which takes more than they do. */
const shortChunkBytes = 1024;

/**
 * Returns a function that is to be called with all that arrives of a body, and tells whether its chunks are so small that they cost
 * more than what is in them: Node takes as long for a chunk as for some hundred bytes.
 */
export function smallChunksOf({ socket, httpVersionMajor }: NodeIncoming): (chunk: Uint8Array) => boolean {
  if (httpVersionMajor > 1 || 'encrypted' in socket) return () => false;
  const readBefore = socket.bytesRead;
  let bytes = 0;
  return (chunk) => {
    bytes += chunk.byteLength;
    return socket.bytesRead - readBefore > freeFramingBytes + mostWireBytes * bytes;
  };
}

/** Yields a body as it arrives. Discards the rest when reading ends early, so that the client can read the response. */
export async function* arrivingBody(
  incoming: NodeIncoming,
  hasSmallChunks: (chunk: Uint8Array) => boolean,
): AsyncGenerator<Uint8Array> {
  const arrived = new ArrivedBytes();
  let failure: { readonly reason: unknown } | undefined;
  let wake = () => {};
  const fail = (reason: unknown) => {
    failure ??= { reason };
    wake();
  };
  const pauseIfFull = () => {
    if (arrived.length >= mostArrivedBytes) incoming.pause();
  };
  const onData = (chunk: Uint8Array) => {
    arrived.add(chunk);
    if (hasSmallChunks(chunk)) fail(new Problem(400, 'body: its chunks are too small. Send longer ones.'));
    // Not at once: Node would keep the other chunks that it has read, one by one.
    if (arrived.length >= mostArrivedBytes) process.nextTick(pauseIfFull);
    wake();
  };
  const onEnd = () => wake();
  const onClose = () => fail(new Error('The client closed the connection before the end of the body.'));
  incoming.on('error', fail).on('end', onEnd).on('close', onClose).on('data', onData);
  if (incoming.destroyed) onClose();
  try {
    for (;;) {
      const bytes = failure?.reason instanceof Problem ? undefined : arrived.take();
      if (bytes !== undefined) {
        if (arrived.length < mostArrivedBytes) incoming.resume();
        yield bytes;
      } else if (incoming.readableEnded) return;
      else if (failure !== undefined) throw failure.reason;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  } finally {
    incoming.off('end', onEnd).off('close', onClose).off('data', onData);
    incoming.resume();
  }
}

class ArrivedBytes {
  readonly #pieces: Uint8Array[] = [];
  /** Short chunks, copied together. */
  #short = Buffer.alloc(0);
  #shortLength = 0;
  length = 0;

  add(chunk: Uint8Array): void {
    const isFirst = this.length === 0;
    this.length += chunk.byteLength;
    if (isFirst || chunk.byteLength > shortChunkBytes) {
      this.#endShort();
      this.#pieces.push(chunk);
      return;
    }
    if (this.#shortLength + chunk.byteLength > this.#short.length) {
      this.#endShort();
      this.#short = Buffer.allocUnsafe(mostArrivedBytes);
    }
    this.#short.set(chunk, this.#shortLength);
    this.#shortLength += chunk.byteLength;
  }

  take(): Uint8Array | undefined {
    if (this.#pieces.length === 0) this.#endShort();
    const piece = this.#pieces.shift();
    this.length -= piece?.byteLength ?? 0;
    return piece;
  }

  #endShort(): void {
    if (this.#shortLength > 0) this.#pieces.push(this.#short.subarray(0, this.#shortLength));
    this.#short = Buffer.alloc(0);
    this.#shortLength = 0;
  }
}
