import type { SubmitOptions } from '../../../src/bulk/jobs.ts';
import type { Engine } from '../../../src/engine.ts';
import type { Status } from '../../../src/resources.ts';
import type { CsvTable } from '../csv/csv-table.ts';

/** Which columns hold an item, as the command line has it. */
export interface ColumnFlags {
  readonly column?: string;
  readonly columns?: string;
}

/** How a run speaks of what it does. */
export interface ListWords {
  /** Such as `address` and `addresses`. */
  readonly one: string;
  readonly many: string;
  /** Such as `verifying` and `verified`. */
  readonly doing: string;
  readonly done: string;
  /** What a row lacks that holds no item, such as `an address`. */
  readonly missing: string;
}

/** What results are counted under. */
interface OutcomeGroup {
  readonly name: string;
  /** Whose colour it has. */
  readonly status: Status;
  /** What is shown beside the name. Undefined: each substatus has a line of its own below. */
  readonly beside?: string;
}

/** What a result has in every kind of list. */
export interface ListResult {
  readonly status: Status;
  readonly substatus: string;
}

/** What one kind of list holds, and what is done with it. `Item`: what is asked for. `Row`: its result. */
export interface ListKind<Item, Row extends ListResult> {
  readonly words: ListWords;
  /** Milli-credits an item. */
  readonly price: number;
  /** A longer list becomes several jobs. */
  readonly mostPerJob: number;
  /** What the columns of an item are called where the file has no header. */
  readonly columnNames: readonly string[];
  /** The indexes of these columns. Throws InvalidArgument that says how to name them. */
  columnsOf(table: Pick<CsvTable, 'header' | 'width' | 'file'>, flags: ColumnFlags): readonly number[];
  /** From the cells of these columns; undefined where they hold none. */
  itemOf(cells: readonly string[]): Item | undefined;
  /** Makes what is equal for items that are the same. */
  keys(): (item: Item) => string;
  /** Creates a job as the engine does. Resolves with its id. */
  submit(engine: Engine, items: readonly Item[], options: SubmitOptions): Promise<string>;
  /** Goes on with a job until each of its items has its result. */
  run(engine: Engine, jobId: string, signal: AbortSignal): AsyncIterable<Readonly<Row>>;
  /** The results of a complete job, in order of submission. */
  results(engine: Engine, jobId: string): AsyncIterable<Readonly<Row>>;
  /** What is added to each row of the table, under the documented names of the resource. */
  readonly resultColumns: readonly (keyof Row & string)[];
  /** What the summary calls the groups together. */
  readonly groupTitle: string;
  readonly groups: readonly OutcomeGroup[];
  groupOf(row: Readonly<Row>): string;
}
