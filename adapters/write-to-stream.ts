import type { Writable } from 'node:stream';

/** Writes bytes. Resolves when the stream has room for more, or can no longer be written; never rejects. */
export function writeToStream(stream: Writable, bytes: Uint8Array): Promise<void> {
  if (!stream.writable || stream.write(bytes)) return Promise.resolve();
  return new Promise((resolve) => {
    const done = () => {
      stream.off('drain', done);
      stream.off('close', done);
      resolve();
    };
    stream.once('drain', done);
    stream.once('close', done);
  });
}
