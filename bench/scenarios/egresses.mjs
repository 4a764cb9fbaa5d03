import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startRedis } from '../bulk/redis-server.mjs';
import { judgeRows } from '../bulk/rows-file.mjs';
import { inFolder } from '../bulk/scratch.mjs';
import { Child } from '../child.mjs';
import { hiddenLimits } from '../pace/world.mjs';
import { median, number } from '../table.mjs';

export const egresses = {
  title:
    'Egresses: 4,000 addresses of the usual mix, cold, at servers with tight hidden limits on each client, over Redis',
  defaultRuns: 1,
  measure,
};

/** How many egresses each worker process has. */
const fleets = {
  'one egress': { workers: [1] },
  'two egresses, one worker': { workers: [2], atLeast: 1.9 },
  'two workers, one egress each': { workers: [1, 1], atLeast: 1.9 },
  'four workers, one egress each': { workers: [1, 1, 1, 1], atLeast: 3.6 },
};
const limits = hiddenLimits.tight;
/** Greylisting ends after three seconds there. */
const options = { bulk: { retryDelaysMs: [4_000, 4_000, 8_000, 16_000, 32_000] } };

async function measure({ runs, addresses = 4_000, note }) {
  const results = {};
  for (const [name, { workers }] of Object.entries(fleets)) {
    results[name] = [];
    for (let round = 1; round <= runs; round += 1) {
      note(`${name}, ${round} of ${runs}`);
      results[name].push(await run(workers, addresses));
    }
  }
  const seconds = (name) => median(results[name].map(({ durationMs }) => durationMs / 1_000));
  const times = (name) => seconds('one egress') / seconds(name);
  return {
    heads: ['', 'seconds', 'of one', 'connections', 'refused', '% of recipients', 'right'],
    rows: Object.entries(results).map(([name, list]) => [
      name,
      number(seconds(name), 1),
      `${number(times(name), 2)} x`,
      number(Math.max(...list.map(({ traffic }) => traffic.connections))),
      number(Math.max(...list.map(({ traffic }) => traffic.refused))),
      number(signPercentage(list), 2),
      `${number(Math.min(...list.map(({ right }) => right)))} of ${number(addresses)}`,
    ]),
    checks: Object.entries(fleets).flatMap(([name, { atLeast }]) => [
      ...(atLeast === undefined
        ? []
        : [{ what: `times one egress: ${name}`, measured: times(name), atLeast, digits: 2 }]),
      {
        what: `% signs of a limit by recipients: ${name}`,
        measured: signPercentage(results[name]),
        atMost: 1,
        digits: 2,
      },
      {
        what: `right answers, each address once: ${name}`,
        measured: Math.min(...results[name].map(({ right }) => right)),
        atLeast: addresses,
      },
    ]),
    wrong: Object.values(results).flatMap((list) => list.flatMap(({ wrong }) => wrong)),
  };
}

function signPercentage(results) {
  return Math.max(...results.map(({ traffic }) => traffic.refused / traffic.recipients)) * 100;
}

/** Runs the list with these workers, on a Redis and in a world of its own, submitted by another process. */
function run(workers, count) {
  return inFolder(async (folder) => {
    const redis = await startRedis(folder);
    const sandbox = new Child(new URL('../pace/sandbox-process.mjs', import.meta.url));
    const children = [0, ...workers].map(
      () => new Child(new URL('../bulk/shared-process.mjs', import.meta.url), ['redis', redis.url]),
    );
    try {
      const { network, addresses } = await sandbox.ask({ kind: 'start', count, limits });
      const [list, rows] = ['list.json', 'rows'].map((name) => join(folder, name));
      await writeFile(list, JSON.stringify(addresses.map(({ email }) => email)));
      const shares = egressesOf(workers);
      for (const [index, child] of children.entries())
        await child.ask({ kind: 'start', network, options, egresses: shares[index] });
      const [submitter, ...others] = children;
      for (const worker of others) await worker.ask({ kind: 'work' });
      const { durationMs } = await submitter.ask({ kind: 'run', list, rows });
      const traffic = await sandbox.ask({ kind: 'stop' });
      return { durationMs, traffic, ...(await judgeRows(rows, addresses, isTrue)) };
    } finally {
      for (const child of children) await child.end();
      await sandbox.end();
      await redis.stop();
    }
  });
}

/**
 * Whether a domain is a catch-all may remain open: a server that greylists puts off each question anew that comes from
 * another client.
 */
function isTrue(answer, truth) {
  return answer.status === truth.status && answer.substatus === truth.substatus;
}

/** Returns the egresses of the process that submits, which asks nobody, and those of each worker: addresses of its own. */
function egressesOf(workers) {
  let last = 1;
  return [1, ...workers].map((count) =>
    Array.from({ length: count }, () => {
      last += 1;
      return {
        helo: `probe-${last}.example.net`,
        mailFrom: 'check@probe.example.net',
        localAddress: `127.0.1.${last}`,
      };
    }),
  );
}
