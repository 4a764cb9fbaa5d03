import { pipeline } from 'node:stream';
import { type Options, type Parser, parse } from 'csv-parse';
import { type CsvDialect, workbookDialect } from '../../lists/csv-dialect.ts';
import { sampledRows } from '../../lists/email-column.ts';
import { type Encoding, isCodePage } from '../../lists/encoding.ts';
import { CodePageCheck } from '../../lists/encoding-detection.ts';
import {
  checkFirstRow,
  detectFormat,
  isZip,
  type ListFormat,
  maxRecordBytes,
  sampleBytes,
} from '../../lists/list-format.ts';
import { ListProblem } from '../../lists/list-problem.ts';
import type { Sheet } from '../../lists/workbook.ts';
import { asListError, asTableError, type NamedList } from './csv-problem.ts';
import type { ListSource } from './list-source.ts';

/** A list in CSV that can be read several times, row by row. */
export interface CsvTable {
  /** What messages call it. */
  readonly file: string;
  /** How the list is written; for a workbook, the CSV that Excel reads best. */
  readonly dialect: CsvDialect;
  /** The sheet of a workbook that was read. */
  readonly sheet?: Pick<Sheet, 'name' | 'sheets'>;
  /** Names of the columns; undefined if the file has no header line. */
  readonly header: readonly string[] | undefined;
  /** Cells in the first line, at most 16,384. No row has more; those that a row has less are empty. */
  readonly width: number;
  /** Reads the rows below the header. Throws InvalidArgument if the file is not sound CSV. */
  rows(signal: AbortSignal): AsyncGenerator<readonly string[]>;
  /** Reads them with the lines on which they end, for messages about one of them. */
  numberedRows(signal: AbortSignal): AsyncGenerator<NumberedRow>;
}

interface NumberedRow {
  readonly cells: readonly string[];
  /** The line of the file on which it ends, from 1. Empty lines and those inside of cells are counted, as in an editor. */
  readonly line: number;
}

/** How much is parsed at a time. Nothing else runs meanwhile, for a few milliseconds if all rows are short. */
const chunkBytes = 8 * 1024;

interface TableOptions {
  readonly header: boolean;
  /** Default: detected. */
  readonly encoding?: Encoding | undefined;
  /** What errors call the option that sets the encoding. Default: `--encoding`. */
  readonly encodingOption?: string;
}

/** Opens a list. Throws InvalidArgument if it cannot be read, is not CSV in UTF-8, or has too many columns. */
export async function openTable(source: ListSource, options: TableOptions): Promise<CsvTable> {
  const { name: file } = source;
  const list = { file, encodingOption: options.encodingOption ?? '--encoding' };
  const beginning = await source.readBeginning(sampleBytes);
  if (isZip(beginning)) return openWorkbook(source, options, list);
  let format: ListFormat;
  let first: readonly string[] | undefined;
  try {
    format = detectFormat(beginning, options.encoding);
    first = await readFirstRow(source, format, list);
    checkFirstRow(first, beginning, format.encoding);
  } catch (error) {
    throw asListError(error, list);
  }
  async function* numberedRows(signal: AbortSignal): AsyncGenerator<NumberedRow> {
    let skip = options.header;
    for await (const row of readRows(source, format, list)) {
      signal.throwIfAborted();
      if (skip) skip = false;
      else yield row;
    }
  }
  return {
    file,
    dialect: format.dialect,
    header: options.header ? first : undefined,
    width: first.length,
    numberedRows,
    async *rows(signal) {
      for await (const { cells } of numberedRows(signal)) yield cells;
    },
  };
}

async function openWorkbook(
  source: ListSource,
  { header }: TableOptions,
  list: NamedList,
): Promise<CsvTable> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Only here: most lists are CSV.
  const { maxUnpackedBytes, readWorkbook } = await import('../../lists/workbook.ts');
  try {
    for await (const chunk of source.readAll(sampleBytes)) {
      bytes += chunk.length;
      if (bytes > maxUnpackedBytes) throw new ListProblem({ kind: 'large_workbook' });
      chunks.push(chunk);
    }
    const { rows, lines, name, sheets } = readWorkbook(Buffer.concat(chunks));
    const [first = []] = rows;
    async function* numberedRows(signal: AbortSignal): AsyncGenerator<NumberedRow> {
      for (const [index, cells] of rows.entries()) {
        signal.throwIfAborted();
        if (!header || index > 0) yield { cells, line: lines[index] ?? 0 };
      }
    }
    return {
      file: list.file,
      dialect: workbookDialect,
      sheet: { name, sheets },
      header: header ? first : undefined,
      width: first.length,
      numberedRows,
      async *rows(signal) {
        for await (const { cells } of numberedRows(signal)) yield cells;
      },
    };
  } catch (error) {
    throw asListError(error, list);
  }
}

/** Reads the first rows below the header. */
export async function readSample(table: Pick<CsvTable, 'rows'>, signal: AbortSignal): Promise<string[][]> {
  const sample: string[][] = [];
  for await (const row of table.rows(signal)) {
    sample.push([...row]);
    if (sample.length === sampledRows) break;
  }
  return sample;
}

async function readFirstRow(
  source: ListSource,
  format: ListFormat,
  list: NamedList,
): Promise<readonly string[] | undefined> {
  for await (const { cells } of readRows(source, format, list)) return cells;
  return undefined;
}

async function* readRows(
  source: ListSource,
  { encoding, isDetected, dialect: { delimiter, firstLine, spacedQuotes } }: ListFormat,
  list: NamedList,
): AsyncGenerator<NumberedRow> {
  let width: number | undefined;
  let line = 0;
  let carriageReturns = 0;
  const options: Options<unknown, string[]> = {
    delimiter,
    from_line: firstLine,
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
    ltrim: spacedQuotes,
    relax_column_count: true,
    // Quotes inside a cell are part of it, as in "ann baker"@example.com.
    relax_quotes: true,
    max_record_size: maxRecordBytes,
    on_record(record: string[], { lines }) {
      width ??= record.length;
      // The parser counts each CR LF inside of a cell as two lines.
      const isOneLine = lines - carriageReturns === line + 1;
      if (!isOneLine) carriageReturns += record.join().match(/\r\n/g)?.length ?? 0;
      line = lines - carriageReturns;
      if (record.length > width)
        throw new ListProblem({ kind: 'long_row', line, cells: record.length, width });
      // Of a row that is not as long as the first, the parser makes an error even if it is allowed, with a stack, which
      // takes longer than everything else. There is nothing to compare a row with that is the first again.
      Object.assign(parser.info, { records: 0 });
      return { cells: record, line } satisfies NumberedRow;
    },
  };
  // The types of the parser know such records only together with names of columns.
  const parser: Parser = parse(options as Options);
  // Errors of all three streams are thrown by the iteration of the parser.
  pipeline(
    source.readAll(chunkBytes),
    encoding === 'utf-8' ? assertUtf8 : decodeFrom(encoding, isDetected),
    parser,
    () => {},
  );
  try {
    for await (const row of parser) yield row as NumberedRow;
  } catch (error) {
    throw asTableError(error, { ...list, encoding, line });
  }
}

function decodeFrom(encoding: Encoding, isDetected: boolean) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const decoder = new TextDecoder(encoding, { fatal: true });
    const check = isCodePage(encoding) ? new CodePageCheck(encoding, isDetected) : undefined;
    for await (const chunk of source) {
      check?.add(chunk);
      yield Buffer.from(decoder.decode(chunk, { stream: true }));
    }
    yield Buffer.from(decoder.decode());
    check?.end();
  };
}

async function* assertUtf8(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of source) {
    decoder.decode(chunk, { stream: true });
    yield chunk;
  }
  decoder.decode();
}
