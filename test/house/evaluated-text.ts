import { execFile } from 'node:child_process';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const execute = promisify(execFile);

/** The program of the new process: V8 counts the calls of each function while a file is imported. */
const counter = `
import { readFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { fileURLToPath } from 'node:url';

const [url, text] = process.argv.slice(1);
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
await import(url);
const { result } = await session.post('Profiler.takePreciseCoverage');
const script = result.find(({ url }) => isImported(url) && source(url).includes(text));
const at = source(script.url).indexOf(text);
const around = script.functions
  .flatMap(({ ranges: [range] }) => range)
  .filter(({ startOffset, endOffset }) => startOffset <= at && at < endOffset)
  .sort((one, other) => other.startOffset - one.startOffset);
console.log(around[0].count);

function isImported(url) {
  return url.startsWith('file:') && url !== import.meta.url;
}

function source(url) {
  return readFileSync(fileURLToPath(url), 'utf8');
}
`;

/** Returns whether importing a file in a new process runs the function that contains a text. The text must be ASCII. */
export async function isEvaluatedBy(path: string, text: string): Promise<boolean> {
  const args = ['--input-type=module', '--eval', counter, pathToFileURL(path).href, text];
  const { stdout } = await execute(process.execPath, args);
  return Number(stdout) > 0;
}
