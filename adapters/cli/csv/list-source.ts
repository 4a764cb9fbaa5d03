import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { addAbortSignal, Readable } from 'node:stream';
import { InvalidArgument } from '../../../src/errors.ts';
import { errorCode } from '../error-code.ts';
import type { Input } from '../terminal.ts';

/** A list that can be read several times. */
export interface ListSource extends AsyncDisposable {
  /** What messages call it: the path of a file, or `stdin`. */
  readonly name: string;
  /** Reads at most this many bytes from the beginning. */
  readBeginning(maxBytes: number): Promise<Buffer>;
  /** Reads all of it, in chunks of at most this many bytes. */
  readAll(chunkBytes: number): Readable;
}

/** Returns the list in a file, which is opened for each reading. Readings throw InvalidArgument if that is not possible. */
export function fileSource(file: string): ListSource {
  return {
    name: file,
    async readBeginning(maxBytes) {
      await using handle = await open(file).catch((error) => {
        throw asReadError(error, file);
      });
      const stats = await handle.stat();
      if (stats.isDirectory()) throw isFolder(file);
      if (!stats.isFile()) throw notAFile(file);
      return readFrom(handle, maxBytes);
    },
    readAll: (highWaterMark) => createReadStream(file, { highWaterMark }),
    async [Symbol.asyncDispose]() {},
  };
}

export interface CopyOptions {
  /** The folder of the copy. */
  readonly folder: string;
  /** A longer list is refused. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/**
 * Copies stdin to a file, because a list is read twice. Nobody else can read the file, and it has no name, so that the
 * system removes it even if this process is killed. Throws InvalidArgument if stdin is a terminal, is too long or cannot
 * be copied; rejects with the signal's reason.
 */
export async function copyStdin(
  stdin: Input,
  { folder, maxBytes, signal }: CopyOptions,
): Promise<ListSource> {
  if (stdin.isTTY) {
    throw new InvalidArgument(
      'file',
      'There is no list on stdin, which is a terminal. Pipe one into the command, or name a file.',
    );
  }
  const copy = await openNameless(folder).catch((error) => {
    throw notCopied(error, folder);
  });
  try {
    let bytes = 0;
    for await (const chunk of addAbortSignal(signal, stdin)) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw tooLong(maxBytes);
      await copy.appendFile(chunk);
    }
  } catch (error) {
    await copy.close();
    signal.throwIfAborted();
    throw error instanceof InvalidArgument ? error : notCopied(error, folder);
  }
  return {
    name: 'stdin',
    readBeginning: (bytes) => readFrom(copy, bytes),
    readAll: (chunkBytes) => Readable.from(readChunks(copy, chunkBytes), { objectMode: false }),
    [Symbol.asyncDispose]: () => copy.close(),
  };
}

/** Where the name of an open file cannot be removed at once, it is when the file is closed. */
async function openNameless(folder: string): Promise<FileHandle> {
  const file = join(folder, `mailproof-${randomUUID()}`);
  const handle = await open(file, 'wx+', 0o600);
  try {
    await rm(file);
  } catch (error) {
    await handle.close();
    throw error;
  }
  return handle;
}

async function readFrom(handle: FileHandle, maxBytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
  return buffer.subarray(0, bytesRead);
}

/** A stream of the handle itself would end with an error in a pipeline, because the handle stays open after it. */
async function* readChunks(handle: FileHandle, maxBytes: number): AsyncGenerator<Buffer> {
  for (let position = 0; ; ) {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(maxBytes), 0, maxBytes, position);
    if (bytesRead === 0) return;
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

function notAFile(file: string): InvalidArgument {
  return new InvalidArgument(
    'file',
    `${file} is not a file. To read a pipe, write - instead, and pipe the list into the command.`,
  );
}

function tooLong(maxBytes: number): InvalidArgument {
  return new InvalidArgument(
    'file',
    `stdin has more than ${maxBytes.toLocaleString('en')} bytes. Save the list as a file, and name that.`,
  );
}

function notCopied(error: unknown, folder: string): InvalidArgument {
  const problem = error instanceof Error ? error.message : String(error);
  return new InvalidArgument(
    'file',
    `stdin could not be copied to ${folder}: ${problem}. Set TMPDIR to a folder with room, or name a file.`,
    { cause: error },
  );
}

/** Returns the error that says what to do about a file that cannot be read; other errors as they are. */
export function asReadError(error: unknown, file: string): unknown {
  switch (errorCode(error)) {
    case 'ENOENT':
      return new InvalidArgument('file', `There is no file ${file}.`);
    case 'EACCES':
      return new InvalidArgument('file', `${file} may not be read. Change its permissions.`);
    case 'EISDIR':
      return isFolder(file);
    default:
      return error;
  }
}

function isFolder(file: string): InvalidArgument {
  return new InvalidArgument('file', `${file} is a folder. Name a CSV file.`);
}
