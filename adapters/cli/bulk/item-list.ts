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
  /** Identifies the task and exactly these items in this order: SHA-256, hexadecimal. */
  readonly digest: string;
  /** Returns the index of the row's item; `none` for a row without one, `unknown` for one that is not in the list. */
  indexOf(row: readonly string[]): number | 'none' | 'unknown';
  /** Whether several rows have this item. */
  isRepeated(index: number): boolean;
}

/** Reads the table once. Two items are the same if the engine treats them as the same. */
export async function readItems<Item, Result extends BulkResult>(
  table: CsvTable,
  columns: readonly number[],
  { task, signal }: { task: BulkTask<Item, Result>; signal: AbortSignal },
): Promise<ItemList<Item>> {
  const keyOf = task.createItemKey();
  const itemOf = (row: readonly string[]) => task.itemOf(columns.map((column) => row[column] ?? ''));
  const indexes = new Map<string, number>();
  const repeated = new Set<number>();
  const items: Item[] = [];
  const hash = createHash('sha256').update(`${task.columnNames.join()}\n`);
  let rows = 0;
  let empty = 0;
  for await (const row of table.rows(signal)) {
    rows += 1;
    const item = itemOf(row);
    if (item === undefined) {
      empty += 1;
      continue;
    }
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
  return {
    items,
    rows,
    empty,
    digest: hash.digest('hex'),
    indexOf(row) {
      const item = itemOf(row);
      return item === undefined ? 'none' : (indexes.get(keyOf(item)) ?? 'unknown');
    },
    isRepeated: (index) => repeated.has(index),
  };
}
