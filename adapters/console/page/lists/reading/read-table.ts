import { CsvError, type Options, parse } from 'csv-parse/browser/esm/sync';
import { type CsvDialect, workbookDialect } from '../../../../lists/csv-dialect.ts';
import { type Encoding, isCodePage } from '../../../../lists/encoding.ts';
import { CodePageCheck } from '../../../../lists/encoding-detection.ts';
import {
  checkFirstRow,
  detectFormat,
  isZip,
  maxRecordBytes,
  sampleBytes,
} from '../../../../lists/list-format.ts';
import { ListProblem } from '../../../../lists/list-problem.ts';
import { readWorkbook } from '../../../../lists/workbook.ts';

/** A list that was read. Each row has at most as many cells as the first. */
export interface Table {
  readonly rows: readonly (readonly string[])[];
  readonly dialect: CsvDialect;
  readonly encoding: Encoding;
  /** The name of the sheet of a workbook. */
  readonly sheet?: string;
}

/** Reads a list in CSV. Throws ListProblem if it is none, or not in the encoding that is wanted (default: detected). */
export function readTable(bytes: Uint8Array, wanted?: Encoding): Table {
  const beginning = bytes.subarray(0, sampleBytes);
  if (isZip(beginning)) {
    const { rows, name } = readWorkbook(bytes);
    return { rows, dialect: workbookDialect, encoding: 'utf-8', sheet: name };
  }
  const { encoding, isDetected, dialect } = detectFormat(beginning, wanted);
  const rows = parseRows(decode(bytes, encoding, isDetected), dialect);
  checkFirstRow(rows[0], beginning, encoding);
  return { rows, dialect, encoding };
}

function decode(bytes: Uint8Array, encoding: Encoding, isDetected: boolean): string {
  if (isCodePage(encoding)) {
    const check = new CodePageCheck(encoding, isDetected);
    check.add(bytes);
    check.end();
  }
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new ListProblem({ kind: 'other_encoding', encoding }, { cause });
  }
}

/** Reads as `mailproof bulk` does. */
function parseRows(text: string, { delimiter, firstLine, spacedQuotes }: CsvDialect): string[][] {
  let width: number | undefined;
  let line = 0;
  let carriageReturns = 0;
  const options: Options<string[]> = {
    delimiter,
    from_line: firstLine,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    ltrim: spacedQuotes,
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: maxRecordBytes,
    on_record(record, { lines }) {
      width ??= record.length;
      // The parser counts each CR LF inside of a cell as two lines.
      if (lines - carriageReturns !== line + 1) carriageReturns += record.join().match(/\r\n/g)?.length ?? 0;
      line = lines - carriageReturns;
      if (record.length > width)
        throw new ListProblem({ kind: 'long_row', line, cells: record.length, width });
      return record;
    },
  };
  // Of each row that is shorter than the first, the parser makes an error, whose stack takes longer than everything else.
  Error.stackTraceLimit = 0;
  try {
    return parse(text, options) as unknown as string[][];
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new ListProblem({ kind: 'open_quote', line: line + 1 }, { cause: error });
  }
}
