import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Makes the declaration files below a folder import one another as `.js`, as TypeScript before 5.7 and other tools expect: the
 * compiler leaves the `.ts` of the sources.
 */
export async function rewriteDeclarations(folder) {
  const files = await readdir(folder, { recursive: true });
  for (const file of files.filter((name) => name.endsWith('.d.ts'))) {
    const text = await readFile(join(folder, file), 'utf8');
    await writeFile(
      join(folder, file),
      text.replace(/((?:from|import\() ?['"]\.[^'"\n]+)\.ts(?=['"])/g, '$1.js'),
    );
  }
}
