import { join, resolve } from 'node:path';
import { companyWorld } from '../../dist/adapters/sandbox/index.js';
import { inFolder } from '../bulk/scratch.mjs';
import { latency, worldOf } from '../bulk/world.mjs';
import { Child } from '../child.mjs';
import { median, number } from '../table.mjs';

const here = resolve(import.meta.dirname, '../..');
const nearby = { greetingDelayMs: 2, replyDelayMs: 1, dnsReplyDelayMs: 1 };
const blockSize = 2_000;
const warmBlocks = 5;

/** What a fresh address takes in a new process, and later; and a list. Of each block, other domains are asked. */
const kinds = [
  { name: 'cold and warm', storage: 'memory', measure: measureBlocks },
  { name: 'list, memory', storage: 'memory', measure: measureList },
  { name: 'list, SQLite', storage: 'sqlite', measure: measureList },
];

export const checkouts = {
  title: 'Checkouts: this one and earlier ones, in turn (--checkout DIR, where npm run build was run)',
  defaultRuns: 3,
  measure,
};

async function measure({ runs, addresses = 30_000, roots = [], note }) {
  const all = [here, ...roots.map((root) => resolve(root))];
  const samples = all.map(() => new Map());
  for (let run = 1; run <= runs; run += 1)
    for (const kind of kinds)
      for (const index of inOrder(all, run)) {
        note(`run ${run}, ${kind.name}, ${all[index]}`);
        for (const [name, measured] of await measureOne(all[index], kind, addresses)) {
          const list = samples[index].get(name) ?? [];
          samples[index].set(name, [...list, measured]);
        }
      }
  const names = [...samples[0].keys()];
  const of = (index, name, figure) => median(samples[index].get(name).map((measured) => measured[figure]));
  const against = (index, name, figure) => of(0, name, figure) / of(index, name, figure);
  return {
    heads: ['', 'ms of CPU', 'per second', 'connections', 'RCPTs', 'CPU of ours', 'rate of ours'],
    rows: names.flatMap((name) =>
      all.map((root, index) => [
        `${name}: ${index === 0 ? 'this' : root}`,
        number(of(index, name, 'cpuMs'), 3),
        number(of(index, name, 'rate')),
        number(of(index, name, 'connections'), 3),
        number(of(index, name, 'recipients'), 3),
        `${number(against(index, name, 'cpuMs'), 2)} x`,
        `${number(against(index, name, 'rate'), 2)} x`,
      ]),
    ),
    checks: [
      {
        what: 'wrong answers',
        measured: samples
          .flatMap((each) => [...each.values()].flat())
          .reduce((sum, { wrong }) => sum + wrong, 0),
        atMost: 0,
      },
    ],
    wrong: [],
  };
}

/** Every other run begins with the last one. */
function inOrder(list, run) {
  const indexes = [...list.keys()];
  return run % 2 === 1 ? indexes : indexes.reverse();
}

/** Returns what was measured, by name: figures are per address. */
function measureOne(root, { name, storage, measure: measureKind }, addresses) {
  return inFolder(async (folder) => {
    const sandbox = new Child(new URL('../given-world-process.mjs', import.meta.url));
    const file = join(folder, 'bench.db');
    const engine = new Child(new URL('./engine-process.mjs', import.meta.url), [root, storage, file]);
    try {
      return await measureKind({ name, sandbox, engine, count: addresses });
    } finally {
      await engine.end();
      await sandbox.end();
    }
  });
}

async function measureBlocks({ sandbox, engine }) {
  const blocks = 1 + warmBlocks;
  const { world, addresses } = companyWorld({
    domains: blocks * 20,
    addressesPerDomain: blockSize / 20,
    missingShare: 0.5,
    catchAllDomains: 0,
  });
  const { network } = await sandbox.ask({ kind: 'start', world, latency: nearby });
  await engine.ask({ kind: 'start', network });
  const measured = [];
  for (const block of blocksOf(addresses))
    measured.push(await measureAsked({ sandbox, engine }, 'verify', block));
  return new Map([
    ['cold', measured[0]],
    ['warm', measured.at(-1)],
  ]);
}

/** Each block has 20 domains, and mixes them. */
function blocksOf(addresses) {
  const byDomain = new Map();
  for (const truth of addresses) {
    const domain = truth.email.slice(truth.email.indexOf('@') + 1);
    byDomain.set(domain, [...(byDomain.get(domain) ?? []), truth]);
  }
  const domains = [...byDomain.values()];
  return Array.from({ length: domains.length / 20 }, (_, block) => {
    const own = domains.slice(block * 20, block * 20 + 20);
    return own[0].flatMap((_, index) => own.map((domain) => domain[index]));
  });
}

async function measureList({ name, sandbox, engine, count }) {
  const { world, addresses } = companyWorld({ ...worldOf(count), catchAllDomains: 0 });
  const { network } = await sandbox.ask({ kind: 'start', world, latency });
  await engine.ask({ kind: 'start', network });
  return new Map([[name, await measureAsked({ sandbox, engine }, 'bulk', addresses)]]);
}

async function measureAsked({ sandbox, engine }, kind, truths) {
  const before = await sandbox.ask({ kind: 'traffic' });
  const { answers, cpuMs, durationMs } = await engine.ask({ kind, emails: truths.map(({ email }) => email) });
  const after = await sandbox.ask({ kind: 'traffic' });
  const truthOf = new Map(truths.map((truth) => [truth.email, truth]));
  const isRight = ({ email, status, substatus }) => {
    const truth = truthOf.get(email);
    return truth.status === status && truth.substatus === substatus;
  };
  const perAddress = (figure) => (after[figure] - before[figure]) / truths.length;
  return {
    cpuMs: cpuMs / truths.length,
    rate: (truths.length / durationMs) * 1_000,
    connections: perAddress('connections'),
    recipients: perAddress('recipients'),
    wrong: truths.length - answers.filter(isRight).length,
  };
}
