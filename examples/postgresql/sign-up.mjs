// Signs somebody up unless the address is invalid, and charges an account in the same transaction: both happen, or neither.
// node sign-up.mjs ann.baker@bakery.example.com, with DATABASE_URL. Everything is kept in that database.
import { postgresLedger, postgresStores } from 'mailproof/postgres';
import pg from 'pg';
import { startEngine } from '../engine.mjs';

const [email] = process.argv.slice(2);
if (email === undefined) {
  console.error('Pass the address: node sign-up.mjs ann.baker@bakery.example.com');
  process.exit(1);
}

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, connectionTimeoutMillis: 20_000 });
await pool.query('CREATE TABLE IF NOT EXISTS sign_ups (email text PRIMARY KEY, status text NOT NULL)');
const { engine, stop } = await startEngine(postgresStores(pool));

// The id makes sure that the order is credited once, however often this runs.
await engine.accounts.grant('acme', { id: 'order 4711', milliCredits: 300 });
// Without an account, the verification itself is not charged.
const { status } = await engine.verify(email);
console.log(`${email} ${status}, ${status === 'invalid' ? 'not signed up' : await signUp()}`);
const { available } = await engine.accounts.balance('acme');
console.log(`${available} milli-credits left`);
await stop();
await pool.end();

async function signUp() {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('INSERT INTO sign_ups VALUES ($1, $2) ON CONFLICT DO NOTHING', [email, status]);
    const isPaid = await charge(postgresLedger(client), { id: `sign-up of ${email}`, milliCredits: 200 });
    await client.query(isPaid ? 'COMMIT' : 'ROLLBACK');
    return isPaid ? 'signed up' : 'not signed up: too few credits';
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/** A repeat with the same id charges nothing. The ledger changes when the client commits. */
async function charge(ledger, { id, milliCredits }) {
  const { kind } = await ledger.hold({ id, account: 'acme', milliCredits, expiresInMs: 60_000 });
  if (kind === 'insufficient') return false;
  await ledger.capture(id);
  return true;
}
