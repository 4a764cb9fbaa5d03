/**
 * The least that a submission has to do, as a process: `bare-inserts-process.mjs <file>`. Given a file with a body, it
 * parses the body, inserts each address as a row in one durable transaction, and answers with the time.
 */
import { readFile } from 'node:fs/promises';
import Database from 'libsql';

const [, , file] = process.argv;
const database = new Database(file);
database.pragma('journal_mode = WAL');
database.pragma('synchronous = FULL');
database.exec('CREATE TABLE items (id INTEGER PRIMARY KEY, email TEXT NOT NULL)');
const insert = database.prepare('INSERT INTO items (email) VALUES (?)');

// The parent is gone.
process.on('disconnect', () => process.exit());

process.on('message', async ({ list }) => {
  const body = await readFile(list, 'utf8');
  const startedAt = performance.now();
  const emails = JSON.parse(body);
  const parsedAt = performance.now();
  database.exec('BEGIN IMMEDIATE');
  for (const email of emails) insert.run(email);
  database.exec('COMMIT');
  process.send({ parsingMs: parsedAt - startedAt, insertsMs: performance.now() - parsedAt });
});
