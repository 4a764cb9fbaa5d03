/**
 * `node bench/main.mjs [scenario…] [--runs N]`: measures, prints a table for each scenario, and exits with 1 if a claim
 * does not hold. README.md describes the scenarios. `--addresses N` shortens the lists of the bulk scenarios to try
 * them; the claims are about the full lists. `--people FILE`, also several times, gives `people` other lists. `--seed N`
 * is the first seed of the worlds of `colleagues`. `--checkout DIR`, also several times, is what `checkouts` measures beside
 * this checkout.
 */
import { parseArgs } from 'node:util';
import { checkouts } from './checkouts/checkouts.mjs';
import { bulk } from './scenarios/bulk.mjs';
import { bulkSubmission } from './scenarios/bulk-submission.mjs';
import { bulkWorkers } from './scenarios/bulk-workers.mjs';
import { cachedAnswers } from './scenarios/cached-answers.mjs';
import { candidates } from './scenarios/candidates.mjs';
import { colleagues } from './scenarios/colleagues.mjs';
import { consolePage } from './scenarios/console-page.mjs';
import { costOfAnAddress } from './scenarios/cost-of-an-address.mjs';
import { egresses } from './scenarios/egresses.mjs';
import { fairShares } from './scenarios/fair-shares.mjs';
import { frontEnds } from './scenarios/front-ends.mjs';
import { hostileBodies } from './scenarios/hostile-bodies.mjs';
import { hostileTenants } from './scenarios/hostile-tenants.mjs';
import { imports } from './scenarios/imports.mjs';
import { ledgers } from './scenarios/ledgers.mjs';
import { lookups } from './scenarios/lookups.mjs';
import { pace } from './scenarios/pace.mjs';
import { people } from './scenarios/people.mjs';
import { strictExchanges } from './scenarios/strict-exchanges.mjs';
import { stuckServers } from './scenarios/stuck-servers.mjs';
import { throughput } from './scenarios/throughput.mjs';
import { yearInSmall } from './scenarios/year-in-small.mjs';
import { number, table } from './table.mjs';
import { truth } from './truth/truth.mjs';

const scenarios = {
  throughput,
  'strict-exchanges': strictExchanges,
  'stuck-servers': stuckServers,
  'cached-answers': cachedAnswers,
  ledgers,
  bulk,
  'bulk-submission': bulkSubmission,
  'bulk-workers': bulkWorkers,
  lookups,
  people,
  truth,
  colleagues,
  candidates,
  pace,
  egresses,
  'fair-shares': fairShares,
  'front-ends': frontEnds,
  'year-in-small': yearInSmall,
  'hostile-bodies': hostileBodies,
  'hostile-tenants': hostileTenants,
  'cost-of-an-address': costOfAnAddress,
  checkouts,
  imports,
  console: consolePage,
};

const usage = `Usage: node bench/main.mjs [SCENARIO…] [--runs N] [--addresses N] [--seed N] [--people FILE]…
                             [--checkout DIR]…

Without a SCENARIO, all of them: ${Object.keys(scenarios).join(', ')}.
bench/README.md describes them.`;

const { values, positionals } = readArguments();
if (values.help) {
  console.log(usage);
  process.exit(0);
}
const [runs, addresses, seed] = ['runs', 'addresses', 'seed'].map((name) => countOf(name, values[name]));
const names = positionals.length > 0 ? positionals : Object.keys(scenarios);
for (const name of names) if (!Object.hasOwn(scenarios, name)) refuse(`There is no scenario "${name}".`);

let failures = 0;
for (const name of names) {
  const { title, defaultRuns, measure } = scenarios[name];
  console.log(`\n${title}\n`);
  const { heads, rows, checks, wrong } = await measure({
    runs: runs ?? defaultRuns,
    addresses,
    seed,
    lists: values.people,
    roots: values.checkout,
    note: showProgress,
    print: printLine,
  });
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

function readArguments() {
  const options = {
    runs: { type: 'string' },
    addresses: { type: 'string' },
    seed: { type: 'string' },
    people: { type: 'string', multiple: true },
    checkout: { type: 'string', multiple: true },
    help: { type: 'boolean' },
  };
  try {
    return parseArgs({ allowPositionals: true, options });
  } catch (error) {
    return refuse(`${error.message.split(/\.\s/)[0]}.`);
  }
}

function countOf(name, value) {
  if (value === undefined) return undefined;
  const count = Number(value);
  return /^\d+$/.test(value) && Number.isSafeInteger(count) && count > 0
    ? count
    : refuse(`--${name} takes a whole number from 1, not "${value}".`);
}

function refuse(message) {
  console.error(`${message}\n\n${usage}`);
  process.exit(2);
}

function verdictOn({ what, measured, atLeast, atMost, digits = 0 }) {
  const holds =
    (atLeast === undefined || measured >= atLeast) && (atMost === undefined || measured <= atMost);
  const bound =
    atLeast === undefined ? `at most ${number(atMost, digits)}` : `at least ${number(atLeast, digits)}`;
  return { holds, line: `${holds ? 'ok    ' : 'FAILED'} ${number(measured, digits)} ${what} (${bound})` };
}

/** Prints what a long scenario has measured so far. */
function printLine(text) {
  showProgress('');
  console.log(text);
}

/** Shows progress in one line that overwrites itself, on a terminal. */
function showProgress(text) {
  if (process.stderr.isTTY) process.stderr.write(`\r\u001B[2K${text}`);
}
