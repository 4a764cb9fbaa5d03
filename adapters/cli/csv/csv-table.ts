import { pipeline } from 'node:stream';
import { type Options, type Parser, parse } from 'csv-parse';
import { InvalidArgument } from '../../../src/errors.ts';
import { type CsvDialect, detectDialect, findOtherSeparator } from './csv-dialect.ts';
import { asTableError, longRow } from './csv-problem.ts';
import { chooseEncoding, type EncodedFile, type Encoding, notInEncoding, Utf8Detector } from './encoding.ts';
import type { ListSource } from './list-source.ts';

/** A list in CSV that can be read several times, row by row. */
export interface CsvTable {
  /** What messages call it. */
  readonly file: string;
  readonly dialect: CsvDialect;
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

interface EncodedSource {
  readonly source: ListSource;
  readonly encoding: Encoding;
  readonly encodingOption: string;
}

/** How much is read to detect the dialect. */
const sampleBytes = 64 * 1024;
/** How much is parsed at a time. Nothing else runs meanwhile, for a few milliseconds if all rows are short. */
const chunkBytes = 8 * 1024;
/** Limits the damage of a quote that is never closed: the rest of the file would be one record. */
const maxRecordBytes = 1024 * 1024;
/** As many as a spreadsheet has. Each row of the results is as wide as the first line, however short it was. */
const maxColumns = 16_384;

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
  const { encodingOption = '--encoding' } = options;
  const beginning = await source.readBeginning(sampleBytes);
  checkNoDocument(beginning, file);
  const encoding = chooseEncoding(beginning, options.encoding, { file, encodingOption });
  const dialect = dialectOf(beginning, encoding);
  const encoded = { source, encoding, encodingOption };
  const first = await readFirstRow(encoded, dialect);
  if (first === undefined) throw new InvalidArgument('file', `${file} is empty.`);
  if (first.length > maxColumns) {
    const [has, most] = [first.length, maxColumns].map((count) => count.toLocaleString('en'));
    throw new InvalidArgument('file', `${file} has ${has} columns. At most ${most} are read.`);
  }
  if (first.length === 1) checkSeparator(new TextDecoder(encoding).decode(beginning, { stream: true }), file);
  async function* numberedRows(signal: AbortSignal): AsyncGenerator<NumberedRow> {
    let skip = options.header;
    for await (const row of readRows(encoded, dialect)) {
      signal.throwIfAborted();
      if (skip) skip = false;
      else yield row;
    }
  }
  return {
    file,
    dialect,
    header: options.header ? first : undefined,
    width: first.length,
    numberedRows,
    async *rows(signal) {
      for await (const { cells } of numberedRows(signal)) yield cells;
    },
  };
}

/** How files of Excel and LibreOffice begin: those in ZIP archives (xlsx, ods), and older ones (xls). */
const workbookBeginnings = ['504b0304', 'd0cf11e0'];

/** Throws InvalidArgument for a PDF, and for a workbook: nobody can tell which of its sheets is meant. */
function checkNoDocument(beginning: Buffer, file: string): void {
  if (beginning.toString('latin1', 0, 5) === '%PDF-') {
    const advice = 'Export the list as CSV from the program that made it.';
    throw new InvalidArgument('file', `${file} is a PDF, not CSV. ${advice}`);
  }
  if (!workbookBeginnings.includes(beginning.subarray(0, 4).toString('hex'))) return;
  const advice =
    'In Excel, choose "Save As" and "CSV UTF-8"; in LibreOffice "Save As" and "Text CSV"; in Google Sheets "Download" and "CSV".';
  throw new InvalidArgument('file', `${file} is a workbook or an archive, not CSV. ${advice}`);
}

/** Throws InvalidArgument for a list of one column whose lines are cells with a separator that is not read. */
function checkSeparator(beginning: string, file: string): void {
  // The last line may be cut.
  const whole = beginning.slice(0, 1 + Math.max(beginning.lastIndexOf('\n'), beginning.lastIndexOf('\r')));
  const lines = whole.split(/[\r\n]+/);
  const separator = findOtherSeparator(lines);
  if (separator === undefined) return;
  const hasHeader = !lines.find((line) => line.trim() !== '')?.includes('@');
  const advice = hasHeader ? 'replace the first line with this one' : 'put a line before them';
  throw new InvalidArgument(
    'file',
    `The cells of ${file} seem to be separated by ${separator}, which is not read as a separator. Save it with commas. ` +
      `If each line is one address, ${advice}: email.`,
  );
}

async function readFirstRow(
  encoded: EncodedSource,
  dialect: CsvDialect,
): Promise<readonly string[] | undefined> {
  for await (const { cells } of readRows(encoded, dialect)) return cells;
  return undefined;
}

async function* readRows(
  { source, encoding, encodingOption }: EncodedSource,
  { delimiter }: CsvDialect,
): AsyncGenerator<NumberedRow> {
  const { name: file } = source;
  let width: number | undefined;
  let line = 0;
  let carriageReturns = 0;
  const options: Options<unknown, string[]> = {
    delimiter,
    bom: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
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
      if (record.length > width) throw longRow(file, { line, cells: record.length, width });
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
    encoding === 'utf-8' ? assertUtf8 : decodeFrom(encoding, { file, encodingOption }),
    parser,
    () => {},
  );
  try {
    for await (const row of parser) yield row as NumberedRow;
  } catch (error) {
    throw asTableError(error, { file, encoding, encodingOption, line });
  }
}

/** Results are written in UTF-8: without a byte order mark, a spreadsheet would read them like the list. */
function dialectOf(beginning: Buffer, encoding: Encoding): CsvDialect {
  if (encoding === 'utf-8') return detectDialect(beginning);
  const text = new TextDecoder(encoding).decode(beginning, { stream: true });
  return { ...detectDialect(Buffer.from(text)), byteOrderMark: true };
}

function decodeFrom(encoding: Encoding, encoded: EncodedFile) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    const decoder = new TextDecoder(encoding, { fatal: true });
    const utf8 = new Utf8Detector();
    for await (const chunk of source) {
      if (encoding === 'latin1') utf8.add(chunk);
      yield Buffer.from(decoder.decode(chunk, { stream: true }));
    }
    yield Buffer.from(decoder.decode());
    if (utf8.end()) throw notInEncoding(encoding, encoded);
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
