import { Socket } from 'node:net';
import { Problem } from '../problem.ts';
import type { NodeIncoming } from './node-listener.ts';

/** What any body may have, however short they are. */
const freeChunks = 25_000;
/**
 * For each chunk beyond those: Node takes as long for a chunk as for some hundred bytes. Programs that have a body to
 * send make longer ones.
 */
const leastChunkBytes = 14;
/** What has arrived and is not taken yet. The client waits beyond it. */
const mostArrivedBytes = 16 * 1024;
/** Chunks up to this length are copied together: Node has an object for each, which takes more than they do. */
const shortChunkBytes = 1024;

const bodies = new WeakMap<NodeIncoming, AsyncGenerator<Uint8Array>>();

/**
 * Yields a body as it arrives. What arrives from the first call on is kept in few pieces, however late it is read,
 * and no more of it than the client may send ahead. Once the reader has ended, no more is read: then the request ends
 * when its client closes the connection, or five seconds after the answer (`NodeRequest.send`). Returns undefined if
 * something else has read the body.
 */
export function arrivingBodyOf(incoming: NodeIncoming): AsyncGenerator<Uint8Array> | undefined {
  const known = bodies.get(incoming);
  if (known !== undefined || incoming.readableDidRead || incoming.readableEnded) return known;
  const body = receive(incoming);
  bodies.set(incoming, body);
  return body;
}

function receive(incoming: NodeIncoming): AsyncGenerator<Uint8Array> {
  const arrived = new ArrivedBytes();
  let failure: { readonly reason: unknown } | undefined;
  let wake = () => {};
  const fail = (reason: unknown) => {
    failure ??= { reason };
    wake();
  };
  const isFull = () => failure !== undefined || arrived.length >= mostArrivedBytes;
  const { httpVersionMajor, socket } = incoming;
  // If the request alone were paused, Node would read on, and keep chunks one by one.
  const source = httpVersionMajor === 1 && socket instanceof Socket ? socket : incoming;
  const pause = () => {
    if (!incoming.complete) source.pause();
  };
  const resume = () => {
    if (!isFull()) source.resume();
  };
  // Relies on Node to call `_read` of a request when it wants more, and to do nothing in it but resume the connection,
  // here even if it is full. Not at once: what Node has read comes first.
  if (source !== incoming) incoming._read = () => process.nextTick(resume);
  const onData = (chunk: Uint8Array) => {
    // After a failure, what has been read before the pause is discarded.
    if (failure !== undefined) return;
    arrived.add(chunk);
    if (arrived.hasSmallChunks) fail(new Problem(400, 'body: its chunks are too small. Send longer ones.'));
    if (isFull()) pause();
    wake();
  };
  const onEnd = () => wake();
  const onClose = () => {
    if (!incoming.readableEnded)
      fail(new Error('The client closed the connection before the end of the body.'));
  };
  incoming.on('error', fail).on('end', onEnd).on('close', onClose).on('data', onData);
  if (incoming.destroyed) onClose();

  async function* read(): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const bytes = failure?.reason instanceof Problem ? undefined : arrived.take();
        if (bytes !== undefined) {
          resume();
          yield bytes;
        } else if (failure !== undefined) throw failure.reason;
        else if (incoming.readableEnded) return;
        else
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      }
    } finally {
      // Else a resume that is due would read on.
      failure ??= { reason: new Error('The rest of the body is not wanted.') };
      incoming.off('end', onEnd).off('close', onClose).off('data', onData);
      if (source === incoming) incoming.resume();
      else pause();
    }
  }
  return read();
}

class ArrivedBytes {
  readonly #pieces: Uint8Array[] = [];
  /** Short chunks, copied together. */
  #short = Buffer.alloc(0);
  #shortLength = 0;
  #chunksSoFar = 0;
  #bytesSoFar = 0;
  length = 0;

  /** Whether its chunks cost more than what is in them. */
  get hasSmallChunks(): boolean {
    return this.#bytesSoFar < leastChunkBytes * (this.#chunksSoFar - freeChunks);
  }

  add(chunk: Uint8Array): void {
    this.#chunksSoFar += 1;
    this.#bytesSoFar += chunk.byteLength;
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
