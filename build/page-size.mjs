// Prints how large the scripts of the console are when they are sent, and fails if they are too large: npm run page:size
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

const mostBytes = 120_000;
/** Of what is loaded before the first page is shown. */
const mostBytesAtFirst = 40_000;
const folder = join(dirname(fileURLToPath(import.meta.url)), '../dist/adapters/console/page');

let total = 0;
for (const file of (await readdir(folder)).filter((name) => name.endsWith('.js')).sort()) {
  const { length } = gzipSync(await readFile(join(folder, file)));
  total += length;
  if (file.startsWith('main-') && length > mostBytesAtFirst) process.exitCode = 1;
  console.log(`${file}: ${length} bytes with gzip`);
}
console.log(`all scripts: ${total} bytes with gzip, of ${mostBytes}`);
if (total === 0 || total > mostBytes) process.exitCode = 1;
