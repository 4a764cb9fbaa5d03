import { once } from 'node:events';
import { access, type FileHandle, link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Conflict, InvalidArgument } from '../../../src/errors.ts';
import type { Output } from '../terminal.ts';

/** Where results go. Nothing shows of a file before all of it is there. */
export interface ResultsOutput {
  write(text: string): Promise<void>;
  /** All is written. Throws Conflict where another run was faster. */
  complete(): Promise<void>;
  /** Gives up what was written, unless it is complete. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Throws InvalidArgument where the file is there, or cannot be made. */
export async function assertCanBeMade(file: string): Promise<void> {
  if (await isThere(file)) {
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

/** Between the name of the file and what tells the partial ones of several runs apart. */
const partialInfix = '.mailproof-part-';

/**
 * Written beside its place under a name that is this run's own, `id`, and moved there when it is complete. Partial
 * files of others are of runs that were killed, and go: for whoever holds the file's lock.
 */
export async function fileOutput(file: string, id: string): Promise<ResultsOutput> {
  await removePartialFiles(file);
  const partial = `${file}${partialInfix}${id}`;
  const handle = await open(partial, 'wx');
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
      await move(partial, file);
    },
    async [Symbol.asyncDispose]() {
      if (!closed) await close(handle);
      await rm(partial, { force: true });
    },
  };
}

async function removePartialFiles(file: string): Promise<void> {
  const folder = dirname(file);
  const start = `${basename(file)}${partialInfix}`;
  for (const name of await readdir(folder)) {
    if (name.startsWith(start)) await rm(join(folder, name), { force: true });
  }
}

/** Replaces nothing. The old name may stay. */
async function move(partial: string, file: string): Promise<void> {
  try {
    await link(partial, file);
  } catch (error) {
    switch (systemCode(error)) {
      case 'EEXIST':
        throw madeMeanwhile(file);
      case 'ENOENT': // Removed by a run that took this one for killed.
        throw new Conflict(
          `Another run of the same output took over while this one stood still. Its results go to ${file}.`,
        );
      case 'EPERM': // Not every file system has links.
      case 'ENOSYS':
      case 'ENOTSUP':
      case 'EOPNOTSUPP':
        if (await isThere(file)) throw madeMeanwhile(file);
        return rename(partial, file);
      default:
        throw error;
    }
  }
}

function madeMeanwhile(file: string): Conflict {
  return new Conflict(
    `Another run of the same output has finished meanwhile, or ${file} was made by hand. It stays as it is: ` +
      'if it does not have the results, move it away, then run the command again.',
  );
}

function systemCode(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
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
