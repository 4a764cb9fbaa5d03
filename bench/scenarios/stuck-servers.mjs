import { companies, run } from '../run.mjs';
import { median, megabytes, number } from '../table.mjs';

const world = { ...companies, stuckAddresses: 40 };
const options = { timeoutMs: 3_000 };
const isStuck = ({ status }) => status === 'unknown';

/** The 960 are the same in the same order; only what runs beside them changes. */
const settings = [
  { name: '960 alone', keeps: (truth) => !isStuck(truth) },
  { name: 'with the 40 besides', beside: isStuck },
  { name: 'with the 40 among the 50 at once' },
];

export const stuckServers = {
  title: 'Stuck servers: 40 of the 1,000 behind silent, tarpitting and endless servers, timeout 3 s',
  defaultRuns: 3,
  measure,
};

async function measure({ runs, note }) {
  const results = settings.map(() => []);
  for (let round = 1; round <= runs; round += 1) {
    for (const [index, { name, ...choice }] of settings.entries()) {
      note(`${name}, ${round} of ${runs}`);
      results[index].push(...(await run('ours', { world, options, ...choice })));
    }
  }
  const summaries = settings.map(({ name }, index) => summary(name, results[index]));
  const [alone, besides] = summaries;
  const all = results.flat();
  const growth = besides.peakResidentBytes - alone.peakResidentBytes;
  return {
    heads: ['', 'median ms of the 960', 'change', 'slowest ms of the 40', 'peak resident', 'right'],
    rows: summaries.map((entry) => [
      entry.name,
      number(entry.medianMs, 1),
      entry === alone ? '' : percent(entry.medianMs / alone.medianMs - 1),
      entry.slowestStuckMs === undefined ? '' : number(entry.slowestStuckMs),
      megabytes(entry.peakResidentBytes),
      `${number(entry.addresses - entry.wrong)} of ${number(entry.addresses)}`,
    ]),
    checks: [
      {
        what: 'ms for the slowest of the 40',
        measured: Math.max(...summaries.slice(1).map(({ slowestStuckMs }) => slowestStuckMs)),
        atMost: 3_300,
      },
      {
        what: '% change of the median time of the others',
        measured: Math.abs(besides.medianMs / alone.medianMs - 1) * 100,
        atMost: 20,
        digits: 1,
      },
      { what: 'MB more resident at the peak', measured: growth / 1_000_000, atMost: 50 },
      { what: 'wrong answers', measured: Math.max(...summaries.map(({ wrong }) => wrong)), atMost: 0 },
    ],
    wrong: all.flatMap(({ wrong }) => wrong),
  };
}

function summary(name, results) {
  const times = (outcomes, stuck) =>
    outcomes.filter(({ truth }) => isStuck(truth) === stuck).map(({ durationMs }) => durationMs);
  const stuckTimes = results.flatMap(({ outcomes }) => times(outcomes, true));
  return {
    name,
    addresses: results[0].outcomes.length,
    medianMs: median(results.map(({ outcomes }) => median(times(outcomes, false)))),
    slowestStuckMs: stuckTimes.length === 0 ? undefined : Math.max(...stuckTimes),
    peakResidentBytes: median(results.map(({ peakResidentBytes }) => peakResidentBytes)),
    wrong: Math.max(...results.map(({ wrong }) => wrong.length)),
  };
}

function percent(share) {
  return `${share < 0 ? '' : '+'}${number(share * 100, 1)} %`;
}
