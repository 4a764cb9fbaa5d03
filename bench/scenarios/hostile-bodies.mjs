import { setTimeout as delay } from 'node:timers/promises';
import { askSteadily, settle } from '../bulk/client.mjs';
import { inFolder } from '../bulk/scratch.mjs';
import { Child } from '../child.mjs';
import { send, sendHalf } from '../hostile-bodies/sender.mjs';
import { megabytes, number } from '../table.mjs';

const mebibyte = 1024 * 1024;
const halfSent = 15;
const halfSentMs = 10_000;
const readers = 20;
/** Few, so that a client that is late itself does not exceed the limit when it catches up. */
const rate = { perKeyAndSecond: 4 };
const documentedRefusals = new Set([400, 403, 408, 413, 422]);

const bulk = { path: '/v1/bulk', before: '[' };
const bulkLookup = { path: '/v1/bulk-lookup', before: '{"input":[' };
const lookup = { path: '/v1/email-lookup', before: '{"first_name":[' };

export const hostileBodies = {
  title: 'Hostile bodies: what one of them costs the server, and 15 half-sent ones cost everybody else',
  defaultRuns: 1,
  measure,
};

function measure({ runs, note }) {
  return inFolder(async (folder) => {
    const rows = [];
    for (let run = 1; run <= runs; run += 1) {
      rows.push(...(await attack(`${folder}/attacked-${run}.db`, note)));
    }
    note('half-sent bodies');
    return report(rows, await wait(`${folder}/half-sent.db`));
  });
}

async function attack(file, note) {
  const server = startServer(file, ['--expose-gc']);
  try {
    const { port, keys, cached } = await server.ask({ kind: 'start', readers });
    await settle({ port, cached }, rate);
    for (const [, body] of bodiesOf(bulk)) await send({ port, path: '/v1/bulk', key: keys.poor }, body);
    const rows = [];
    for (const endpoint of [bulk, bulkLookup, lookup]) {
      for (const [name, body] of bodiesOf(endpoint)) {
        for (const [credits, key] of Object.entries(keys)) {
          note(`${endpoint.path} ${name} ${credits}`);
          await server.ask({ kind: 'watch' });
          const { status } = await send({ port, path: endpoint.path, key }, body);
          await delay(100);
          rows.push({
            path: endpoint.path,
            name,
            credits,
            status,
            ...(await server.ask({ kind: 'report' })),
          });
        }
      }
    }
    return rows;
  } finally {
    await server.end();
  }
}

/** Each alone, and as elements of the list that the endpoint expects. */
function bodiesOf({ before }) {
  const fill = (piece, start = '') => Buffer.concat([Buffer.from(start), Buffer.alloc(31 * mebibyte, piece)]);
  return [
    ['{},', fill('{},')],
    ['[[[', fill('[')],
    ['"",', fill('"",')],
    ['{}, in a list', fill('{},', before)],
    ['[[[ in a list', fill('[', before)],
    ['"", in a list', fill('"",', before)],
    ['a 14 MiB string', Buffer.from(`"${'a'.repeat(14 * mebibyte)}"`)],
    ['a 14 MiB string in a list', Buffer.from(`${before}"${'a'.repeat(14 * mebibyte)}"`)],
  ];
}

/** Other keys request cached verdicts, and submit a short list, while 15 bodies are half sent. */
async function wait(file) {
  const server = startServer(file, ['--max-old-space-size=512']);
  try {
    const { port, keys, cached } = await server.ask({ kind: 'start', readers });
    await settle({ port, cached }, rate);
    const list = Array.from({ length: 90_000 }, (_, index) => `${'a'.repeat(300)}${index}@example.org`);
    const body = Buffer.from(JSON.stringify(list));
    await server.ask({ kind: 'watch' });
    const asking = askSteadily({ port, cached }, rate);
    const attacker = { port, path: '/v1/bulk', key: keys.rich };
    const half = Promise.all(Array.from({ length: halfSent }, () => sendHalf(attacker, body)));
    const shortLists = [];
    for (const endsAt = performance.now() + halfSentMs; performance.now() < endsAt; ) {
      const startedAt = performance.now();
      const { status } = await send(attacker, Buffer.from('["bob@example.org"]'));
      if (status !== 200) throw new Error(`A short list was answered ${status}.`);
      shortLists.push(performance.now() - startedAt);
      await delay(100);
    }
    const answers = await asking.stop();
    const measured = await server.ask({ kind: 'report' });
    for (const socket of await half) socket.destroy();
    return {
      slowestVerdictMs: Math.max(...answers.map(({ durationMs }) => durationMs)),
      slowestShortListMs: Math.max(...shortLists),
      ...measured,
    };
  } finally {
    await server.end();
  }
}

function startServer(file, execArgv) {
  return new Child(new URL('../hostile-bodies/server-process.mjs', import.meta.url), [file], { execArgv });
}

function report(rows, waiting) {
  const { slowestVerdictMs, slowestShortListMs, stallMs, cpuMs, grownBytes } = waiting;
  const surprises = rows.filter(({ status }) => !documentedRefusals.has(status));
  return {
    heads: ['body', 'endpoint', 'credits', 'status', 'stall ms', 'of it busy', 'memory'],
    rows: [
      ...rows.map((row) => [
        row.name,
        row.path,
        row.credits === 'poor' ? 'none' : 'many',
        String(row.status),
        number(row.stallMs, 1),
        number(row.cpuMs, 1),
        megabytes(row.grownBytes),
      ]),
      [
        `${halfSent} half-sent`,
        '/v1/bulk',
        'many',
        '',
        number(stallMs, 1),
        number(cpuMs, 1),
        megabytes(grownBytes),
      ],
    ],
    checks: [
      { what: 'answers that are not documented refusals', measured: surprises.length, atMost: 0 },
      {
        what: 'ms for the longest stall of the event loop',
        measured: Math.max(...rows.map((row) => row.stallMs)),
        atMost: 50,
      },
      {
        what: 'MB at most of resident memory for one body',
        measured: Math.max(...rows.map((row) => row.grownBytes)) / 1e6,
        atMost: 100,
      },
      {
        what: `ms for the slowest cached verdict of another key while ${halfSent} bodies are half sent`,
        measured: slowestVerdictMs,
        atMost: 200,
      },
      { what: 'ms for the slowest short list meanwhile', measured: slowestShortListMs, atMost: 200 },
    ],
    wrong: [],
  };
}
