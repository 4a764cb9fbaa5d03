import type { LookupRow } from '../../../../../src/resources.ts';
import { addressInCell, isAddress } from '../../../../lists/address-cell.ts';
import type { CsvDialect } from '../../../../lists/csv-dialect.ts';
import {
  addressCells,
  namesBelow,
  sampledRows,
  suggestEmailColumns,
} from '../../../../lists/email-column.ts';
import type { Encoding } from '../../../../lists/encoding.ts';
import { ListProblem } from '../../../../lists/list-problem.ts';
import { personFields, suggestPersonColumns } from '../../../../lists/person-columns.ts';
import { generatedHeader } from '../../../../lists/result-columns.ts';
import { digestOf } from './digest.ts';
import { createItemReader, type ItemReader, type ListItem } from './list-items.ts';
import { type ListChoice, type ListCounts, type ListKind, noColumn, type OpenedList } from './messages.ts';
import { readTable, type Table } from './read-table.ts';

const previewRows = 8;

/** A list in the memory of the worker. */
export class OpenList {
  readonly #kind: ListKind;
  readonly #table: Table;
  #choice: ListChoice;
  #items: readonly ListItem[] = [];

  constructor(kind: ListKind, table: Table) {
    this.#kind = kind;
    this.#table = table;
    this.#choice = suggestChoice(kind, table.rows);
  }

  describe(): OpenedList {
    const { rows, encoding, dialect, sheet } = this.#table;
    return {
      width: rows[0]?.length ?? 0,
      encoding,
      ...(sheet === undefined ? {} : { sheet }),
      delimiter: dialect.delimiter,
      preview: rows.slice(0, previewRows),
      suggestion: this.#choice,
    };
  }

  get sheet(): string | undefined {
    return this.#table.sheet;
  }

  get dialect(): CsvDialect {
    return this.#table.dialect;
  }

  /** The names of the columns, as `mailproof bulk` names those that have none. */
  get header(): readonly string[] {
    const [first = []] = this.#table.rows;
    const { hasHeader, columns } = this.#choice;
    const names = this.#kind === 'verifications' ? ['email'] : personFields;
    return hasHeader ? first : generatedHeader(first.length, columns, names);
  }

  /** Rows below the names of columns. */
  get rows(): Table['rows'] {
    return this.#choice.hasHeader ? this.#table.rows.slice(1) : this.#table.rows;
  }

  get itemReader(): ItemReader {
    return createItemReader(this.#kind);
  }

  /** The cells of a row in the columns that were chosen. */
  cellsOf(row: readonly string[]): readonly string[] {
    return this.#choice.columns.map((column) => row[column] ?? '');
  }

  count(choice: ListChoice): ListCounts {
    this.#choice = choice;
    const reader = this.itemReader;
    const seen = new Set<string>();
    const items: ListItem[] = [];
    let empty = 0;
    let unclear = 0;
    let duplicates = 0;
    for (const row of this.rows) {
      const cells = this.cellsOf(row);
      if (reader.unaskedResult(cells) !== undefined) {
        unclear += 1;
        continue;
      }
      const found = reader.itemsOf(cells);
      if (found.length === 0) empty += 1;
      for (const item of found) {
        const key = reader.keyOf(item);
        if (seen.has(key)) duplicates += 1;
        else items.push(item);
        seen.add(key);
      }
    }
    this.#items = items;
    return {
      rows: this.rows.length,
      items: items.length,
      duplicates,
      empty,
      unclear,
      implausible: items.filter((item) => !reader.isPlausible(item)).length,
      digest: digestOf([this.#kind, ...seen]),
    };
  }

  /** The body of a submission. */
  body(): Blob {
    const content =
      this.#kind === 'verifications'
        ? { emails: this.#items as readonly string[] }
        : { people: this.#items as readonly LookupRow[] };
    return new Blob([JSON.stringify(content)], { type: 'application/json' });
  }
}

/** Opens a file. Throws ListProblem if it is no list. */
export function openFile(kind: ListKind, bytes: Uint8Array, encoding?: Encoding): OpenList {
  return new OpenList(kind, readTable(bytes, encoding));
}

/** Opens text that was pasted: CSV, or addresses with anything between them. Throws ListProblem if it is no list. */
export function openPasted(kind: ListKind, text: string): OpenList {
  if (text.trim() === '') throw new ListProblem({ kind: 'empty' });
  if (kind === 'verifications') return new OpenList(kind, readPastedAddresses(text));
  return openFile(kind, new TextEncoder().encode(text));
}

function suggestChoice(kind: ListKind, rows: Table['rows']): ListChoice {
  const first = rows[0] ?? [];
  if (kind === 'verifications') {
    const found = addressCells(first);
    const hasHeader = found.length === 0;
    const names = hasHeader ? namesBelow(first, rows.slice(1)) : undefined;
    if (names !== undefined) throw new ListProblem({ kind: 'names_below', names });
    const columns = hasHeader ? suggestEmailColumns(first, rows.slice(1, sampledRows)) : found;
    const [column = 0, ...others] = columns;
    return others.length === 0
      ? { hasHeader, columns: [column] }
      : { hasHeader, columns: [noColumn], several: columns };
  }
  const named = personFields.map((field) => suggestPersonColumns(first, field)[0]);
  if (named.every((column) => column !== undefined)) return { hasHeader: true, columns: named };
  return {
    hasHeader: named.some((column) => column !== undefined),
    columns: named.map((column, n) => column ?? n),
  };
}

/** Reads addresses that were pasted: a table, as spreadsheets copy it, or addresses with anything between them. */
function readPastedAddresses(text: string): Table {
  return readAsTable(text) ?? readAsAddresses(text);
}

/** Returns undefined for a text that is no table with a column of addresses. */
function readAsTable(text: string): Table | undefined {
  const table = parseTable(text);
  return table !== undefined && isTableOfAddresses(table) ? table : undefined;
}

function parseTable(text: string): Table | undefined {
  try {
    return readTable(new TextEncoder().encode(text), 'utf-8');
  } catch (error) {
    if (error instanceof ListProblem) return undefined;
    throw error;
  }
}

/**
 * Returns whether all addresses are in one column. With tabs, which only spreadsheets write, several columns may have addresses, but
 * not every cell.
 */
function isTableOfAddresses({ rows, dialect: { delimiter } }: Table): boolean {
  const columns = new Set<number>();
  let hasOtherCells = false;
  for (const row of rows)
    for (const [column, cell] of row.entries()) {
      if (isAddressCell(cell)) columns.add(column);
      else if (wordsOf(cell).some(isAddress)) return false;
      else if (cell.trim() !== '') hasOtherCells = true;
    }
  return columns.size === 1 || (columns.size > 1 && delimiter === '\t' && hasOtherCells);
}

function isAddressCell(cell: string): boolean {
  return isAddress(addressInCell(cell));
}

/** A row for each address. A first line without one, above others that have some, stays as the name of the column. */
function readAsAddresses(text: string): Table {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const [first = '', ...others] = lines;
  const hasName = !first.includes('@') && others.some((line) => line.includes('@'));
  const addresses = (hasName ? others : lines).flatMap(addressesIn);
  return {
    rows: [...(hasName ? [first.trim()] : []), ...addresses].map((cell) => [cell]),
    encoding: 'utf-8',
    dialect: { delimiter: ',', newline: '\n', byteOrderMark: false, firstLine: 1, spacedQuotes: false },
  };
}

/** Returns the addresses of a line, and texts that may have been meant as one: the server says what is wrong with them. */
function addressesIn(line: string): readonly string[] {
  // A name may have the separator in it: "Baker, Ann" <ann@example.com>.
  const pieces = line.replace(/"[^"]*"\s*(?=<)/g, '').split(/[;,\t]+/);
  return pieces.flatMap((piece) => {
    const address = addressInCell(piece);
    if (isAddress(address)) return [address];
    const words = wordsOf(piece);
    const withSign = words.filter((word) => word.includes('@'));
    return withSign.length > 0 ? withSign : words;
  });
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}
