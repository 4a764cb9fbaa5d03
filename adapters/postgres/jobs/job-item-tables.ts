/**
 * SQL of items and their results. Items seldom change, so 32 of them share a row. Results are rows of their own: a row
 * is there from the first attempt on, and an item is open while it has none, or one with a time of the next attempt.
 */
import {
  type JobAttempt,
  type JobItem,
  type JobItemState,
  pageCharacters,
  type RedactedItem,
} from '../../../src/ports/job-store.ts';
import { type ItemProgress, pageRoom } from '../../stores/job-rules.ts';
import type { Run } from '../statements.ts';

const itemsPerRow = 32;
/** Rows per statement; between two, the event loop runs. */
const rowsPerInsert = 32;
/** Rows of items that are read at once, by their size in bytes: one has at most a few megabytes. */
const mostBytes = 4 * pageCharacters;

export async function insertItems(run: Run, job: number, items: readonly JobItem[]): Promise<void> {
  const itemsPerInsert = itemsPerRow * rowsPerInsert;
  for (let first = 0; first < items.length; first += itemsPerInsert) {
    const end = Math.min(first + itemsPerInsert, items.length);
    const firsts = Array.from(
      { length: Math.ceil((end - first) / itemsPerRow) },
      (_, row) => first + row * itemsPerRow,
    );
    await run(
      'INSERT INTO mailproof.job_items SELECT $1, first, items FROM unnest($2::integer[], $3::text[]) AS row (first, items)',
      [
        job,
        firsts,
        firsts.map((position) =>
          JSON.stringify(items.slice(position, Math.min(position + itemsPerRow, end))),
        ),
      ],
    );
  }
}

/** Returns the items in the order of `positions`, as far as they have room on a page. The positions must exist. */
export async function readStates(
  run: Run,
  job: number,
  positions: readonly number[],
): Promise<JobItemState[]> {
  const items = await readItems(run, job, positions);
  const results = await run(
    `SELECT position, attempts, retry_at, egress, result FROM mailproof.job_results
       WHERE job = $1 AND position = ANY ($2::integer[])`,
    [job, positions.slice(0, items.length)],
  );
  const found = new Map(results.map((row) => [row.position, row]));
  return items.map((item, index) => {
    const position = positions[index] ?? 0;
    const row = found.get(position);
    if (row === undefined) return { position, item, attempts: 0, result: undefined, retryAt: null };
    const { attempts, retry_at: retryAt, egress } = row;
    const result = JSON.parse(row.result);
    return { position, item, attempts, result, retryAt, ...(egress === null ? {} : { egress }) };
  });
}

/** Ends early, but not before the first item, where the texts are long. */
async function readItems(run: Run, job: number, positions: readonly number[]): Promise<JobItem[]> {
  const firsts = [...new Set(positions.map(firstInRow))];
  const rows = await run(
    `SELECT first, items FROM (
       SELECT first, items, sum(octet_length(items)) OVER (ORDER BY place) - octet_length(items) AS before
         FROM unnest($2::integer[]) WITH ORDINALITY AS wanted (first, place)
         JOIN mailproof.job_items USING (first) WHERE job = $1
     ) AS sized WHERE before < $3`,
    [job, firsts, mostBytes],
  );
  const found = new Map<number, JobItem[]>(rows.map(({ first, items }) => [first, JSON.parse(items)]));
  const hasRoom = pageRoom();
  const items: JobItem[] = [];
  for (const position of positions) {
    const item = found.get(firstInRow(position))?.[position % itemsPerRow];
    if (item === undefined || !hasRoom(item)) break;
    items.push(item);
  }
  return items;
}

/** Returns the progress of items with a result, by position. */
export async function readProgress(
  run: Run,
  job: number,
  positions: readonly number[],
): Promise<Map<number, ItemProgress>> {
  const rows = await run(
    'SELECT position, attempts, retry_at, status FROM mailproof.job_results WHERE job = $1 AND position = ANY ($2::integer[])',
    [job, positions],
  );
  return new Map(
    rows.map(({ position, attempts, retry_at: retryAt, status }) => [
      position,
      { attempts, retryAt, status },
    ]),
  );
}

/** Writes attempts, of which the last one at each item stays. */
export async function writeAttempts(run: Run, job: number, attempts: readonly JobAttempt[]): Promise<void> {
  const last = [...new Map(attempts.map((attempt) => [attempt.position, attempt])).values()];
  await run(
    `INSERT INTO mailproof.job_results (job, position, attempts, retry_at, egress, status, result)
       SELECT $1, * FROM unnest($2::integer[], $3::integer[], $4::bigint[], $5::text[], $6::text[], $7::text[])
       ON CONFLICT (job, position) DO UPDATE SET attempts = excluded.attempts, retry_at = excluded.retry_at,
         egress = excluded.egress, status = excluded.status, result = excluded.result`,
    [
      job,
      last.map(({ position }) => position),
      last.map(({ attempt }) => attempt),
      last.map(({ retryAt }) => retryAt),
      last.map(({ egress }) => egress ?? null),
      last.map(({ result }) => result.status),
      last.map(({ result }) => JSON.stringify(result)),
    ],
  );
}

/** Returns the next open positions after `afterPosition`, in order. */
export async function readOpenPositions(
  run: Run,
  job: { readonly number: number; readonly total: number },
  { afterPosition, limit }: { afterPosition: number; limit: number },
): Promise<number[]> {
  const rows = await run(
    `SELECT position FROM generate_series($2::bigint, $3::bigint) AS position
       WHERE NOT EXISTS (SELECT FROM mailproof.job_results AS known
         WHERE job = $1 AND known.position = position.position AND retry_at IS NULL)
       ORDER BY position LIMIT $4`,
    [job.number, afterPosition + 1, job.total - 1, limit],
  );
  return rows.map(({ position }) => position);
}

/** Returns the earliest time at which an item is due to be tried again; null if none is. */
export async function readNextRetryAt(run: Run, job: number): Promise<number | null> {
  const sql =
    'SELECT min(retry_at) AS next FROM mailproof.job_results WHERE job = $1 AND retry_at IS NOT NULL';
  const [{ next }] = await run(sql, [job]);
  return next;
}

/** The position must exist. Without a result, the stored one stays. */
export async function redactItem(
  run: Run,
  job: number,
  { position, item, result }: RedactedItem,
): Promise<void> {
  const row = [job, firstInRow(position)];
  const [{ items }] = await run('SELECT items FROM mailproof.job_items WHERE job = $1 AND first = $2', row);
  const replaced = (JSON.parse(items) as JobItem[]).with(position % itemsPerRow, item);
  const update = 'UPDATE mailproof.job_items SET items = $3 WHERE job = $1 AND first = $2';
  await run(update, [...row, JSON.stringify(replaced)]);
  if (result === undefined) return;
  const sql = 'UPDATE mailproof.job_results SET result = $3 WHERE job = $1 AND position = $2';
  await run(sql, [job, position, JSON.stringify(result)]);
}

function firstInRow(position: number): number {
  return position - (position % itemsPerRow);
}
