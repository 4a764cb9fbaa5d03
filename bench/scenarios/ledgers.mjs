import { Child } from '../child.mjs';
import { median, number } from '../table.mjs';

const storages = [
  { storage: 'memory', name: 'memory' },
  { storage: 'sqlite', name: 'SQLite, beside libsql inserts with synchronous FULL' },
  { storage: 'redis', name: 'Redis, beside INCR, appendfsync always' },
];

export const ledgers = {
  title: 'Ledger: holds and captures a second, each durable, beside bare commits of the storage',
  defaultRuns: 3,
  measure,
};

async function measure({ runs, note }) {
  const rows = [];
  for (const { storage, name } of storages) {
    const results = [];
    for (let round = 1; round <= runs; round += 1) {
      note(`${name}, ${round} of ${runs}`);
      const child = new Child(new URL('../service/ledger.mjs', import.meta.url), [storage]);
      try {
        results.push(await child.ask('measure'));
      } finally {
        await child.end();
      }
    }
    rows.push([name, ...['one', 'bareOne', 'many', 'bareMany'].map((column) => shown(results, column))]);
  }
  return {
    heads: ['', 'one by one', 'bare', '50 at once', 'bare'],
    rows,
    checks: [],
    wrong: [],
  };
}

function shown(results, column) {
  const values = results.map((result) => result[column]);
  return values.includes(undefined) ? '' : number(median(values));
}
