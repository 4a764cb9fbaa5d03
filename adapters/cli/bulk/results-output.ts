import { existsSync } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { dirname, extname, join, parse } from 'node:path';
import { Conflict, InvalidArgument } from '../../../src/errors.ts';
import type { Status } from '../../../src/resources.ts';
import {
  isLeftover,
  isSameFile,
  markComplete,
  partialFile,
  publishFile,
  removeLeftovers,
} from '../../partial-file.ts';
import { statuses } from '../output/result-filter.ts';
import { syncStdout, writeDataToStdout } from '../output/stdout.ts';
import { asOutputFailure } from '../output-failure.ts';
import type { Output } from '../terminal.ts';

/** Where results are written. A file appears only when it is complete. */
export interface ResultsOutput {
  /** Rejects with OutputFailure if not all of the text could be written. */
  write(text: string | Uint8Array): Promise<void>;
  /** Makes sure that all of it is on the disk. Rejects as `write` does. */
  complete(): Promise<void>;
  /** Gives it its name. Rejects with Conflict if another run was faster, with OutputFailure as `write` does. */
  publish(): Promise<void>;
  /** Takes back `publish`, unless another run has replaced the file, or the file system has no links. */
  withdraw(): Promise<void>;
  /** Discards what was written, unless it was published. */
  [Symbol.asyncDispose](): Promise<void>;
}

/** Throws InvalidArgument with `hint` if the file exists, unless a killed run has left it, or if its folder does not. */
export async function assertOutputIsNew(file: string, hint: string): Promise<void> {
  if (existsSync(file) && !isLeftover(file)) {
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

/**
 * Writes to a partial file with the run's `id` in its name, which gets the name `file` when it is published. Removes what runs that
 * were killed have left: the caller must hold the lock of the output. Rejects with OutputFailure if there is no room.
 */
export async function fileOutput(file: string, id: string): Promise<ResultsOutput> {
  const orFailure = async <Result>(work: () => Result | Promise<Result>): Promise<Result> => {
    try {
      return await work();
    } catch (error) {
      throw asOutputFailure(error, file);
    }
  };
  await orFailure(() => removeLeftovers(file));
  const partial = partialFile(file, id);
  const handle = await orFailure(() => open(partial, 'wx'));
  return {
    write: (text) => orFailure(() => handle.appendFile(text)),
    complete: () =>
      orFailure(async () => {
        await markComplete(handle);
        await handle.sync();
        await handle.close();
      }),
    publish() {
      return orFailure(() => publishFile(partial, file)).catch((failure) => {
        if (existsSync(file)) throw createdMeanwhile(file);
        if (!existsSync(partial)) throw tookOver(file);
        throw failure;
      });
    },
    async withdraw() {
      // The run that took over has removed the partial file. What has the name since is its file.
      if (isSameFile(partial, file)) await rm(file, { force: true });
    },
    async [Symbol.asyncDispose]() {
      // What is discarded need not be on the disk.
      await handle.close().catch(() => {});
      await rm(partial, { force: true });
    },
  };
}

/**
 * Publishes files that belong together once all are complete, or none. If the process is killed before the last one is published, the
 * next run with the same output begins anew. Rejects as `publish` does.
 */
export async function publishAll(outputs: readonly ResultsOutput[]): Promise<void> {
  for (const output of outputs) await output.complete();
  try {
    for (const output of outputs) await output.publish();
  } catch (error) {
    for (const output of outputs) await output.withdraw();
    throw error;
  }
}

/** By a run that took this one for dead. */
function tookOver(file: string): Conflict {
  return new Conflict(
    `Another run of the same output took over while this one stood still. Its results go to ${file}.`,
  );
}

function createdMeanwhile(file: string): Conflict {
  return new Conflict(
    `Another run of the same output has finished meanwhile, or ${file} was made by hand. It stays as it is: ` +
      'if it does not have the results, move it away, then run the command again.',
  );
}

/** Writes to stdout at once. The command must have taken over its errors (`takeStdoutErrors`). */
export function stdoutOutput(stdout: Output, signal: AbortSignal): ResultsOutput {
  return {
    write: (text) => writeDataToStdout(stdout, String(text), signal),
    complete: () => syncStdout(stdout),
    async publish() {},
    async withdraw() {},
    async [Symbol.asyncDispose]() {},
  };
}
