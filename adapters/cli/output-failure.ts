import { getSystemErrorMap } from 'node:util';
import { errorCode } from './error-code.ts';

/** What a command wrote could not be written, such as to a full disk. `cause`: the error of the system. */
export class OutputFailure extends Error {
  readonly code = 'output_failed';

  constructor(message: string, options: { readonly cause: unknown }) {
    super(message, options);
    this.name = new.target.name;
  }
}

/** The reader of stdout has gone, as `head` does. Not an error of a command that has nothing else to do. */
export class ReaderGone extends OutputFailure {}

/** Returns the failure that an error of the system stands for. `place`: where the text goes, such as `stdout`. */
export function asOutputFailure(error: unknown, place: string): OutputFailure {
  if (errorCode(error) === 'EPIPE') {
    return new ReaderGone(`${place} could not be written: nobody reads it any more.`, { cause: error });
  }
  return new OutputFailure(`${place} could not be written: ${reasonOf(error)}.`, { cause: error });
}

/** Returns why the system refused: its words and its code, such as `no space left on device (ENOSPC)`. */
function reasonOf(error: unknown): string {
  const errno = error instanceof Error && 'errno' in error ? Number(error.errno) : Number.NaN;
  const [code, words] = getSystemErrorMap().get(errno) ?? [];
  if (words !== undefined) return `${words} (${code})`;
  return error instanceof Error ? error.message : String(error);
}
