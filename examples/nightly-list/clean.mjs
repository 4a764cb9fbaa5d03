// A nightly list cleaner: node clean.mjs customers.csv writes customers.clean.csv without the addresses that take no mail,
// and customers.removed.csv with those, and why. In a crontab: 0 2 * * * cd /srv/list && node clean.mjs customers.csv
import { createReadStream, createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parse } from 'csv-parse';
import { stringify } from 'csv-stringify';
import { sqliteStores } from 'mailproof/sqlite';
import { startEngine } from '../engine.mjs';

const [path] = process.argv.slice(2);
if (path === undefined) {
  console.error('Pass the list: node clean.mjs customers.csv. It must have a column named "email".');
  process.exit(1);
}

const base = path.replace(/\.csv$/i, '');
const { engine, stop } = await startEngine(sqliteStores(`${base}.db`));

const emails = [];
for await (const row of rows()) emails.push(row.email);
if (emails.includes(undefined)) throw new Error(`${path} has no column named "email".`);

// One job for the whole list: it removes repeats, and tries unknown addresses again, which may take an hour. From then on,
// every address is answered from the cache, however it is spelled.
for await (const { email, status } of engine.runBulk(emails)) console.log(status, email);

const kept = await write(`${base}.clean.csv`, ({ status }) => status !== 'invalid');
const removed = await write(`${base}.removed.csv`, ({ status }) => status === 'invalid');
console.log(`${kept} rows kept, ${removed} removed`);
await stop();

/** The rows of the list, as objects by column. */
function rows() {
  return createReadStream(path).pipe(parse({ columns: true, bom: true, trim: true, skip_empty_lines: true }));
}

/** Writes the rows with the verdicts that are wanted. Resolves with how many there were. */
async function write(target, isWanted) {
  let count = 0;
  async function* wanted() {
    for await (const row of rows()) {
      const verdict = await engine.verify(row.email);
      if (!isWanted(verdict)) continue;
      count += 1;
      yield {
        ...row,
        status: verdict.status,
        substatus: verdict.substatus,
        explanation: verdict.explanation,
      };
    }
  }
  const csv = stringify({ header: true, escape_formulas: true });
  await pipeline(Readable.from(wanted()), csv, createWriteStream(target));
  return count;
}
