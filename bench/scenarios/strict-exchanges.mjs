import { companies, run } from '../run.mjs';
import { number } from '../table.mjs';

const world = {
  ...companies,
  exchange: { maxConnections: 2, maxRecipientsPerTransaction: 5, maxRefusals: 6 },
};

export const strictExchanges = {
  title:
    'Strict exchanges: the same 1,000; 2 connections, 5 recipients a transaction, the end after 6 refusals',
  defaultRuns: 3,
  measure,
};

async function measure({ runs, note }) {
  const results = [];
  for (let round = 1; round <= runs; round += 1) {
    note(`${round} of ${runs}`);
    results.push(...(await run('ours', { world })));
  }
  const worst = Math.max(...results.map(({ wrong }) => wrong.length));
  const [{ outcomes }] = results;
  return {
    heads: ['', 'addresses/s', 'connections', 'RCPTs', 'refused', 'violations', 'right'],
    rows: results.map(({ rate, traffic, wrong }, index) => [
      `mailproof, run ${index + 1}`,
      number(rate),
      number(traffic.connections),
      number(traffic.recipients),
      number(traffic.refused),
      traffic.violations.join(', ') || 'none',
      `${number(outcomes.length - wrong.length)} of ${number(outcomes.length)}`,
    ]),
    checks: [{ what: 'right answers', measured: outcomes.length - worst, atLeast: outcomes.length }],
    wrong: results.flatMap(({ wrong }) => wrong),
  };
}
