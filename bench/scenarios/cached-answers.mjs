import { Child } from '../child.mjs';
import { load } from '../service/load.mjs';
import { median, number } from '../table.mjs';

const contenders = [
  { name: 'bare Hono route', args: ['bare'] },
  { name: 'mailproof on memory', args: ['ours', 'memory'], atLeast: 0.6 },
  { name: 'mailproof on SQLite', args: ['ours', 'sqlite'], atLeast: 0.4 },
];

export const cachedAnswers = {
  title:
    'Cached GET /v1/verify: requests a second of one process, beside a route that returns the same bytes',
  defaultRuns: 3,
  measure,
};

async function measure({ runs, note }) {
  const rates = new Map(contenders.map(({ name }) => [name, []]));
  for (let round = 1; round <= runs; round += 1) {
    for (const { name, args } of contenders) {
      note(`${name}, ${round} of ${runs}`);
      const server = new Child(new URL('../service/server.mjs', import.meta.url), args);
      try {
        rates.get(name).push(await load(await server.ask('where')));
      } finally {
        await server.end();
      }
    }
  }
  const [bare, ...ours] = contenders.map(({ name, atLeast }) => ({
    name,
    atLeast,
    rate: median(rates.get(name)),
  }));
  return {
    heads: ['', 'requests/s', 'of the bare route'],
    rows: [bare, ...ours].map(({ name, rate }) => [name, number(rate), number(rate / bare.rate, 2)]),
    checks: ours.map(({ name, atLeast, rate }) => ({
      what: `of the bare route: ${name}`,
      measured: rate / bare.rate,
      atLeast,
      digits: 2,
    })),
    wrong: [],
  };
}
