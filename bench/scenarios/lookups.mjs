import { run } from '../lookup/run.mjs';
import { median, number } from '../table.mjs';

const peoplePerCompany = 20;

const entrants = [
  { name: 'mailproof', contender: 'ours' },
  // Twenty searches of a domain, one after another, each from the beginning: all companies would take half an hour.
  { name: 'learning nothing of a domain (10 companies)', contender: 'forgetful', mostCompanies: 10 },
  { name: 'fixed order, a connection a candidate', contender: 'fixed-order' },
  { name: 'mailproof, some names spelt in two ways', contender: 'ours', doubtfulNames: true },
  {
    name: 'mailproof, some addresses of another pattern',
    contender: 'ours',
    exceptionShare: 0.08,
    leastFound: 90,
  },
];

export const lookups = {
  title: 'Lookups: 4,000 people at 200 companies, 15 % of them not there, 10 % of the companies catch-all',
  defaultRuns: 3,
  measure,
};

/** Each run has another world. */
async function measure({ runs, addresses = 4_000, note }) {
  const companies = Math.ceil(addresses / peoplePerCompany);
  const results = entrants.map(() => []);
  for (let seed = 1; seed <= runs; seed += 1) {
    for (const [index, entrant] of entrants.entries()) {
      const { name, contender, doubtfulNames = false, exceptionShare, mostCompanies = companies } = entrant;
      note(`${name}, ${seed} of ${runs}`);
      results[index].push(
        await run(contender, {
          companies: Math.min(companies, mostCompanies),
          seed,
          doubtfulNames,
          exceptionShare,
        }),
      );
    }
  }
  const entries = entrants.map(({ name, leastFound = 95 }, index) => ({
    ...summary(name, results[index]),
    leastFound,
  }));
  const ours = entries.filter((_, index) => entrants[index].contender === 'ours');
  const [plain] = ours;
  return {
    heads: [
      '',
      'found of the findable',
      'false finds',
      'RCPTs',
      'per findable person',
      'per address found',
      'connections',
      'seconds',
    ],
    rows: entries.map(row),
    checks: [
      ...ours.flatMap(({ name, foundShare, falseFinds, leastFound }) => [
        {
          what: `% of the findable found: ${name}`,
          measured: foundShare * 100,
          atLeast: leastFound,
          digits: 1,
        },
        { what: `false finds: ${name}`, measured: falseFinds, atMost: 0 },
      ]),
      { what: 'RCPTs a findable person: mailproof', measured: plain.perFindable, atMost: 1.45, digits: 2 },
      { what: 'RCPTs an address found: mailproof', measured: plain.perFound, atMost: 2.5, digits: 2 },
    ],
    wrong: ours.flatMap(({ wrong }) => wrong),
  };
}

/** Medians, and the false finds of all runs together. */
function summary(name, results) {
  const middle = (of) => median(results.map(of));
  const wrong = results.flatMap((result) => result.wrong);
  return {
    name,
    foundShare: middle(({ found, findable }) => found / findable),
    falseFinds: wrong.length,
    recipients: middle(({ recipients }) => recipients),
    perFindable: middle(({ recipients, findable }) => recipients / findable),
    perFound: middle(({ recipients, found }) => recipients / found),
    connections: middle(({ connections }) => connections),
    seconds: middle(({ durationMs }) => durationMs / 1_000),
    wrong,
  };
}

function row({ name, foundShare, falseFinds, recipients, perFindable, perFound, connections, seconds }) {
  return [
    name,
    `${number(foundShare * 100, 1)} %`,
    number(falseFinds),
    number(recipients),
    number(perFindable, 2),
    number(perFound, 2),
    number(connections),
    number(seconds, 1),
  ];
}
