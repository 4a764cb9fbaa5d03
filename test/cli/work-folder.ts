import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

export interface WorkFolder {
  readonly path: string;
  /** Returns the path of a file in it, which need not exist. */
  file(name: string): string;
  /** Writes a file, and returns its path. */
  write(name: string, content: string | Uint8Array): Promise<string>;
  read(name: string): Promise<string>;
  names(): Promise<string[]>;
}

/** Creates a folder that is removed after the test. */
export async function workFolder(): Promise<WorkFolder> {
  const path = await mkdtemp(join(tmpdir(), 'mailproof-cli-'));
  onTestFinished(() => rm(path, { recursive: true, force: true }));
  const file = (name: string) => join(path, name);
  return {
    path,
    file,
    async write(name, content) {
      await writeFile(file(name), content);
      return file(name);
    },
    read: (name) => readFile(file(name), 'utf8'),
    names: async () => (await readdir(path)).sort(),
  };
}
