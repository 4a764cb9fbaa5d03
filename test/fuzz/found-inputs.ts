import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = join(dirname(fileURLToPath(import.meta.url)), 'found');

/** Stores the bytes of a find, so that `found.test.ts` runs them from now on. Returns the path of the file. */
export function storeFound(kind: string, input: Uint8Array): string {
  const digest = createHash('sha256').update(input).digest('hex').slice(0, 12);
  const path = join(folder, kind, `${digest}.bin`);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, input);
  return path;
}

/** Returns all finds of a kind. */
export function foundInputs(kind: string): readonly { readonly file: string; readonly input: Uint8Array }[] {
  let files: readonly string[] = [];
  try {
    files = readdirSync(join(folder, kind));
  } catch {
    // Nothing was found of this kind so far.
  }
  return files.map((file) => ({ file, input: new Uint8Array(readFileSync(join(folder, kind, file))) }));
}
