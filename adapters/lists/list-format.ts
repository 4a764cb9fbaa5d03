import { type CsvDialect, detectDialect, findOtherSeparator } from './csv-dialect.ts';
import type { Encoding } from './encoding.ts';
import { chooseEncoding } from './encoding-detection.ts';
import { ListProblem } from './list-problem.ts';

/** How a list is written, as its beginning shows. */
export interface ListFormat {
  readonly encoding: Encoding;
  /** Whether the encoding was detected in its beginning, not chosen. */
  readonly isDetected: boolean;
  readonly dialect: CsvDialect;
}

/** How much of a list is read to detect its format. */
export const sampleBytes = 64 * 1024;
/** Limits the damage of a quote that is never closed: the rest of the file would be one record. */
export const maxRecordBytes = 1024 * 1024;
/** As many as a spreadsheet has. Each row of the results is as wide as the first line, however short it was. */
const maxColumns = 16_384;

/** Detects the format of a list. Throws ListProblem if it is a document, or surely not in the encoding that is wanted. */
export function detectFormat(beginning: Uint8Array, wanted: Encoding | undefined): ListFormat {
  checkNoDocument(beginning);
  const encoding = chooseEncoding(beginning, wanted);
  const dialect = detectDialect(decodeBeginning(beginning, encoding, { withMark: true }));
  // Results are written in UTF-8: without a byte order mark, a spreadsheet would read them like the list.
  return {
    encoding,
    isDetected: wanted === undefined,
    dialect: encoding === 'utf-8' ? dialect : { ...dialect, byteOrderMark: true },
  };
}

/** Throws ListProblem if this is no first row of a list: there is none, or it has too many cells, or one of several. */
export function checkFirstRow(
  first: readonly string[] | undefined,
  beginning: Uint8Array,
  encoding: Encoding,
): asserts first is readonly string[] {
  if (first === undefined) throw new ListProblem({ kind: 'empty' });
  if (first.length > maxColumns)
    throw new ListProblem({ kind: 'too_many_columns', columns: first.length, most: maxColumns });
  if (first.length === 1) checkSeparator(decodeBeginning(beginning, encoding));
}

/** The last character may be cut. */
function decodeBeginning(beginning: Uint8Array, encoding: Encoding, { withMark = false } = {}): string {
  return new TextDecoder(encoding, { ignoreBOM: withMark }).decode(beginning, { stream: true });
}

/** How PDF begins: `%PDF-`. */
const documentBeginning = [0x25, 0x50, 0x44, 0x46, 0x2d];
/** How files of Excel and LibreOffice in ZIP archives begin (xlsx, ods), and older ones (xls). */
const zipBeginning = [0x50, 0x4b, 0x03, 0x04];
const oldWorkbookBeginning = [0xd0, 0xcf, 0x11, 0xe0];

/** Returns whether a file may be a workbook of Excel (xlsx), which is a ZIP archive. */
export function isZip(beginning: Uint8Array): boolean {
  return zipBeginning.every((byte, index) => beginning[index] === byte);
}

function checkNoDocument(beginning: Uint8Array): void {
  const beginsWith = (bytes: readonly number[]) => bytes.every((byte, index) => beginning[index] === byte);
  if (beginsWith(documentBeginning)) throw new ListProblem({ kind: 'pdf' });
  if (isZip(beginning) || beginsWith(oldWorkbookBeginning)) throw new ListProblem({ kind: 'workbook' });
}

/** Throws ListProblem for a list of one column whose lines are cells with a separator that is not read. */
function checkSeparator(beginning: string): void {
  // The last line may be cut.
  const whole = beginning.slice(0, 1 + Math.max(beginning.lastIndexOf('\n'), beginning.lastIndexOf('\r')));
  const lines = whole.split(/[\r\n]+/);
  const separator = findOtherSeparator(lines);
  if (separator === undefined) return;
  const hasHeader = !lines.find((line) => line.trim() !== '')?.includes('@');
  throw new ListProblem({ kind: 'other_separator', separator, hasHeader });
}
