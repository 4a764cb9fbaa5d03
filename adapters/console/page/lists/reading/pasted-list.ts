import { addressInCell, isAddress } from '../../../../lists/address-cell.ts';
import { ListProblem } from '../../../../lists/list-problem.ts';
import { readTable, type Table } from './read-table.ts';

/** Reads addresses that were pasted: a table, as spreadsheets copy it, or addresses with anything between them. */
export function readPastedAddresses(text: string): Table {
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
