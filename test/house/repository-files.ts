import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../../', import.meta.url));

/** The text of files by their path from the root of the repository. */
export type SourceFiles = ReadonlyMap<string, string>;

/** Every source below a folder of the repository. */
export function sourcesIn(...folders: readonly string[]): SourceFiles {
  return new Map(
    folders.flatMap((folder) => pathsBelow(join(repository, folder)).filter(isSource).map(entryOf)),
  );
}

function pathsBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.name === 'node_modules') return [];
    return entry.isDirectory() ? pathsBelow(path) : [path];
  });
}

function isSource(path: string): boolean {
  return /\.[cm]?[jt]s$/.test(path);
}

function entryOf(path: string): [string, string] {
  return [relative(repository, path).split(sep).join('/'), readFileSync(path, 'utf8')];
}
