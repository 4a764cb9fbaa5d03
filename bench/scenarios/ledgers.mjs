import { Child } from '../child.mjs';
import { median, number } from '../table.mjs';

const storages = [
  { storage: 'memory', name: 'memory' },
  { storage: 'sqlite', name: 'SQLite, beside libsql inserts with synchronous FULL' },
  { storage: 'redis', name: 'Redis, beside INCR, appendfsync always' },
  { storage: 'postgres', name: 'PostgreSQL, beside inserts, synchronous_commit on' },
];

export const ledgers = {
  title: 'Ledger: holds and captures a second, each durable, beside bare commits of the storage',
  defaultRuns: 3,
  measure,
};

async function measure({ runs, note }) {
  const results = storages.map(() => []);
  // In turn, so that what else the machine does meets all of them.
  for (let round = 1; round <= runs; round += 1) {
    for (const [index, { storage, name }] of storages.entries()) {
      note(`${name}, ${round} of ${runs}`);
      const child = new Child(new URL('../service/ledger.mjs', import.meta.url), [storage]);
      try {
        results[index].push(await child.ask('measure'));
      } finally {
        await child.end();
      }
    }
  }
  const columns = ['one', 'bareOne', 'many', 'bareMany'];
  return {
    heads: ['', 'one by one', 'bare', '50 at once', 'bare'],
    rows: storages.map(({ name }, index) => [
      name,
      ...columns.map((column) => shown(results[index], column)),
    ]),
    checks: [],
    wrong: [],
  };
}

function shown(results, column) {
  const values = results.map((result) => result[column]);
  return values.includes(undefined) ? '' : number(median(values));
}
