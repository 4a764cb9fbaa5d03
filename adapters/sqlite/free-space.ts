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
/** Larger files of earlier releases are not converted, because all other work waits for that: a third of a second. */
const maxConvertedBytes = 16 * 2 ** 20;

/** Cuts some free pages off the file. */
export function cutFreePages(connection: SqliteConnection): void {
  connection.script(`PRAGMA incremental_vacuum(${pagesPerWrite})`);
}

/**
 * Lets a file give space back that was created without that ability. A file that is too large for it, or that another
 * process is using, stays as it is: it does not shrink, but its free pages are used again.
 */
export function enableGivingBack(connection: SqliteConnection): void {
  if (modeOf(connection) !== 0) return;
  const { bytes } = connection.get(
    'SELECT page_count * page_size AS bytes FROM pragma_page_count, pragma_page_size',
  ) as { bytes: number };
  if (bytes > maxConvertedBytes) return;
  try {
    connection.script('PRAGMA auto_vacuum = INCREMENTAL; VACUUM');
  } catch {
    // The next opening tries again.
  }
}

/** Tells whether more pages are free than are worth keeping, and can be cut off. */
export function hasFreePages(connection: SqliteConnection): boolean {
  if (modeOf(connection) === 0) return false;
  const { pages, free } = connection.get(
    'SELECT page_count AS pages, freelist_count AS free FROM pragma_page_count, pragma_freelist_count',
  ) as { pages: number; free: number };
  return free > Math.max(minKeptPages, pages * keptShare);
}

/** 0: deleted rows never make the file smaller. */
function modeOf(connection: SqliteConnection): number {
  const { mode } = connection.get('SELECT auto_vacuum AS mode FROM pragma_auto_vacuum') as { mode: number };
  return mode;
}
