/**
 * The SQL of items and their results. Items lie in the order of their places, a place being a position in a job; as
 * they never change, there are some dozens to a row (a row each takes twice as long to write). Writers
 * run inside a transaction; positions are those of the job.
 */

import type { JobAttempt, JobItem, JobItemState, JobResult } from '../../../src/ports.ts';
import { type ItemProgress, isSafe } from '../../stores/job-rules.ts';
import type { Session } from '../session.ts';

/** More than a job has items. Together with the number of a job it must stay below 2^53. */
const placesPerJob = 2 ** 17;
export const itemsPerRow = 32;

export function insertItems(
  session: Session,
  number: number,
  { first, items }: { first: number; items: readonly JobItem[] },
): void {
  for (let index = 0; index < items.length; index += itemsPerRow) {
    session.run(
      'INSERT INTO job_items (place, items) VALUES (?, ?)',
      placeOf(number, first + index),
      JSON.stringify(items.slice(index, index + itemsPerRow)),
    );
  }
}

/** Returns how many rows it deleted: fewer than `limit` if none are left. */
export function deleteItems(session: Session, number: number, limit: number): number {
  return session.run(
    'DELETE FROM job_items WHERE place IN (SELECT place FROM job_items WHERE place >= ? AND place < ? LIMIT ?)',
    placeOf(number, 0),
    placeOf(number + 1, 0),
    limit,
  );
}

/** In the order asked for. */
export function readStates(session: Session, number: number, positions: readonly number[]): JobItemState[] {
  const items = readItems(session, number, positions);
  const results = readResults(session, number, positions);
  return positions.map((position) => {
    const item = items(position);
    const { attempts, retryAt, result } = results.get(placeOf(number, position)) ?? unattempted;
    return { position, item, attempts, result, retryAt };
  });
}

interface ResultRow {
  readonly place: number;
  readonly attempts: number;
  readonly retryAt: number | null;
  readonly result: string;
}

const unattempted = { attempts: 0, retryAt: null, result: undefined };

function readItems(
  session: Session,
  number: number,
  positions: readonly number[],
): (position: number) => JobItem {
  const places = new Set(positions.map((position) => placeOf(number, rowStart(position))));
  const rows = session.all(
    'SELECT place, items FROM job_items WHERE place IN (SELECT value FROM json_each(?))',
    JSON.stringify([...places]),
  ) as { place: number; items: string }[];
  const byPlace = new Map(rows.map(({ place, items }) => [place, JSON.parse(items) as JobItem[]]));
  return (position) => {
    const item = byPlace.get(placeOf(number, rowStart(position)))?.[position % itemsPerRow];
    if (item === undefined) throw new RangeError(`The job has no item at position ${position}.`);
    return item;
  };
}

function readResults(
  session: Session,
  number: number,
  positions: readonly number[],
): Map<number, { attempts: number; retryAt: number | null; result: JobResult }> {
  const rows = session.all(
    `SELECT place, attempts, retry_at AS retryAt, result FROM job_progress JOIN job_results ON id = result_id
       WHERE place IN (SELECT value FROM json_each(?))`,
    placesOf(number, positions),
  ) as ResultRow[];
  return new Map(
    rows.map(({ place, attempts, retryAt, result }) => [
      place,
      { attempts, retryAt, result: JSON.parse(result) as JobResult },
    ]),
  );
}

/** By position; items without a result are not in it. */
export function readProgress(
  session: Session,
  number: number,
  positions: readonly number[],
): Map<number, ItemProgress> {
  const rows = session.all(
    `SELECT place, attempts, retry_at AS retryAt, safe FROM job_progress
       WHERE place IN (SELECT value FROM json_each(?))`,
    placesOf(number, positions),
  ) as (Omit<ResultRow, 'result'> & { safe: number })[];
  return new Map(
    rows.map(({ place, attempts, retryAt, safe }) => [
      place - placeOf(number, 0),
      { attempts, retryAt, safe: safe === 1 },
    ]),
  );
}

/** The attempt must be the one that follows the item's last. */
export function writeAttempt(session: Session, number: number, attempt: JobAttempt): void {
  if (attempt.attempt === 1) insertResult(session, number, attempt);
  else updateResult(session, number, attempt);
}

function insertResult(session: Session, number: number, { position, retryAt, result }: JobAttempt): void {
  session.run('INSERT INTO job_results (result) VALUES (?)', JSON.stringify(result));
  session.run(
    `INSERT INTO job_progress (place, attempts, retry_at, safe, result_id)
       VALUES (?, 1, ?, ?, last_insert_rowid())`,
    placeOf(number, position),
    retryAt,
    isSafe(result) ? 1 : 0,
  );
}

function updateResult(
  session: Session,
  number: number,
  { position, attempt, retryAt, result }: JobAttempt,
): void {
  const row = session.get(
    'UPDATE job_progress SET attempts = ?, retry_at = ?, safe = ? WHERE place = ? RETURNING result_id AS id',
    attempt,
    retryAt,
    isSafe(result) ? 1 : 0,
    placeOf(number, position),
  ) as { id: number };
  session.run('UPDATE job_results SET result = ? WHERE id = ?', JSON.stringify(result), row.id);
}

function placeOf(number: number, position: number): number {
  return number * placesPerJob + position;
}

function placesOf(number: number, positions: readonly number[]): string {
  return JSON.stringify(positions.map((position) => placeOf(number, position)));
}

function rowStart(position: number): number {
  return position - (position % itemsPerRow);
}
