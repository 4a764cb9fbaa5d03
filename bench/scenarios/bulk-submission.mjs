import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { companyWorld } from '../../dist/adapters/sandbox/index.js';
import { askSteadily, settle, submit } from '../bulk/client.mjs';
import { inFolder } from '../bulk/scratch.mjs';
import { worldOf } from '../bulk/world.mjs';
import { Child } from '../child.mjs';
import { median, number } from '../table.mjs';

/** Keys that request cached verdicts meanwhile. */
const readers = 20;
const pauseMs = 500;

export const bulkSubmission = {
  title:
    'Bulk submission: POST /v1/bulk of 100,000 addresses on SQLite, and who asks for cached verdicts meanwhile',
  defaultRuns: 9,
  measure,
};

function measure({ runs, addresses = 100_000, note }) {
  const body = Buffer.from(
    JSON.stringify(companyWorld(worldOf(addresses)).addresses.map(({ email }) => email)),
  );
  return inFolder(async (folder) => {
    const list = join(folder, 'list.json');
    await writeFile(list, body);
    const start = (name, file) =>
      new Child(new URL(`../bulk/${name}.mjs`, import.meta.url), [join(folder, file)]);
    const bare = start('bare-inserts-process', 'bare.db');
    const service = start('service-process', 'service.db');
    try {
      const server = await service.ask({ kind: 'start', readers });
      await settle(server);
      const rounds = [];
      for (let number = 1; number <= runs; number += 1) {
        note(`${number} of ${runs}`);
        rounds.push(await round({ bare, list, server, body, addresses }));
      }
      return report(rounds);
    } finally {
      await bare.end();
      await service.end();
    }
  });
}

/** Interleaved, so that whatever slows the machine down affects all of them. */
async function round({ bare, list, server, body, addresses }) {
  const { parsingMs, insertsMs } = await bare.ask({ list });
  const alone = await submitted(server, body, addresses);
  const asking = askSteadily(server);
  await delay(pauseMs);
  const quiet = performance.now();
  const watched = await submitted(server, body, addresses);
  await delay(pauseMs);
  const answers = await asking.stop();
  const before = answers.filter(({ dueAt }) => dueAt < quiet);
  const during = answers.filter(({ dueAt }) => dueAt >= watched.startedAt && dueAt <= watched.endedAt);
  return { parsingMs, insertsMs, alone, watched, before, during };
}

async function submitted(server, body, addresses) {
  const submission = await submit(server, body);
  const { total_emails: total } = submission.receipt;
  if (total !== addresses) throw new Error(`${total} of ${addresses} addresses were taken.`);
  return submission;
}

function report(rounds) {
  const parsingMs = median(rounds.map((round) => round.parsingMs));
  const insertsMs = median(rounds.map((round) => round.insertsMs));
  const aloneMs = median(rounds.map(({ alone }) => alone.durationMs));
  const watchedMs = median(rounds.map(({ watched }) => watched.durationMs));
  const during = rounds.flatMap((round) => round.during);
  const slowest = percentile(during, 99);
  const before = rounds.flatMap((round) => round.before);
  const bareMs = parsingMs + insertsMs;
  return {
    heads: ['', 'ms', 'of the bare work', 'cached verdicts', 'median ms', '99 %', 'slowest'],
    rows: [
      ['JSON.parse of the body', number(parsingMs)],
      ['one transaction of single inserts', number(insertsMs)],
      ['both', number(bareMs), times(1)],
      ['POST /v1/bulk, alone', number(aloneMs), times(aloneMs / bareMs)],
      ['POST /v1/bulk, others asking', number(watchedMs), times(watchedMs / bareMs), ...spread(during)],
      ['the others, before it', '', '', ...spread(before)],
    ],
    checks: [
      {
        what: 'times as long as parsing and bare inserts: a submission',
        measured: aloneMs / bareMs,
        atMost: 1.5,
        digits: 2,
      },
      { what: 'ms for 99 % of the cached verdicts during a submission', measured: slowest, atMost: 100 },
    ],
    wrong: [],
  };
}

function spread(answers) {
  const shown = [50, 99, 100].map((percent) => number(percentile(answers, percent), 1));
  return [number(answers.length), ...shown];
}

/** Returns a percentile. */
function percentile(answers, percent) {
  const sorted = answers.map(({ durationMs }) => durationMs).sort((a, b) => a - b);
  return sorted[Math.ceil((percent / 100) * sorted.length) - 1];
}

function times(ratio) {
  return `${number(ratio, 2)} x`;
}
