// Verifies an address and charges for it in PostgreSQL: node verify.mjs ann.baker@bakery.example.com, with DATABASE_URL.
// Credits and the cache are in the database, everything else in memory.
import { memoryStores } from 'mailproof/memory';
import { startEngine } from '../engine.mjs';
import { cacheTables, pgCache } from './cache.mjs';
import { Database } from './database.mjs';
import { ledgerTables, pgLedger } from './ledger.mjs';

const [email] = process.argv.slice(2);
if (email === undefined) {
  console.error('Pass the address: node verify.mjs ann.baker@bakery.example.com');
  process.exit(1);
}

const database = new Database(process.env.DATABASE_URL);
await database.create(cacheTables + ledgerTables);

// The diagnosis examines memory alone. Without it, the doctor calls `ping`.
const { diagnosis: _, ...others } = memoryStores();
const cache = pgCache({ database });
const stores = {
  ...others,
  cache,
  ledger: pgLedger({ database }),
  ping: () => cache.set('ping', { value: '', expiresAt: Date.now() + 60_000 }),
  checkReady: async () => {
    await cache.get('ping');
  },
  close: async () => {
    await others.close();
    await database.close();
  },
};
const { engine, stop } = await startEngine(stores);

// The id makes sure that the order is credited once, however often this runs.
await engine.accounts.grant('acme', { id: 'order 4711', milliCredits: 1_000 });
const { status } = await engine.verify(email, { account: 'acme' });
const { available } = await engine.accounts.balance('acme');
console.log(`${email} ${status}, ${available} milli-credits left`);
await stop();
