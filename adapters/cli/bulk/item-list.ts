import { createHash } from 'node:crypto';
import type { CsvTable } from '../csv/csv-table.ts';
import type { BulkResult, BulkTask } from './bulk-task.ts';

/** The items of a table without repeats, in order of their first row. */
export interface ItemList<Item> {
  readonly items: readonly Item[];
  /** Rows below the header. */
  readonly rows: number;
  /** Rows without an item. */
  readonly empty: number;
  /** Rows of which it is not clear what is meant: they are in no job. */
  readonly unclear: number;
  /** The first of those, as text. */
  readonly firstUnclear: string | undefined;
  /** Items beside the first of their rows. */
  readonly more: number;
  /** Identifies the task and exactly these items in this order: SHA-256, hexadecimal. */
  readonly digest: string;
  /** Returns the indexes of the row's items, each once; -1 for one that is not in the list. */
  indexesOf(row: readonly string[]): readonly number[];
  /** Whether it is found more than once. */
  isRepeated(index: number): boolean;
}

/** Reads the table once. Two items are the same if the engine treats them as the same. */
export async function readItems<Item, Result extends BulkResult>(
  table: CsvTable,
  columns: readonly number[],
  { task, signal }: { task: BulkTask<Item, Result>; signal: AbortSignal },
): Promise<ItemList<Item>> {
  const keyOf = task.createItemKey();
  const cellsOf = (row: readonly string[]) => columns.map((column) => row[column] ?? '');
  const indexes = new Map<string, number>();
  const repeated = new Set<number>();
  const items: Item[] = [];
  const hash = createHash('sha256').update(`${task.columnNames.join()}\n`);
  let rows = 0;
  let empty = 0;
  let unclear = 0;
  let firstUnclear: string | undefined;
  let more = 0;
  for await (const row of table.rows(signal)) {
    rows += 1;
    const cells = cellsOf(row);
    if (task.unaskedResult(cells) !== undefined) {
      unclear += 1;
      firstUnclear ??= cells.join(' ').trim();
      continue;
    }
    const found = task.itemsOf(cells);
    if (found.length === 0) empty += 1;
    if (found.length > 1) more += found.length - 1;
    for (const item of found) {
      const key = keyOf(item);
      const known = indexes.get(key);
      if (known !== undefined) {
        repeated.add(known);
        continue;
      }
      indexes.set(key, items.length);
      items.push(item);
      hash.update(`${key}\n`);
    }
  }
  return {
    items,
    rows,
    empty,
    unclear,
    firstUnclear,
    more,
    digest: hash.digest('hex'),
    indexesOf: (row) => [
      ...new Set(task.itemsOf(cellsOf(row)).map((item) => indexes.get(keyOf(item)) ?? -1)),
    ],
    isRepeated: (index) => repeated.has(index),
  };
}
