import { addressesInCell, addressInCell, isAddress } from './address-cell.ts';
import { isEmailName } from './email-names.ts';

/** How many rows are read to see which columns have addresses. */
export const sampledRows = 1_000;

/**
 * Returns the indexes of the columns that seem to have the addresses; one, if it is clear. They are those with a common
 * name that have addresses; else the others in which half of the cells that are not empty are addresses; else those
 * with a common name; else the only one. `rows`: the first ones below the header. `header`: undefined if there is none.
 */
export function suggestEmailColumns(
  header: readonly string[] | undefined,
  rows: readonly (readonly string[])[] = [],
  width = header?.length ?? 0,
): readonly number[] {
  const named = (header ?? []).flatMap((name, index) => (isEmailName(name) ? [index] : []));
  const filled = named.filter((index) => rows.some((row) => row[index]?.includes('@')));
  if (filled.length > 0) return filled;
  const holding = Array.from({ length: width }, (_, index) => index).filter((index) => isFull(rows, index));
  if (holding.length > 0) return holding;
  return named.length === 0 && width === 1 ? [0] : named;
}

/**
 * Returns a row that seems to have the names of the columns although it is not the first, as below a title: one of the
 * next ten, which has a common name, no address and more cells than the first row, which has no such name.
 */
export function namesBelow(
  first: readonly string[],
  rows: readonly (readonly string[])[],
): readonly string[] | undefined {
  if (first.some(isEmailName)) return undefined;
  const filled = (row: readonly string[]) => row.filter((cell) => cell.trim() !== '').length;
  return rows
    .slice(0, 10)
    .find((row) => row.some(isEmailName) && addressCells(row).length === 0 && filled(row) > filled(first));
}

function isFull(rows: readonly (readonly string[])[], index: number): boolean {
  const cells = rows.map((row) => row[index]?.trim() ?? '').filter((cell) => cell !== '');
  const addresses = cells.filter((cell) => cell.includes('@') && addressesInCell(cell).every(isAddress));
  return addresses.length > 0 && 2 * addresses.length >= cells.length;
}

/** Returns the indexes of the cells with an address: a line that has one is no line of names. */
export function addressCells(cells: readonly string[]): readonly number[] {
  return cells.flatMap((cell, index) => (isAddress(addressInCell(cell)) ? [index] : []));
}
