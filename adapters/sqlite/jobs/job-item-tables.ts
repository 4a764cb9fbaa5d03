/**
 * SQL of items and their results. The primary key `place` combines the number of a job and a position in it. Items
 * never change, so 32 of them share a row: a row per item takes twice as long to write. Writers must run inside a
 * transaction.
 */
import type {
  JobAttempt,
  JobItem,
  JobItemState,
  JobResult,
  RedactedItem,
} from '../../../src/ports/job-store.ts';
import type { Status } from '../../../src/resources.ts';
import { type ItemProgress, pageRoom } from '../../stores/job-rules.ts';
import type { SqliteConnection } from '../connection.ts';

/**
 * The open items of a job, those without a final result: one bit each, lowest bit first, in one value of at most 12 KB.
 * Finds open items without reading the others, at the cost of four pages per write.
 */
/** Above the most items per job. Places must stay below 2^53. */
const placesPerJob = 2 ** 17;
export const itemsPerRow = 32;

export function insertItems(
  connection: SqliteConnection,
  number: number,
  { first, items }: { first: number; items: readonly JobItem[] },
): void {
  for (let index = 0; index < items.length; index += itemsPerRow) {
    connection.run(
      'INSERT INTO job_items (place, items) VALUES (?, ?)',
      placeOf(number, first + index),
      JSON.stringify(items.slice(index, index + itemsPerRow)),
    );
  }
}

/** Returns the number of rows deleted: fewer than `limit` if none are left. */
export function deleteItems(connection: SqliteConnection, number: number, limit: number): number {
  return connection.run(
    'DELETE FROM job_items WHERE place IN (SELECT place FROM job_items WHERE place >= ? AND place < ? LIMIT ?)',
    placeOf(number, 0),
    placeOf(number + 1, 0),
    limit,
  );
}

/** Returns the number of results deleted: fewer than `limit` if none are left. */
export function deleteResults(connection: SqliteConnection, number: number, limit: number): number {
  const rows = connection.all(
    'SELECT place, result_id AS id FROM job_progress WHERE place >= ? AND place < ? ORDER BY place LIMIT ?',
    placeOf(number, 0),
    placeOf(number + 1, 0),
    limit,
  ) as { place: number; id: number }[];
  const last = rows.at(-1);
  if (last === undefined) return 0;
  connection.run(
    'DELETE FROM job_results WHERE id IN (SELECT value FROM json_each(?))',
    JSON.stringify(rows.map(({ id }) => id)),
  );
  connection.run('DELETE FROM job_progress WHERE place >= ? AND place <= ?', placeOf(number, 0), last.place);
  return rows.length;
}

/** Returns the items in the order of `positions`, as far as they have room on a page. The positions must exist. */
export function readStates(
  connection: SqliteConnection,
  number: number,
  positions: readonly number[],
): JobItemState[] {
  const items = readItems(connection, number, positions);
  const results = readResults(connection, number, positions.slice(0, items.length));
  return items.map((item, index) => {
    const position = positions[index] ?? 0;
    return { position, item, ...(results.get(placeOf(number, position)) ?? unattempted) };
  });
}

interface ResultRow {
  readonly place: number;
  readonly attempts: number;
  readonly retryAt: number | null;
  readonly result: string;
  readonly egress: string | null;
}

const unattempted = { attempts: 0, retryAt: null, result: undefined };

/** Reads one row after another, because long texts make a row a few megabytes. */
function readItems(connection: SqliteConnection, number: number, positions: readonly number[]): JobItem[] {
  const hasRoom = pageRoom();
  const items: JobItem[] = [];
  let place: number | undefined;
  let row: JobItem[] = [];
  for (const position of positions) {
    const rowPlace = placeOf(number, firstInRow(position));
    if (rowPlace !== place) row = readRow(connection, rowPlace);
    place = rowPlace;
    const item = row[position % itemsPerRow];
    if (item === undefined) throw new RangeError(`The job has no item at position ${position}.`);
    if (!hasRoom(item)) break;
    items.push(item);
  }
  return items;
}

function readRow(connection: SqliteConnection, place: number): JobItem[] {
  const row = connection.get('SELECT items FROM job_items WHERE place = ?', place) as
    | { items: string }
    | undefined;
  return row === undefined ? [] : (JSON.parse(row.items) as JobItem[]);
}

function readResults(
  connection: SqliteConnection,
  number: number,
  positions: readonly number[],
): Map<number, Omit<JobItemState, 'position' | 'item'>> {
  const rows = connection.all(
    `SELECT place, attempts, retry_at AS retryAt, result, egress FROM job_progress JOIN job_results ON id = result_id
       WHERE place IN (SELECT value FROM json_each(?))`,
    placesOf(number, positions),
  ) as ResultRow[];
  return new Map(
    rows.map(({ place, attempts, retryAt, result, egress }) => [
      place,
      {
        attempts,
        retryAt,
        result: JSON.parse(result) as JobResult,
        ...(egress === null ? {} : { egress }),
      },
    ]),
  );
}

/** Returns the progress of items with a result, by position; the status only of open ones. */
export function readProgress(
  connection: SqliteConnection,
  number: number,
  positions: readonly number[],
): Map<number, ItemProgress> {
  const rows = connection.all(
    `SELECT place, attempts, retry_at AS retryAt, CASE WHEN retry_at IS NOT NULL THEN
         (SELECT json_extract(result, '$.status') FROM job_results WHERE id = result_id) END AS status
       FROM job_progress WHERE place IN (SELECT value FROM json_each(?))`,
    placesOf(number, positions),
  ) as (Pick<ResultRow, 'place' | 'attempts' | 'retryAt'> & { status: Status | null })[];
  return new Map(
    rows.map(({ place, attempts, retryAt, status }) => [
      place - placeOf(number, 0),
      { attempts, retryAt, status: status ?? undefined },
    ]),
  );
}

/** Returns the earliest time at which an item is due to be tried again; null if none is. Must be written as in `job_retries`. */
export function readNextRetryAt(connection: SqliteConnection, number: number): number | null {
  const row = connection.get(
    `SELECT min(retry_at) AS next FROM job_progress WHERE place / ${placesPerJob} = ? AND retry_at IS NOT NULL`,
    number,
  );
  return (row as { next: number | null }).next;
}

/** The attempt must directly follow the item's last one. */
export function writeAttempt(connection: SqliteConnection, number: number, attempt: JobAttempt): void {
  if (attempt.attempt === 1) insertResult(connection, number, attempt);
  else updateResult(connection, number, attempt);
}

/** The position must exist. Without a result, the stored one stays. */
export function redactItem(
  connection: SqliteConnection,
  number: number,
  { position, item, result }: RedactedItem,
): void {
  const place = placeOf(number, firstInRow(position));
  const replaced = readRow(connection, place).with(position % itemsPerRow, item);
  connection.run('UPDATE job_items SET items = ? WHERE place = ?', JSON.stringify(replaced), place);
  if (result === undefined) return;
  connection.run(
    'UPDATE job_results SET result = ? WHERE id = (SELECT result_id FROM job_progress WHERE place = ?)',
    JSON.stringify(result),
    placeOf(number, position),
  );
}

function insertResult(
  connection: SqliteConnection,
  number: number,
  { position, retryAt, result, egress }: JobAttempt,
): void {
  connection.run('INSERT INTO job_results (result) VALUES (?)', JSON.stringify(result));
  connection.run(
    `INSERT INTO job_progress (place, attempts, retry_at, egress, result_id)
       VALUES (?, 1, ?, ?, last_insert_rowid())`,
    placeOf(number, position),
    retryAt,
    egress ?? null,
  );
}

function updateResult(
  connection: SqliteConnection,
  number: number,
  { position, attempt, retryAt, result, egress }: JobAttempt,
): void {
  const row = connection.get(
    `UPDATE job_progress SET attempts = ?, retry_at = ?, egress = ? WHERE place = ?
       RETURNING result_id AS id`,
    attempt,
    retryAt,
    egress ?? null,
    placeOf(number, position),
  ) as { id: number };
  connection.run('UPDATE job_results SET result = ? WHERE id = ?', JSON.stringify(result), row.id);
}

function placeOf(number: number, position: number): number {
  return number * placesPerJob + position;
}

function placesOf(number: number, positions: readonly number[]): string {
  return JSON.stringify(positions.map((position) => placeOf(number, position)));
}

function firstInRow(position: number): number {
  return position - (position % itemsPerRow);
}

export function insertOpenItems(connection: SqliteConnection, number: number, total: number): void {
  const bits = Buffer.alloc(Math.ceil(total / 8), 0xff);
  const surplus = bits.length * 8 - total;
  bits[bits.length - 1] = 0xff >> surplus;
  connection.run('INSERT INTO job_open_items (number, bits) VALUES (?, ?)', number, bits);
}

export function closeItems(connection: SqliteConnection, number: number, positions: readonly number[]): void {
  if (positions.length === 0) return;
  const bits = readBits(connection, number);
  for (const position of positions) {
    const index = position >> 3;
    bits[index] = (bits[index] ?? 0) & ~(1 << (position & 7));
  }
  connection.run('UPDATE job_open_items SET bits = ? WHERE number = ?', bits, number);
}

/** Returns at most `limit` open positions after `afterPosition`, in order. */
export function readOpenItems(
  connection: SqliteConnection,
  number: number,
  { afterPosition, limit }: { afterPosition: number; limit: number },
): number[] {
  const bits = readBits(connection, number);
  const open: number[] = [];
  for (let position = afterPosition + 1; position < bits.length * 8 && open.length < limit; position += 1) {
    const byte = bits[position >> 3] ?? 0;
    if (byte === 0) position |= 7;
    else if ((byte >> (position & 7)) & 1) open.push(position);
  }
  return open;
}

function readBits(connection: SqliteConnection, number: number): Buffer {
  const row = connection.get('SELECT bits FROM job_open_items WHERE number = ?', number);
  return Buffer.from((row as { bits: Uint8Array }).bits);
}
