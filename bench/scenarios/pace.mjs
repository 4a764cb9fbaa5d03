import { Child } from '../child.mjs';
import { hiddenLimits } from '../pace/world.mjs';
import { median, number } from '../table.mjs';

export const pace = {
  title:
    'Pace: 4,000 addresses of the usual mix, cold, at servers with hidden limits on the connections of a client',
  defaultRuns: 1,
  measure,
};

/** How many milliseconds after the limits were halved no more connections may be open than they allow. */
const backWithinMs = 60_000;

/** The options with which a list uses exactly so many connections: of four or more, one is for single requests alone. */
function exactly({ google, microsoft, others }) {
  const withReserve = (connections) => (connections < 3 ? connections : connections + 1);
  return {
    connectionsPerExchange: withReserve(others),
    connectionsPerProvider: {
      gmail: withReserve(google),
      'google-workspace': withReserve(google),
      'microsoft-365': withReserve(microsoft),
    },
  };
}

const everywhere = (connections) =>
  exactly({ google: connections, microsoft: connections, others: connections });

async function measure({ runs, addresses = 4_000, note }) {
  const rows = [];
  const checks = [];
  const wrong = [];
  for (const [level, limits] of Object.entries(hiddenLimits)) {
    const contenders = {
      'limits known': exactly(limits),
      'adaptive (default)': {},
      'fixed at 2': everywhere(2),
      'fixed at 20': everywhere(20),
    };
    const results = {};
    for (const [name, options] of Object.entries(contenders)) {
      results[name] = [];
      for (let round = 1; round <= runs; round += 1) {
        note(`${level}, ${name}, ${round} of ${runs}`);
        results[name].push(await run(addresses, limits, options));
      }
    }
    const allowed = rateOf(results['limits known'], addresses);
    for (const [name, list] of Object.entries(results)) {
      rows.push(rowOf(`${level}: ${name}`, list, { addresses, allowed }));
      wrong.push(...(name === 'adaptive (default)' ? list.flatMap((each) => each.wrong) : []));
    }
    const adaptive = results['adaptive (default)'];
    checks.push(...claims(level, adaptive, { addresses, allowed }));
  }
  const halved = await runHalved(addresses, note);
  rows.push(rowOf('middling, halved after 10 s: adaptive', [halved], { addresses }));
  wrong.push(...halved.wrong);
  checks.push(
    {
      what: 's after the limits were halved, more connections were open than they allow for the last time',
      measured: halved.traffic.excessUntil / 1_000,
      atMost: backWithinMs / 1_000,
      digits: 1,
    },
    ...claims('halved', [halved], { addresses }),
  );
  return {
    heads: ['', 'seconds', 'of what the limits allow', 'connections', 'refused', '% of recipients', 'right'],
    rows,
    checks,
    wrong,
  };
}

function claims(level, results, { addresses, allowed }) {
  return [
    ...(allowed === undefined
      ? []
      : [
          {
            what: `of what ${level} limits allow`,
            measured: rateOf(results, addresses) / allowed,
            atLeast: 0.6,
            digits: 2,
          },
        ]),
    {
      what: `% signs of a limit by recipients: ${level}`,
      measured: Math.max(...results.map((each) => signShare(each))) * 100,
      atMost: 1,
      digits: 2,
    },
    {
      what: `right answers: ${level}`,
      measured: Math.min(...results.map(({ right }) => right)),
      atLeast: addresses,
    },
  ];
}

function runHalved(addresses, note) {
  note('middling, halved');
  const { google, microsoft, others } = hiddenLimits.middling;
  const half = { google: google / 2, microsoft: microsoft / 2, others: others / 2 };
  return run(addresses, hiddenLimits.middling, {}, { afterMs: 10_000, limits: half });
}

/** Runs the list in new processes. `change`: the limits that hold after a while. */
async function run(count, limits, options, change) {
  const sandbox = new Child(new URL('../pace/sandbox-process.mjs', import.meta.url));
  const engine = new Child(new URL('../pace/run-process.mjs', import.meta.url));
  try {
    const { network, addresses } = await sandbox.ask({ kind: 'start', count, limits });
    const running = engine.ask({ network, options, emails: addresses.map(({ email }) => email) });
    if (change !== undefined) {
      await Promise.race([new Promise((resolve) => setTimeout(resolve, change.afterMs)), running]);
      await sandbox.ask({ kind: 'limit', limits: change.limits });
    }
    const { answers, durationMs } = await running;
    const traffic = await sandbox.ask({ kind: 'stop' });
    return { ...judge(answers, addresses), durationMs, traffic };
  } finally {
    await engine.end();
    await sandbox.end();
  }
}

function judge(answers, addresses) {
  const truths = new Map(addresses.map((truth) => [truth.email, truth]));
  const wrong = [];
  for (const answer of answers) {
    const truth = truths.get(answer.email);
    truths.delete(answer.email);
    if (answer.status !== truth?.status || answer.substatus !== truth.substatus)
      wrong.push({ truth, answer });
  }
  wrong.push(...[...truths.values()].map((truth) => ({ truth, answer: 'nothing' })));
  return { right: addresses.length - wrong.length, wrong };
}

function rateOf(results, addresses) {
  return median(results.map(({ durationMs }) => (addresses / durationMs) * 1_000));
}

function signShare({ traffic }) {
  return traffic.refused / traffic.recipients;
}

function rowOf(name, results, { addresses, allowed }) {
  const worst = Math.max(...results.map(signShare));
  return [
    name,
    number(median(results.map(({ durationMs }) => durationMs / 1_000)), 1),
    allowed === undefined ? '' : number(rateOf(results, addresses) / allowed, 2),
    number(Math.max(...results.map(({ traffic }) => traffic.connections))),
    number(Math.max(...results.map(({ traffic }) => traffic.refused))),
    number(worst * 100, 2),
    `${number(Math.min(...results.map(({ right }) => right)))} of ${number(addresses)}`,
  ];
}
