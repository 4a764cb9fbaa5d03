import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { median, number } from '../table.mjs';

const root = new URL('../../', import.meta.url);
const program = fileURLToPath(new URL('../import/import-process.mjs', import.meta.url));

export const imports = {
  title: 'Imports: what one of them takes in a new process',
  defaultRuns: 9,
  measure,
};

async function measure({ runs, note }) {
  const { name, exports } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'));
  const entries = Object.entries(exports).filter(([, { default: path }]) => path !== undefined);
  const measured = entries.map(([subpath, { default: path }]) => ({
    name: name + subpath.slice(1),
    url: new URL(path, root).href,
    samples: [],
  }));
  for (let run = 1; run <= runs; run += 1) {
    note(`round ${run}`);
    for (const { url, samples } of measured) samples.push(await importIn(url));
  }
  const rows = measured.map(({ name, samples }) => ({ name, ...mediansOf(samples) }));
  const whole = rows.find((row) => row.name === name);
  return {
    heads: ['import', 'ms', 'of the processor', 'MB'],
    rows: rows.map((row) => [
      row.name,
      number(row.durationMs, 1),
      number(row.processorMs, 1),
      number(row.residentBytes / 1e6, 1),
    ]),
    checks: [
      { what: `ms for ${name}`, measured: whole.durationMs, atMost: 60 },
      {
        what: `MB of resident memory for ${name}`,
        measured: whole.residentBytes / 1e6,
        atMost: 15,
        digits: 1,
      },
    ],
    wrong: [],
  };
}

async function importIn(url) {
  const child = fork(program, [url]);
  const [sample] = await once(child, 'message');
  await once(child, 'exit');
  return sample;
}

function mediansOf(samples) {
  const keys = ['durationMs', 'processorMs', 'residentBytes'];
  return Object.fromEntries(keys.map((key) => [key, median(samples.map((sample) => sample[key]))]));
}
