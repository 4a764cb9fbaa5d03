import { InvalidArgument } from '../../../src/errors.ts';
import type { CsvDialect } from '../../lists/csv-dialect.ts';
import { addressCells, namesBelow, suggestEmailColumns } from '../../lists/email-column.ts';
import { ListProblem } from '../../lists/list-problem.ts';
import { asListError } from './csv-problem.ts';
import type { CsvTable } from './csv-table.ts';
import { columnByNumber, columnList, columnsNamed, findColumn, waysToChoose } from './named-column.ts';

/** What is needed of a list to find the column. */
export type Columns = Pick<CsvTable, 'header' | 'width' | 'file' | 'dialect'> & {
  /** The first rows, which show which columns have addresses. Default: none. */
  readonly sample?: readonly (readonly string[])[];
};

const delimiterNames = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'vertical bars (|)',
} as const satisfies Record<CsvDialect['delimiter'], string>;

/**
 * Returns the index of the column with the addresses: the one whose name or number is `wanted`, else the one that
 * alone seems to have them. Throws InvalidArgument that lists the columns.
 */
export function emailColumn(table: Columns, wanted: string | undefined): number {
  const { header, width, file } = table;
  if (header === undefined) return findByNumber(wanted, table);
  const names = namesBelow(header, table.sample ?? []);
  if (names !== undefined)
    throw asListError(new ListProblem({ kind: 'names_below', names }), {
      file,
      encodingOption: '--encoding',
    });
  const [index, ...others] = addressCells(header);
  if (index !== undefined) {
    const columns =
      others.length === 0
        ? `${index + 1}`
        : `with one of ${[index, ...others].map((column) => column + 1).join(', ')}, or put each address on a line of its own`;
    const advice =
      width === 1 ? 'Add --no-header.' : `${separation(table)} Add --no-header --column ${columns}.`;
    throw new InvalidArgument(
      'file',
      `The first line of ${file} has an address, ${header[index]}, instead of names of columns. ${advice}`,
    );
  }
  return wanted === undefined ? findBySuggestion(header, table) : findByName(wanted, header, file);
}

function findByName(wanted: string, header: readonly string[], file: string): number {
  const column = findColumn(wanted, header);
  if (column === 'several')
    throw invalidColumn(`${file} has several columns "${wanted}".`, header, columnsNamed(wanted, header));
  if (column === 'none') throw invalidColumn(`${file} has no column "${wanted}".`, header);
  return column;
}

function findBySuggestion(header: readonly string[], { file, sample }: Columns): number {
  const candidates = suggestEmailColumns(header, sample);
  const [index, ...others] = candidates;
  if (index !== undefined && others.length === 0) return index;
  if (index !== undefined)
    throw invalidColumn(`${file} has several columns that may have the addresses.`, header, candidates);
  throw invalidColumn(`Which column of ${file} has the addresses?`, header);
}

function findByNumber(wanted: string | undefined, table: Columns): number {
  const { width, file, sample } = table;
  const [only, ...others] = wanted === undefined ? suggestEmailColumns(undefined, sample, width) : [];
  if (only !== undefined && others.length === 0) return only;
  const column = columnByNumber(wanted ?? '', width);
  if (column !== undefined) return column;
  const advice = `Without a header, give --column as a number from 1 to ${width}.`;
  throw new InvalidArgument(
    '--column',
    `Which column of ${file} has the addresses? ${separation(table)} ${advice}`,
  );
}

/** Says how the list was read, because its separator is a guess. */
function separation({ width, dialect }: Columns): string {
  return width === 1
    ? 'It has one column.'
    : `It has ${width} columns, separated by ${delimiterNames[dialect.delimiter]}.`;
}

/** `candidates`: the columns that may be meant. */
function invalidColumn(
  problem: string,
  header: readonly string[],
  candidates: readonly number[] = [...header.keys()],
): InvalidArgument {
  const ways = waysToChoose(header, candidates);
  const [example = 0] = candidates;
  return new InvalidArgument(
    '--column',
    `${problem} Set --column to the ${ways} of one: ${columnList(header, candidates)}.` +
      (ways === 'number' ? ` For the first of them, it is --column ${example + 1}.` : ''),
  );
}
