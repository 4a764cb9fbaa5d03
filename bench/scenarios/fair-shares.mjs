import { isRight } from '../answers.mjs';
import { inSandbox } from '../bulk/sandboxed.mjs';
import { latency } from '../bulk/world.mjs';
import { Child } from '../child.mjs';
import { median, number } from '../table.mjs';

/** The addresses of single requests and of the healthy job are at different domains of this world. */
const healthy = {
  domains: 120,
  addressesPerDomain: 60,
  exchanges: 60,
  missingShare: 0.5,
  catchAllDomains: 6,
  seed: 1,
};
const singles = 400;
/** 4,000 addresses: 20 at each of 200 domains. */
const hanging = { domains: 200, addressesPerDomain: 20 };

const settings = [
  { name: 'nothing else', beside: undefined },
  { name: '200 silent exchanges', beside: 'exchanges' },
  { name: '200 silent name servers', beside: 'nameServers' },
];

export const fairShares = {
  title: 'Fair shares: single requests and a job, beside another account’s job of 4,000 addresses that hang',
  defaultRuns: 3,
  measure,
};

async function measure({ runs, note }) {
  const results = settings.map(() => []);
  for (let round = 1; round <= runs; round += 1) {
    for (const [index, { name, beside }] of settings.entries()) {
      note(`beside ${name}, ${round} of ${runs}`);
      results[index].push(await runBeside(beside));
    }
  }
  const summaries = settings.map(({ name }, index) => summary(name, results[index]));
  const [idle, ...loaded] = summaries;
  return {
    heads: ['beside', 'single p50 ms', 'p99 ms', 'job s', 'times alone', 'right', 'charged wrongly'],
    rows: summaries.map((entry) => [
      entry.name,
      number(entry.p50, 1),
      number(entry.p99, 1),
      number(entry.jobMs / 1_000, 2),
      number(entry.jobMs / idle.jobMs, 2),
      `${number(entry.asked - entry.wrong.length)} of ${number(entry.asked)}`,
      number(entry.chargedWrongly),
    ]),
    checks: [
      ...loaded.map(({ name, p99 }) => ({
        what: `ms more for the p99 of single requests: ${name}`,
        measured: p99 - idle.p99,
        atMost: 100,
        digits: 1,
      })),
      ...loaded.map(({ name, jobMs }) => ({
        what: `times its time alone for the healthy job: ${name}`,
        measured: jobMs / idle.jobMs,
        atMost: 1.3,
        digits: 2,
      })),
      {
        what: 'single requests charged wrongly',
        measured: Math.max(...summaries.map(({ chargedWrongly }) => chargedWrongly)),
        atMost: 0,
      },
      {
        what: 'wrong answers',
        measured: Math.max(...summaries.map(({ wrong }) => wrong.length)),
        atMost: 0,
      },
    ],
    wrong: results.flat().flatMap(({ wrong }) => wrong),
  };
}

/** Runs everything with a new process, store and sandbox. */
function runBeside(beside) {
  return inSandbox({ world: healthy, hanging, latency }, async ({ network, addresses, hangingAddresses }) => {
    const domainOf = ({ email }) => email.slice(email.indexOf('@') + 1);
    const domains = [...new Set(addresses.map(domainOf))];
    const forSingles = new Set(domains.slice(0, domains.length / 6));
    const singleTruths = addresses.filter((truth) => forSingles.has(domainOf(truth))).slice(0, singles);
    const jobTruths = addresses.filter((truth) => !forSingles.has(domainOf(truth)));
    const child = new Child(new URL('../bulk/shares-process.mjs', import.meta.url));
    try {
      const { answers, rows, jobMs, chargedMilliCredits } = await child.ask({
        network,
        hanging: beside === undefined ? [] : hangingAddresses[beside],
        singles: singleTruths.map(({ email }) => email),
        job: jobTruths.map(({ email }) => email),
      });
      const judged = answers.map((answer, index) => ({ ...answer, truth: singleTruths[index] }));
      const truthOf = new Map(jobTruths.map((truth) => [truth.email, truth]));
      const inJob = rows.map((answer) => ({ answer, truth: truthOf.get(answer.email) }));
      const wrong = [...judged, ...inJob].filter(({ answer, truth }) => !isRight(answer, truth));
      const rightSingles = judged.filter(({ answer, truth }) => isRight(answer, truth)).length;
      return {
        times: answers.map(({ durationMs }) => durationMs),
        jobMs,
        wrong,
        asked: judged.length + jobTruths.length,
        missing: jobTruths.length - rows.length,
        chargedWrongly: Math.abs(chargedMilliCredits / 200 - rightSingles),
      };
    } finally {
      await child.end();
    }
  });
}

/** Medians for time; the worst of the runs for everything else. */
function summary(name, results) {
  return {
    name,
    p50: median(results.map(({ times }) => quantile(times, 0.5))),
    p99: median(results.map(({ times }) => quantile(times, 0.99))),
    jobMs: median(results.map(({ jobMs }) => jobMs)),
    asked: results[0].asked,
    wrong: results.flatMap(({ wrong }) => wrong),
    chargedWrongly: Math.max(...results.map(({ chargedWrongly, missing }) => chargedWrongly + missing)),
  };
}

function quantile(values, share) {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
}
