import { InvalidArgument } from '../../../src/errors.ts';
import type { CsvTable } from './csv-table.ts';
import { columnByNumber, columnList, columnsWithNames, findColumn } from './named-column.ts';

const parts = [
  {
    what: 'first name',
    usualNames: new Set(['firstname', 'first', 'fname', 'givenname', 'given', 'forename']),
  },
  {
    what: 'last name',
    usualNames: new Set(['lastname', 'last', 'lname', 'familyname', 'family', 'surname']),
  },
  {
    what: 'domain',
    usualNames: new Set(['domain', 'domainname', 'companydomain', 'emaildomain', 'maildomain']),
  },
] as const;

/**
 * The indexes of the columns with first name, last name and domain: those that `wanted` calls or numbers, separated
 * by commas, else those with usual names; of a file without header and with three columns, these in their order.
 * Throws InvalidArgument that names the columns there are.
 */
export function personColumns(
  table: Pick<CsvTable, 'header' | 'width' | 'file'>,
  wanted: string | undefined,
): readonly number[] {
  if (wanted !== undefined) return chosen(table, wanted);
  const { header, width, file } = table;
  if (header !== undefined) return usual(header, file);
  if (width === parts.length) return parts.map((_, index) => index);
  throw invalidColumns(`Which columns of ${file} have first name, last name and domain?`, table);
}

function usual(header: readonly string[], file: string): readonly number[] {
  return parts.map(({ what, usualNames }) => {
    const [index, ...others] = columnsWithNames(usualNames, header);
    if (index !== undefined && others.length === 0) return index;
    const noHeader = ' If the first line is a row like the others, add --no-header.';
    throw invalidColumns(
      `Which column of ${file} has the ${what}?`,
      { header, width: header.length },
      index === undefined ? noHeader : '',
    );
  });
}

function chosen(table: Pick<CsvTable, 'header' | 'width' | 'file'>, wanted: string): readonly number[] {
  const { header, width, file } = table;
  const names = wanted.split(',').map((name) => name.trim());
  const columns = names.map((name) => {
    const column = header === undefined ? (columnByNumber(name, width) ?? 'none') : findColumn(name, header);
    if (column === 'several') throw invalidColumns(`${file} has several columns "${name}".`, table);
    if (column === 'none') throw invalidColumns(`${file} has no column "${name}".`, table);
    return column;
  });
  if (columns.length === parts.length && new Set(columns).size === parts.length) return columns;
  throw invalidColumns(`--columns is "${wanted}", which is not three columns.`, table);
}

function invalidColumns(
  what: string,
  { header, width }: Pick<CsvTable, 'header' | 'width'>,
  more = '',
): InvalidArgument {
  const advice = 'Set --columns to those of first name, last name and domain, separated by commas';
  const choice =
    header === undefined ? `as numbers from 1 to ${width}` : `by name or number: ${columnList(header)}`;
  return new InvalidArgument('--columns', `${what} ${advice}, ${choice}.${more}`);
}
