import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import type { FileHandle } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Stands between the name of a file and the id of the run that writes it. */
const infix = '.mailproof-part-';

/** Returns the name under which a run writes a file until it is complete: in the same folder. */
export function partialFile(file: string, id: string): string {
  return `${file}${infix}${id}`;
}

/**
 * Gives a complete file its name, and makes that durable. The partial file stays until the caller removes it. Throws if there is a file
 * of that name, or no partial file any more, which the caller can see.
 */
export function publishFile(partial: string, file: string): void {
  try {
    linkSync(partial, file);
  } catch (error) {
    if (existsSync(file) || !existsSync(partial)) throw error;
    // Not every file system has links.
    renameSync(partial, file);
  }
  syncFolder(file);
}

/** Makes the names of files durable in the folder of `file`. */
export function syncFolder(file: string): void {
  try {
    const descriptor = openSync(dirname(file), 'r');
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Not every system has this for folders.
  }
}

/** Marks a complete file, before it is published, so that a later change of it is seen: by a time in whole seconds. */
export async function markComplete(handle: FileHandle): Promise<void> {
  const seconds = Math.floor((await handle.stat()).mtimeMs / 1_000);
  await handle.utimes(seconds, seconds);
}

/**
 * Returns whether a run gave the file its name and was killed before all that belongs to it was done, and nobody has changed the
 * file since.
 */
export function isLeftover(file: string): boolean {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (found === undefined || found.mtimeNs % 1_000_000_000n !== 0n) return false;
  return partialFilesOf(file).some((partial) => isSameFile(partial, file));
}

/** Removes what killed runs have left of a file. */
export function removeLeftovers(file: string): void {
  // While its partial file is there, a file is recognised as a leftover.
  if (isLeftover(file)) rmSync(file, { force: true });
  removePartialFiles(file);
}

/** Removes the partial files of a file, but not the file: all, or those written before `time`, in milliseconds since 1970. */
export function removePartialFiles(file: string, time = Number.POSITIVE_INFINITY): void {
  for (const partial of partialFilesOf(file)) {
    const found = statSync(partial, { throwIfNoEntry: false });
    if (found !== undefined && found.mtimeMs < time) rmSync(partial, { force: true });
  }
}

function partialFilesOf(file: string): readonly string[] {
  const folder = dirname(file);
  const start = `${basename(file)}${infix}`;
  return readdirSync(folder).flatMap((name) => (name.startsWith(start) ? [join(folder, name)] : []));
}

/** Returns whether two names are of one file that exists. */
export function isSameFile(one: string, other: string): boolean {
  const [first, second] = [one, other].map((name) => statSync(name, { bigint: true, throwIfNoEntry: false }));
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev;
}
