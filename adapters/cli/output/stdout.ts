import { fstatSync, fsync, readSync, statSync, write } from 'node:fs';
import { devNull } from 'node:os';
import { promisify } from 'node:util';
import { InvalidArgument } from '../../../src/errors.ts';
import { asOutputFailure } from '../output-failure.ts';
import type { Output } from '../terminal.ts';

/**
 * Writes all of the text, and resolves when the system has taken it. Rejects with OutputFailure, or with the signal's
 * reason. The command must have taken over the errors of stdout (`takeStdoutErrors`).
 */
export async function writeToStdout(stdout: Output, text: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const file = fileDescriptorOf(stdout);
  await (file === undefined ? writeToStream(stdout, text, signal) : writeToFile(file, text)).catch(
    (error) => {
      signal.throwIfAborted();
      throw asOutputFailure(error, 'stdout');
    },
  );
}

/** Resolves when a file that stdout goes to is on its disk. Rejects with OutputFailure. */
export async function syncStdout(stdout: Output): Promise<void> {
  const file = fileDescriptorOf(stdout);
  if (file === undefined) return;
  await promisify(fsync)(file).catch((error) => {
    throw asOutputFailure(error, 'stdout');
  });
}

/**
 * For commands that are of no use without what they print. Throws InvalidArgument if nobody can have it, before anything
 * is changed.
 */
export function assertStdoutIsOpen(stdout: Output): void {
  if (!isStdoutClosed(stdout)) return;
  throw new InvalidArgument(
    'stdout',
    'stdout is closed, or was opened on /dev/null by the program that started this one, so that what is written to it ' +
      'would be lost. Redirect it to a file or a pipe, or to /dev/null with > if nobody wants it.',
  );
}

/**
 * Returns whether nobody can have what is written, because the process was started without stdout (`>&-`). Node.js then
 * opens /dev/null in its place, for reading too; `> /dev/null` opens it for writing only, and is meant. Programs that
 * open it for both, to start another program without output, are taken for the former.
 */
function isStdoutClosed({ fd }: Output): boolean {
  if (fd === undefined || fstatSync(fd).rdev !== statSync(devNull).rdev) return false;
  try {
    readSync(fd, Buffer.alloc(1));
    return true;
  } catch {
    return false;
  }
}

/** Returns the descriptor of the file that stdout goes to; undefined for a pipe, a terminal or another device. */
function fileDescriptorOf({ fd }: Output): number | undefined {
  return fd !== undefined && fstatSync(fd).isFile() ? fd : undefined;
}

/** The stream of Node.js takes a write for complete that had room for a part of the bytes only. */
async function writeToFile(file: number, text: string): Promise<void> {
  const bytes = Buffer.from(text);
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await promisify(write)(file, bytes, written, bytes.length - written, null);
    written += bytesWritten;
  }
}

function writeToStream(stdout: Output, text: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    stdout.write(text, (error) => {
      signal.removeEventListener('abort', abort);
      if (error) reject(error);
      else resolve();
    });
  });
}
