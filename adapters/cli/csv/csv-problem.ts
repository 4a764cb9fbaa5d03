import { CsvError } from 'csv-parse';
import { InvalidArgument } from '../../../src/errors.ts';
import { errorCode } from '../error-code.ts';
import { type EncodedFile, type Encoding, notInEncoding } from './encoding.ts';
import { asReadError } from './list-source.ts';

/** Where a table was read. */
export interface TablePlace extends EncodedFile {
  readonly encoding: Encoding;
  /** The line on which the last row that was read ends, from 1; 0 before the first. */
  readonly line: number;
}

/** Returns the error that says what to do about a list that cannot be read; other errors as they are. */
export function asTableError(error: unknown, place: TablePlace): unknown {
  const { file, encoding } = place;
  if (error instanceof CsvError) return asCsvProblem(error, place);
  if (errorCode(error) !== 'ERR_ENCODING_INVALID_ENCODED_DATA') return asReadError(error, file);
  return notInEncoding(encoding, place, { cause: error });
}

/** A row that is longer than the first line, which ends on `line`. */
export function longRow(
  file: string,
  { line, cells, width }: { line: number; cells: number; width: number },
): InvalidArgument {
  return new InvalidArgument(
    'file',
    `The row that ends on line ${line} of ${file} has ${cells} cells, and the first line only ${width}. ` +
      'Put quotes around a cell that has the separator in it, or remove the cells that are too many.',
  );
}

function asCsvProblem(error: CsvError, { file, line }: TablePlace): InvalidArgument {
  const { code } = error;
  // A record is too long only if a quote takes what follows it into its cell.
  if (code !== 'CSV_QUOTE_NOT_CLOSED' && code !== 'CSV_MAX_RECORD_SIZE')
    return new InvalidArgument('file', `${file} is not sound CSV. ${error.message}`, { cause: error });
  return new InvalidArgument(
    'file',
    `${file} has a quote (") that is not closed, on line ${line + 1} or below. Add the one that is missing at the end of the ` +
      'cell, or remove it.',
    { cause: error },
  );
}
