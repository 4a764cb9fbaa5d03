import { createHash } from 'node:crypto';
import type { CsvTable } from '../csv/csv-table.ts';
import type { ListKind, ListResult } from './list-kind.ts';

/** The items of a table: each once, in the order in which they come first. */
export interface ItemList<Item> {
  readonly items: readonly Item[];
  /** Rows below the header. */
  readonly rows: number;
  /** Rows without an item. */
  readonly empty: number;
  /** Names the kind and exactly these items in this order: SHA-256, hexadecimal. */
  readonly digest: string;
  /** Where the item of a row stands in `items`; `none` for a row without one, `unknown` for one that is not there. */
  indexOf(row: readonly string[]): number | 'none' | 'unknown';
  /** Whether several rows have this item. */
  isRepeated(index: number): boolean;
}

/** Reads the table once. An item is the same as another as the engine sees it. */
export async function readItems<Item, Row extends ListResult>(
  table: CsvTable,
  columns: readonly number[],
  { kind, signal }: { kind: ListKind<Item, Row>; signal: AbortSignal },
): Promise<ItemList<Item>> {
  const keyOf = kind.keys();
  const itemOf = (row: readonly string[]) => kind.itemOf(columns.map((column) => row[column] ?? ''));
  const indexes = new Map<string, number>();
  const repeated = new Set<number>();
  const items: Item[] = [];
  const hash = createHash('sha256').update(`${kind.columnNames.join()}\n`);
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
