import { Child } from '../child.mjs';
import { hiddenLimits, hiddenMissing, hiddenRates } from '../pace/world.mjs';
import { median, number } from '../table.mjs';

export const pace = {
  title:
    'Pace: 4,000 addresses of the usual mix, cold, at servers with hidden limits on what they allow a client',
  defaultRuns: 1,
  measure,
};

/** How many milliseconds after the limits were halved no more connections may be open than they allow. */
const backWithinMs = 60_000;

/** The options with which a list uses exactly so many connections: of ten or more, one is for single requests alone. */
function exactly({ google, microsoft, others }) {
  const withReserve = (connections) => (connections < 10 ? connections : connections + 1);
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

const adaptiveName = 'adaptive (default)';

const contenders = {
  [adaptiveName]: {},
  'fixed at 2': everywhere(2),
  'fixed at 20': everywhere(20),
};

const half = (limits) =>
  Object.fromEntries(
    Object.entries(limits).map(([name, value]) => [
      name,
      typeof value === 'number' ? value / 2 : half(value),
    ]),
  );

const changes = [
  { level: 'middling, halved after 10 s', limits: hiddenLimits.middling, afterMs: 10_000 },
  { level: 'recipients a second, halved after 25 s', limits: hiddenRates, afterMs: 25_000 },
].map(({ level, limits, afterMs }) => ({ level, limits, change: { afterMs, limits: half(limits) } }));

/** So many runs at once: they wait for the network, and take a tenth of a processor each. */
const together = 3;

async function measure({ runs, addresses = 4_000, note, print }) {
  const settings = [
    ...Object.entries(hiddenLimits).map(([level, limits]) => ({
      level,
      limits,
      contenders: { 'limits known': exactly(limits), ...contenders },
    })),
    { level: 'recipients a second', limits: hiddenRates, contenders },
    { level: 'missing recipients', limits: hiddenMissing, contenders },
    ...changes.map((change) => ({ ...change, contenders: { [adaptiveName]: {} } })),
  ];
  const tasks = settings.flatMap((setting) =>
    Object.entries(setting.contenders).flatMap(([name, options]) =>
      Array.from({ length: runs }, () => ({ setting, name, options, result: undefined })),
    ),
  );
  await runTogether(tasks, async (task) => {
    note(`${task.setting.level}, ${task.name}`);
    task.result = await run(addresses, task.setting, task.options);
    print(lineOf(task, addresses));
  });
  const resultsOf = (setting, name) =>
    tasks.filter((task) => task.setting === setting && task.name === name).map(({ result }) => result);
  const rows = [];
  const checks = [];
  for (const setting of settings) {
    const known = resultsOf(setting, 'limits known');
    const allowed = known.length > 0 ? rateOf(known, addresses) : allowedRate(setting, tasks, addresses);
    for (const name of Object.keys(setting.contenders))
      rows.push(rowOf(`${setting.level}: ${name}`, resultsOf(setting, name), { addresses, allowed }));
    checks.push(...claims(setting, resultsOf(setting, adaptiveName), { addresses, allowed }));
  }
  return {
    heads: ['', 'seconds', 'of what the limits allow', 'connections', 'signs', '% of recipients', 'right'],
    rows,
    checks,
    wrong: tasks.filter(({ name }) => name === adaptiveName).flatMap(({ result }) => result.wrong),
  };
}

async function runTogether(tasks, work) {
  const next = tasks[Symbol.iterator]();
  const worker = async () => {
    for (const task of next) await work(task);
  };
  await Promise.all(Array.from({ length: together }, worker));
}

/** Where recipients are counted, what is allowed is known without a run. */
function allowedRate(setting, tasks, addresses) {
  const { result } = tasks.find((task) => task.setting === setting);
  return setting.change === undefined && result.leastSeconds !== undefined
    ? addresses / result.leastSeconds
    : undefined;
}

function lineOf({ setting, name, result }, addresses) {
  const { durationMs, right, traffic } = result;
  return (
    `${setting.level}: ${name}: ${number(durationMs / 1_000, 1)} s, ${number(traffic.refused)} signs of a limit ` +
    `(${number(signShare(result) * 100, 2)} % of recipients), ${number(right)} of ${number(addresses)} right`
  );
}

function claims({ level, change }, results, { addresses, allowed }) {
  return [
    ...(allowed === undefined
      ? []
      : [
          {
            what: `of what the limits allow: ${level}`,
            measured: rateOf(results, addresses) / allowed,
            atLeast: 0.6,
            digits: 2,
          },
        ]),
    ...(change === undefined
      ? []
      : [
          {
            what: `s after the change, more was asked for than the limits allow for the last time: ${level}`,
            measured: Math.max(...results.map(({ traffic }) => traffic.excessUntil)) / 1_000,
            atMost: backWithinMs / 1_000,
            digits: 1,
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

/** Runs the list in new processes. `change`: the limits that hold after a while. */
async function run(count, { limits, change }, options) {
  const sandbox = new Child(new URL('../pace/sandbox-process.mjs', import.meta.url));
  const engine = new Child(new URL('../pace/run-process.mjs', import.meta.url));
  try {
    const { network, addresses, leastSeconds } = await sandbox.ask({ kind: 'start', count, limits });
    const running = engine.ask({ network, options, emails: addresses.map(({ email }) => email) });
    if (change !== undefined) {
      await Promise.race([new Promise((resolve) => setTimeout(resolve, change.afterMs)), running]);
      await sandbox.ask({ kind: 'limit', limits: change.limits });
    }
    const { answers, durationMs } = await running;
    const traffic = await sandbox.ask({ kind: 'stop' });
    return { ...judge(answers, addresses), durationMs, traffic, leastSeconds };
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
