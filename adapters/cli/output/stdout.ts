import { fstatSync, fsync, readSync, statSync, writeSync } from 'node:fs';
import { devNull } from 'node:os';
import { Writable } from 'node:stream';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { InvalidArgument } from '../../../src/errors.ts';
import { asOutputFailure } from '../output-failure.ts';
import type { Output } from '../terminal.ts';
import { printableLines } from './printable.ts';

/**
 * Returns the stdout of this process. A file gets all of a text, or there is an error: the stream of Node.js takes a write
 * for complete that had room for a part of the bytes only.
 */
export function openStdout(): Output & Writable {
  return isFile(stdoutFile) ? fileStream(stdoutFile) : process.stdout;
}

const stdoutFile = 1;

/** Writes at once, as the stream of Node.js does, so that nothing is lost where the process ends. */
function fileStream(fd: number): Output & Writable {
  const stream = new Writable({
    write(chunk: Buffer, _encoding, done) {
      try {
        for (let written = 0; written < chunk.length; ) written += writeSync(fd, chunk, written);
      } catch (error) {
        return done(error instanceof Error ? error : new Error(String(error)));
      }
      done();
    },
  });
  return Object.assign(stream, { fd });
}

/**
 * Resolves when the system has taken the text. Rejects with OutputFailure, or with the signal's reason. The command must
 * have taken over the errors of stdout (`takeStdoutErrors`).
 */
export async function writeToStdout(stdout: Output, text: string, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await writeToStream(stdout, text, signal).catch((error) => {
    signal.throwIfAborted();
    throw asOutputFailure(error, 'stdout');
  });
}

/** The same for data, which strangers may have written: a terminal gets it printable, a file or a pipe as it is. */
export function writeDataToStdout(stdout: Output, data: string, signal: AbortSignal): Promise<void> {
  return writeToStdout(stdout, stdout.isTTY ? printableLines(data) : data, signal);
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
 * Lets a command that is of no use without what it prints refuse a stdout that nobody can read, before it does anything.
 * `unless`: the name of a flag that gives it another use.
 */
export function requireStdout(command: Command, stdout: Output, unless?: string): void {
  command.hook('preAction', () => {
    if (unless === undefined || command.getOptionValue(unless) !== true) assertStdoutIsOpen(stdout);
  });
}

/** Throws InvalidArgument if nobody can have what is written to stdout. */
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
  if (fd === undefined || fstatSync(fd, bigint).rdev !== statSync(devNull, bigint).rdev) return false;
  try {
    readSync(fd, Buffer.alloc(1));
    return true;
  } catch {
    return false;
  }
}

/** Returns the descriptor of the file that stdout goes to; undefined for a pipe, a terminal or another device. */
function fileDescriptorOf({ fd }: Output): number | undefined {
  return fd !== undefined && isFile(fd) ? fd : undefined;
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

function isFile(fd: number): boolean {
  return fstatSync(fd, bigint).isFile();
}

/**
 * Without it, Node takes the answer about a pipe for one about the next path that it resolves, and then finds no modules below
 * symbolic links, which pnpm makes: `realpathSync` looks at the numbers of whatever was asked about last.
 */
const bigint = { bigint: true } as const;
