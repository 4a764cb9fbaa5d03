// Runs the conformance suites: node --test postgresql/, with DATABASE_URL. The tables in that database are dropped.
import { describe, it } from 'node:test';
import { cacheContract, creditLedgerContract } from 'mailproof/contract';
import { cacheTables, pgCache } from './cache.mjs';
import { Database } from './database.mjs';
import { ledgerTables, pgLedger } from './ledger.mjs';

/** Opens a database with empty tables, twice, as two processes would. */
async function openDatabases() {
  const open = () => new Database(process.env.DATABASE_URL);
  const [first, second] = [open(), open()];
  await first.query('DROP TABLE IF EXISTS cache, accounts, ledger_records, journal');
  await first.create(cacheTables + ledgerTables);
  const stop = async () => {
    await first.close();
    await second.close();
  };
  return { first, second, stop };
}

cacheContract(
  { describe, it },
  {
    name: 'PostgreSQL',
    start: async ({ clock }) => {
      const { first, second, stop } = await openDatabases();
      const cache = pgCache({ database: first, clock });
      const openSecond = async () => pgCache({ database: second, clock });
      return { cache, openSecond, stop };
    },
  },
);

creditLedgerContract(
  { describe, it },
  {
    name: 'PostgreSQL',
    start: async ({ clock }) => {
      const { first, second, stop } = await openDatabases();
      const ledger = pgLedger({ database: first, clock });
      const openSecond = async () => pgLedger({ database: second, clock });
      return { ledger, openSecond, stop };
    },
  },
);
