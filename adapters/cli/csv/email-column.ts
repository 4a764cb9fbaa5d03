import { parseMailbox } from '../../../src/address/mailbox.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import type { CsvTable } from './csv-table.ts';
import { columnByNumber, columnList, columnsWithNames, findColumn } from './named-column.ts';

const usualNames = new Set(['email', 'mail', 'emailaddress']);

/**
 * The index of the column with the addresses: the one called or numbered `wanted`, else the one with a usual name,
 * else the only one. Throws InvalidArgument that names the columns there are.
 */
export function emailColumn(
  { header, width, file }: Pick<CsvTable, 'header' | 'width' | 'file'>,
  wanted: string | undefined,
): number {
  if (header === undefined) return numbered(wanted ?? (width === 1 ? '1' : ''), width, file);
  const address = header.find((name) => parseMailbox(name).kind === 'mailbox');
  if (address !== undefined) {
    throw new InvalidArgument(
      'file',
      `The first line of ${file} has an address, ${address}, instead of names of columns. Add --no-header.`,
    );
  }
  return wanted === undefined ? usual(header, file) : named(wanted, header, file);
}

function named(wanted: string, header: readonly string[], file: string): number {
  const column = findColumn(wanted, header);
  if (column === 'several') throw invalidColumn(`${file} has several columns "${wanted}".`, header);
  if (column === 'none') throw invalidColumn(`${file} has no column "${wanted}".`, header);
  return column;
}

function usual(header: readonly string[], file: string): number {
  const [index, ...others] = columnsWithNames(usualNames, header);
  if (index !== undefined && others.length === 0) return index;
  if (index === undefined && header.length === 1) return 0;
  throw invalidColumn(`Which column of ${file} has the addresses?`, header);
}

function numbered(wanted: string, width: number, file: string): number {
  const column = columnByNumber(wanted, width);
  if (column !== undefined) return column;
  throw new InvalidArgument(
    '--column',
    `Which column of ${file} has the addresses? Without a header, give --column as a number from 1 to ${width}.`,
  );
}

function invalidColumn(what: string, header: readonly string[]): InvalidArgument {
  return new InvalidArgument(
    '--column',
    `${what} Set --column to the name or number of one: ${columnList(header)}.`,
  );
}
