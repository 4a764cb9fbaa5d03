/**
 * Gives the space of deleted rows back to the file system. SQLite keeps freed pages for later rows; with
 * `auto_vacuum = INCREMENTAL` they can be moved to the end of the file and cut off, a few at a time.
 */
import type { SqliteConnection } from './connection.ts';

/** Free pages that are kept for new rows: at least a megabyte, or this share of the file. */
const minKeptPages = 256;
const keptShare = 1 / 16;
/** Pages cut off per transaction: about three milliseconds on a busy machine, where 64 take twelve. */
const pagesPerWrite = 16;

/** Cuts some free pages off the file. */
export function cutFreePages(connection: SqliteConnection): void {
  connection.script(`PRAGMA incremental_vacuum(${pagesPerWrite})`);
}

/** Tells whether more pages are free than are worth keeping, and can be cut off. */
export function hasFreePages(connection: SqliteConnection): boolean {
  const { pages, free, mode } = connection.get(
    `SELECT page_count AS pages, freelist_count AS free, auto_vacuum AS mode
       FROM pragma_page_count, pragma_freelist_count, pragma_auto_vacuum`,
  ) as { pages: number; free: number; mode: number };
  // 0: another tool has written the file anew without that ability.
  return mode !== 0 && free > Math.max(minKeptPages, pages * keptShare);
}
