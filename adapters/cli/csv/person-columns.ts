import { InvalidArgument } from '../../../src/errors.ts';
import { personFields, suggestPersonColumns } from '../../lists/person-columns.ts';
import type { CsvTable } from './csv-table.ts';
import { columnByNumber, columnList, findColumn } from './named-column.ts';

const sameNameAdvice = ' Columns of the same name are told apart by their numbers, as in --columns 1,2,4.';

/**
 * Returns the indexes of the columns with first name, last name and domain: those whose names or numbers are in
 * `wanted`, separated by commas, else those with common names, else, in a file of three columns without a header,
 * these in their order. Throws InvalidArgument that lists the columns.
 */
export function personColumns(
  table: Pick<CsvTable, 'header' | 'width' | 'file'>,
  wanted: string | undefined,
): readonly number[] {
  if (wanted !== undefined) return findWanted(table, wanted);
  const { header, width, file } = table;
  if (header !== undefined) return findByCommonNames(header, file);
  if (width === personFields.length) return personFields.map((_, index) => index);
  throw invalidColumns(`Which columns of ${file} have first name, last name and domain?`, table);
}

function findByCommonNames(header: readonly string[], file: string): readonly number[] {
  return personFields.map((field) => {
    const [index, ...others] = suggestPersonColumns(header, field);
    if (index !== undefined && others.length === 0) return index;
    const noHeader = ' If the first line is a row like the others, add --no-header.';
    throw invalidColumns(
      `Which column of ${file} has the ${field.replace('_', ' ')}?`,
      { header, width: header.length },
      index === undefined ? noHeader : sameNameAdvice,
    );
  });
}

function findWanted(table: Pick<CsvTable, 'header' | 'width' | 'file'>, wanted: string): readonly number[] {
  const { header, width, file } = table;
  const names = wanted.split(',').map((name) => name.trim());
  const columns = names.map((name) => {
    const column = header === undefined ? (columnByNumber(name, width) ?? 'none') : findColumn(name, header);
    if (column === 'several')
      throw invalidColumns(`${file} has several columns "${name}".`, table, sameNameAdvice);
    if (column === 'none') throw invalidColumns(`${file} has no column "${name}".`, table);
    return column;
  });
  const { length } = personFields;
  if (columns.length === length && new Set(columns).size === length) return columns;
  throw invalidColumns(`--columns is "${wanted}", which is not three columns.`, table);
}

function invalidColumns(
  problem: string,
  { header, width }: Pick<CsvTable, 'header' | 'width'>,
  more = '',
): InvalidArgument {
  const advice = 'Set --columns to those of first name, last name and domain, separated by commas';
  const choice =
    header === undefined ? `as numbers from 1 to ${width}` : `by name or number: ${columnList(header)}`;
  return new InvalidArgument('--columns', `${problem} ${advice}, ${choice}.${more}`);
}
