import { stringify } from 'csv-stringify/sync';
import { InvalidArgument } from '../../../src/errors.ts';
import type { CsvDialect } from '../../lists/csv-dialect.ts';
import type { BulkResult } from './bulk-task.ts';
import type { ResultsOutput } from './results-output.ts';

/** Where some of the rows go. */
export interface ResultsTarget {
  readonly output: Pick<ResultsOutput, 'write'>;
  readonly format: 'csv' | 'xlsx';
  /** Tells whether a row goes there, by its result; undefined: the row has none. */
  readonly takes: (result: BulkResult | undefined) => boolean;
}

type Row = readonly string[];
type Piece = string | Uint8Array;

/** Turns rows into pieces of a file. */
interface RowEncoder {
  rows(rows: readonly Row[]): readonly Piece[];
  end(): readonly Piece[];
}

/** Cells are counted, because a row may have thousands. Nothing else runs while they are written as text. */
const cellsPerWrite = 10_000;

/** Rows on their way to an output. */
export class RowFile {
  readonly #target: ResultsTarget;
  readonly #encoder: RowEncoder;
  #rows: Row[] = [];
  #cells = 0;
  #isEmpty = true;

  private constructor(target: ResultsTarget, encoder: RowEncoder) {
    this.#target = target;
    this.#encoder = encoder;
  }

  static async open(target: ResultsTarget, dialect: CsvDialect): Promise<RowFile> {
    return new RowFile(target, target.format === 'csv' ? csvEncoder(dialect) : await workbookEncoder());
  }

  /** Whether no row was added but the header. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  async addHeader(header: Row): Promise<void> {
    await this.#add(header);
  }

  /** Adds a row, if rows with this result go there. */
  async add(row: Row, result: BulkResult | undefined): Promise<void> {
    if (!this.#target.takes(result)) return;
    this.#isEmpty = false;
    await this.#add(row);
  }

  async #add(row: Row): Promise<void> {
    this.#rows.push(row);
    this.#cells += row.length;
    if (this.#cells >= cellsPerWrite) await this.#flush();
  }

  async end(): Promise<void> {
    await this.#flush();
    await this.#write(this.#encoder.end());
  }

  async #flush(): Promise<void> {
    const rows = this.#rows;
    this.#rows = [];
    this.#cells = 0;
    if (rows.length > 0) await this.#write(this.#encoder.rows(rows));
  }

  async #write(pieces: readonly Piece[]): Promise<void> {
    for (const piece of pieces) await this.#target.output.write(piece);
  }
}

function csvEncoder({ delimiter, newline, byteOrderMark }: CsvDialect): RowEncoder {
  let mark = byteOrderMark ? '\ufeff' : '';
  return {
    rows(rows) {
      const text = stringify(rows as string[][], {
        delimiter,
        record_delimiter: newline,
        // Some readers end a row at any line break.
        quoted_match: /[\r\n]/,
      });
      const piece = mark + text;
      mark = '';
      return [piece];
    },
    end: () => [],
  };
}

async function workbookEncoder(): Promise<RowEncoder> {
  // Only here: most runs write CSV.
  const { maxSheetRows, WorkbookWriter } = await import('../../lists/workbook-writer.ts');
  const writer = new WorkbookWriter();
  let count = 0;
  return {
    rows(rows) {
      count += rows.length;
      if (count <= maxSheetRows) return writer.rows(rows);
      throw new InvalidArgument(
        '--out',
        'A workbook has at most 1,048,576 rows. Set --out to a file of CSV.',
      );
    },
    end: () => writer.end(),
  };
}
