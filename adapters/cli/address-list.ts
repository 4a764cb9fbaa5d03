import { createHash } from 'node:crypto';
import { addressKeys } from '../../src/address/address-key.ts';
import type { CsvTable } from './csv-table.ts';

/** The addresses of a table: each once, in the order in which they come first. */
export interface AddressList {
  readonly emails: readonly string[];
  /** Rows below the header. */
  readonly rows: number;
  /** Rows whose cell holds no text. */
  readonly empty: number;
  /** Names exactly these addresses in this order: SHA-256, hexadecimal. */
  readonly digest: string;
  /** Where the address of a cell stands in `emails`; undefined if it is not there. */
  indexOf(cell: string): number | undefined;
  /** Whether several rows have this address. */
  isRepeated(index: number): boolean;
}

/** Reads the table once. An address is the same as another as the engine sees it. */
export async function readAddresses(
  table: CsvTable,
  column: number,
  options: { signal: AbortSignal },
): Promise<AddressList> {
  const keyOf = addressKeys();
  const indexes = new Map<string, number>();
  const repeated = new Set<number>();
  const emails: string[] = [];
  const hash = createHash('sha256');
  let rows = 0;
  let empty = 0;
  for await (const row of table.rows(options.signal)) {
    rows += 1;
    const email = (row[column] ?? '').trim();
    if (email === '') {
      empty += 1;
      continue;
    }
    const key = keyOf(email);
    const known = indexes.get(key);
    if (known !== undefined) {
      repeated.add(known);
      continue;
    }
    indexes.set(key, emails.length);
    emails.push(email);
    hash.update(`${key}\n`);
  }
  return {
    emails,
    rows,
    empty,
    digest: hash.digest('hex'),
    indexOf: (cell) => indexes.get(keyOf(cell.trim())),
    isRepeated: (index) => repeated.has(index),
  };
}
