import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withModules } from '../bundled-modules.mjs';
import { median, number } from '../table.mjs';

const root = new URL('../../', import.meta.url);
const program = fileURLToPath(new URL('../import/import-process.mjs', import.meta.url));
const languagesProgram = fileURLToPath(new URL('../import/languages-process.mjs', import.meta.url));

/** Modules that hold what lookups know about languages: the tables, and what is worked out from them. */
const languageModules = ['languages', 'letters', 'name-index', 'short-forms', 'word-lists'];

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
    for (const { url, samples } of measured) samples.push(await answerOf(program, [url]));
  }
  note('languages');
  const languageBytes = await languageBytesIn(runs);
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
      { what: 'MB for all languages, at lookups', measured: languageBytes / 1e6, atMost: 2, digits: 2 },
    ],
    wrong: [],
  };
}

/** Returns the median. */
function languageBytesIn(runs) {
  const sources = languageModules.map((module) => `src/lookup/names/${module}`);
  return withModules(sources, async (folder) => {
    const samples = [];
    for (let run = 1; run <= runs; run += 1)
      samples.push(await answerOf(languagesProgram, [folder], { execArgv: ['--expose-gc'] }));
    return median(samples);
  });
}

async function answerOf(program, args, options = {}) {
  const child = fork(program, args, options);
  const [answer] = await once(child, 'message');
  await once(child, 'exit');
  return answer;
}

function mediansOf(samples) {
  const keys = ['durationMs', 'processorMs', 'residentBytes'];
  return Object.fromEntries(keys.map((key) => [key, median(samples.map((sample) => sample[key]))]));
}
