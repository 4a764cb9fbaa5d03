import { access, type FileHandle, link, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, extname, join, parse } from 'node:path';
import { Conflict, InvalidArgument } from '../../../src/errors.ts';
import type { Status } from '../../../src/resources.ts';
import { errorCode } from '../error-code.ts';
import { statuses } from '../output/result-filter.ts';
import { syncStdout, writeDataToStdout } from '../output/stdout.ts';
import { asOutputFailure } from '../output-failure.ts';
import type { Output } from '../terminal.ts';

/** Where results are written. A file appears only when it is complete. */
export interface ResultsOutput {
  /** Rejects with OutputFailure if not all of the text could be written. */
  write(text: string | Uint8Array): Promise<void>;
  /** Publishes what was written. Throws Conflict if another run was faster, OutputFailure as `write` does. */
  complete(): Promise<void>;
  /** Discards what was written, unless it is complete. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Throws InvalidArgument with `hint` if the file exists, or if its folder does not. */
export async function assertOutputIsNew(file: string, hint: string): Promise<void> {
  if (await exists(file)) {
    throw new InvalidArgument(
      '--out',
      `${file} is there already. Move it away, or choose another --out.${hint}`,
    );
  }
  const folder = await stat(dirname(file)).catch(() => undefined);
  if (!folder?.isDirectory()) {
    throw new InvalidArgument(
      '--out',
      `There is no folder ${dirname(file)}. Make it, or choose another --out.`,
    );
  }
}

/** Returns whether results go to a file of this name as a workbook of Excel, not as CSV. */
export function isWorkbookName(file: string): boolean {
  return extname(file).toLowerCase() === '.xlsx';
}

/** Returns the files that results go to: one, or with `split` one for each status, such as `out.safe.csv`. */
export function outputFiles(
  file: string | undefined,
  split: boolean,
): readonly { readonly file: string | undefined; readonly status?: Status }[] {
  if (!split || file === undefined) return [{ file }];
  const { dir, name, ext } = parse(file);
  return statuses.map((status) => ({ file: join(dir, `${name}.${status}${ext}`), status }));
}

/** Stands between the name of the file and the id of the run that writes it. */
const partialInfix = '.mailproof-part-';

/**
 * Writes to a partial file with the run's `id` in its name, and moves it to `file` when it is complete. Removes the
 * partial files of other runs, which were killed: the caller must hold the lock of the output. Rejects with
 * OutputFailure if there is no room.
 */
export async function fileOutput(file: string, id: string): Promise<ResultsOutput> {
  const orFailure = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (error) {
      throw error instanceof Conflict ? error : asOutputFailure(error, file);
    }
  };
  await orFailure(removePartialFiles(file));
  const partial = `${file}${partialInfix}${id}`;
  const handle = await orFailure(open(partial, 'wx'));
  let closed = false;
  const close = async (written: FileHandle) => {
    closed = true;
    await written.close();
  };
  return {
    write: (text) => orFailure(handle.appendFile(text)),
    async complete() {
      await orFailure(handle.sync());
      await orFailure(close(handle));
      await orFailure(move(partial, file));
    },
    async [Symbol.asyncDispose]() {
      // What is discarded need not be on the disk.
      if (!closed) await close(handle).catch(() => {});
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

/** Moves without replacing a file. The partial file may remain. */
async function move(partial: string, file: string): Promise<void> {
  try {
    await link(partial, file);
  } catch (error) {
    switch (errorCode(error)) {
      case 'EEXIST':
        throw createdMeanwhile(file);
      case 'ENOENT': // Removed by a run that took this one for dead.
        throw new Conflict(
          `Another run of the same output took over while this one stood still. Its results go to ${file}.`,
        );
      case 'EPERM': // Not every file system has links.
      case 'ENOSYS':
      case 'ENOTSUP':
      case 'EOPNOTSUPP':
        if (await exists(file)) throw createdMeanwhile(file);
        return rename(partial, file);
      default:
        throw error;
    }
  }
}

function createdMeanwhile(file: string): Conflict {
  return new Conflict(
    `Another run of the same output has finished meanwhile, or ${file} was made by hand. It stays as it is: ` +
      'if it does not have the results, move it away, then run the command again.',
  );
}

function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** Writes to stdout at once. The command must have taken over its errors (`takeStdoutErrors`). */
export function stdoutOutput(stdout: Output, signal: AbortSignal): ResultsOutput {
  return {
    write: (text) => writeDataToStdout(stdout, String(text), signal),
    complete: () => syncStdout(stdout),
    async [Symbol.asyncDispose]() {},
  };
}
