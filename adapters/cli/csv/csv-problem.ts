import { CsvError } from 'csv-parse';
import { InvalidArgument } from '../../../src/errors.ts';
import { type Encoding, encodingNames } from '../../lists/encoding.ts';
import { type ListFault, ListProblem } from '../../lists/list-problem.ts';
import { errorCode } from '../error-code.ts';
import { asReadError } from './list-source.ts';

/** What errors about a list name. */
export interface NamedList {
  readonly file: string;
  /** The option that sets the encoding of the file, such as `--encoding`. */
  readonly encodingOption: string;
}

/** Where a table was read. */
export interface TablePlace extends NamedList {
  readonly encoding: Encoding;
  /** The line on which the last row that was read ends, from 1; 0 before the first. */
  readonly line: number;
}

/** Returns the error that says what to do about a list that cannot be read; other errors as they are. */
export function asTableError(error: unknown, place: TablePlace): unknown {
  const { file, encoding, line } = place;
  if (errorCode(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA')
    return asListError(new ListProblem({ kind: 'other_encoding', encoding }, { cause: error }), place);
  if (!(error instanceof CsvError)) return asReadError(asListError(error, place), file);
  const { code } = error;
  // A record is too long only if a quote takes what follows it into its cell.
  if (code === 'CSV_QUOTE_NOT_CLOSED' || code === 'CSV_MAX_RECORD_SIZE')
    return asListError(new ListProblem({ kind: 'open_quote', line: line + 1 }, { cause: error }), place);
  return new InvalidArgument('file', `${file} is not sound CSV. ${error.message}`, { cause: error });
}

/** Returns the error that says what to do about a list; other errors as they are. */
export function asListError(error: unknown, list: NamedList): unknown {
  if (!(error instanceof ListProblem)) return error;
  const { fault, cause } = error;
  return new InvalidArgument('file', messageOf(fault, list), cause === undefined ? {} : { cause });
}

function messageOf(fault: ListFault, { file, encodingOption }: NamedList): string {
  switch (fault.kind) {
    case 'empty':
      return `${file} is empty.`;
    case 'pdf':
      return `${file} is a PDF, not CSV. Export the list as CSV from the program that made it.`;
    case 'workbook':
      return (
        `${file} is an archive, a damaged workbook, or a workbook that is not xlsx. In Excel, choose "Save As" and "CSV UTF-8"; in ` +
        'LibreOffice "Save As" and "Text CSV"; in Google Sheets "Download" and "CSV".'
      );
    case 'uncalculated':
      return (
        `${file} was never calculated: the sheet "${fault.sheet}" has formulas without a value, such as in ${fault.cell}. ` +
        'Open it in Excel or LibreOffice, save it, then try again.'
      );
    case 'large_workbook':
      return `${file} has more than can be read of a workbook: 128 MiB unpacked, or 5,000,000 cells. Save it as CSV in UTF-8, or split it.`;
    case 'utf_32':
      return `${file} is in UTF-32, which is not read. Save it as CSV in UTF-8, then try again.`;
    case 'other_encoding': {
      const advice =
        fault.encoding === 'utf-8'
          ? `Save it as CSV in UTF-8, then try again; or, if it is from Windows, set ${encodingOption} to latin1 (western languages), ` +
            'windows-1250 (Central Europe), windows-1254 (Turkish), windows-1257 (Baltic) or windows-1258 (Vietnamese).'
          : `Leave out ${encodingOption}, or save the file as CSV in UTF-8.`;
      return `${file} is not in ${encodingNames[fault.encoding]}. ${advice}`;
    }
    case 'too_many_columns': {
      const [has, most] = [fault.columns, fault.most].map((count) => count.toLocaleString('en'));
      return `${file} has ${has} columns. At most ${most} are read.`;
    }
    case 'names_below':
      return (
        `The names of the columns of ${file} seem to be in a row below the first: ${fault.names.join(', ')}. Remove what is above ` +
        'them, then try again.'
      );
    case 'other_separator': {
      const advice = fault.hasHeader ? 'replace the first line with this one' : 'put a line before them';
      return (
        `The cells of ${file} seem to be separated by ${fault.separator}, which is not read as a separator. Save it with ` +
        `commas. If each line is one address, ${advice}: email.`
      );
    }
    case 'long_row':
      return (
        `The row that ends on line ${fault.line} of ${file} has ${fault.cells} cells, and the first line only ${fault.width}. ` +
        'Put quotes around a cell that has the separator in it, or remove the cells that are too many.'
      );
    case 'open_quote':
      return (
        `${file} has a quote (") that is not closed, on line ${fault.line} or below. Add the one that is missing at the end of ` +
        'the cell, or remove it.'
      );
  }
}
