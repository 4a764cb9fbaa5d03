import { Child } from '../child.mjs';
import { number } from '../table.mjs';

const storages = [
  { storage: 'memory', name: 'memory: bytes of the heap' },
  { storage: 'sqlite', name: 'SQLite: bytes of the file' },
  { storage: 'redis', name: 'Redis: used_memory' },
  { storage: 'postgres', name: 'PostgreSQL: bytes of the database' },
];
const charges = 2_000_000;
const jobs = 500;

export const yearInSmall = {
  title: 'A year in small: size of each store after 2,000,000 charged verifications and 500 jobs',
  defaultRuns: 1,
  measure,
};

/** `addresses` shortens it: so many verifications, and jobs in proportion. */
async function measure({ addresses, note }) {
  const rows = [];
  const checks = [];
  const share = (addresses ?? charges) / charges;
  for (const { storage, name } of storages) {
    note(name);
    const child = new Child(new URL('../retention/year-process.mjs', import.meta.url), [storage], {
      execArgv: ['--expose-gc'],
    });
    try {
      const outcome = await child.ask({ charges: charges * share, jobs: Math.ceil(jobs * share) });
      const { sizeAfterRetention, sizeAtEnd, exact, seconds } = outcome;
      rows.push([name, number(sizeAfterRetention), number(sizeAtEnd), number(seconds)]);
      checks.push(
        {
          what: `${storage}: size at the end, beside that after the retention`,
          measured: sizeAtEnd / sizeAfterRetention,
          atMost: 1.1,
          digits: 3,
        },
        { what: `${storage}: balances and journals are exact`, measured: exact ? 1 : 0, atLeast: 1 },
      );
    } finally {
      await child.end();
    }
  }
  return { heads: ['', 'after the retention', 'at the end', 'seconds'], rows, checks, wrong: [] };
}
