import { once } from 'node:events';
import { access, type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { InvalidArgument } from '../../src/errors.ts';
import type { Output } from './terminal.ts';

/** Where results go. Nothing shows of a file before all of it is there. */
export interface ResultsOutput {
  write(text: string): Promise<void>;
  /** All is written. Throws InvalidArgument if meanwhile there is such a file. */
  complete(): Promise<void>;
  /** Gives up what was written, unless it is complete. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Throws InvalidArgument where the file is there, or cannot be made. */
export async function assertCanBeMade(file: string): Promise<void> {
  const there = await access(file).then(
    () => true,
    () => false,
  );
  if (there) {
    throw new InvalidArgument('--out', `${file} is there already. Move it away, or choose another --out.`);
  }
  const folder = await stat(dirname(file)).catch(() => undefined);
  if (!folder?.isDirectory()) {
    throw new InvalidArgument(
      '--out',
      `There is no folder ${dirname(file)}. Make it, or choose another --out.`,
    );
  }
}

/** Written beside its place under another name, and renamed when it is complete. */
export async function fileOutput(file: string): Promise<ResultsOutput> {
  const partial = `${file}.mailproof-part`;
  const handle = await open(partial, 'w');
  let closed = false;
  const close = async (written: FileHandle) => {
    closed = true;
    await written.close();
  };
  return {
    write: async (text) => {
      await handle.appendFile(text);
    },
    async complete() {
      await handle.sync();
      await close(handle);
      await assertCanBeMade(file);
      await rename(partial, file);
    },
    async [Symbol.asyncDispose]() {
      if (!closed) await close(handle);
      await rm(partial, { force: true });
    },
  };
}

export function streamOutput(output: Output, signal: AbortSignal): ResultsOutput {
  return {
    async write(text) {
      if (!output.write(text)) await once(output, 'drain', { signal });
    },
    async complete() {},
    async [Symbol.asyncDispose]() {},
  };
}
