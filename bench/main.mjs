/**
 * `node bench/main.mjs [scenario…] [--runs N]`: measures, prints a table for each scenario, and ends with 1 where
 * something that is claimed does not hold. README.md says what is measured.
 */
import { parseArgs } from 'node:util';
import { cachedAnswers } from './scenarios/cached-answers.mjs';
import { ledgers } from './scenarios/ledgers.mjs';
import { strictExchanges } from './scenarios/strict-exchanges.mjs';
import { stuckServers } from './scenarios/stuck-servers.mjs';
import { throughput } from './scenarios/throughput.mjs';
import { number, table } from './table.mjs';

const scenarios = {
  throughput,
  'strict-exchanges': strictExchanges,
  'stuck-servers': stuckServers,
  'cached-answers': cachedAnswers,
  ledgers,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: 'string' } },
});
const runs = values.runs === undefined ? undefined : Number(values.runs);
const names = positionals.length > 0 ? positionals : Object.keys(scenarios);
const unknown = names.find((name) => !Object.hasOwn(scenarios, name));
if (unknown !== undefined || (runs !== undefined && !(Number.isInteger(runs) && runs > 0))) {
  console.error(`Usage: node bench/main.mjs [${Object.keys(scenarios).join('|')}…] [--runs N]`);
  process.exit(2);
}

let failures = 0;
for (const name of names) {
  const { title, defaultRuns, measure } = scenarios[name];
  console.log(`\n${title}\n`);
  const { heads, rows, checks, wrong } = await measure({ runs: runs ?? defaultRuns, note: showProgress });
  showProgress('');
  console.log(table(heads, rows));
  console.log();
  for (const check of checks) {
    const { line, holds } = verdictOn(check);
    console.log(line);
    if (!holds) failures += 1;
  }
  for (const { truth, answer } of wrong.slice(0, 5)) {
    console.log(`WRONG  ${JSON.stringify(truth)} was called ${JSON.stringify(answer)}`);
  }
}
console.log(failures === 0 ? '\nAll of it holds.' : `\n${failures} of the claims do not hold.`);
process.exitCode = failures === 0 ? 0 : 1;

function verdictOn({ what, measured, atLeast, atMost, digits = 0 }) {
  const holds =
    (atLeast === undefined || measured >= atLeast) && (atMost === undefined || measured <= atMost);
  const bound =
    atLeast === undefined ? `at most ${number(atMost, digits)}` : `at least ${number(atLeast, digits)}`;
  return { holds, line: `${holds ? 'ok    ' : 'FAILED'} ${number(measured, digits)} ${what} (${bound})` };
}

/** One line that overwrites itself, where somebody watches. */
function showProgress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[2K${text}`);
}
