import type { SubmitOptions } from '../../../src/bulk/jobs.ts';
import type { Engine } from '../../../src/engine-interface.ts';
import type { Status } from '../../../src/resources.ts';
import type { Columns } from '../csv/email-column.ts';

/** The flags that say which columns hold an item. */
export interface ColumnFlags {
  readonly column?: string;
  readonly columns?: string;
}

/** Words for the texts of a run. */
export interface TaskLabels {
  /** Such as `address`. */
  readonly singular: string;
  /** Such as `addresses`. */
  readonly plural: string;
  /** Such as `verifying`. */
  readonly doing: string;
  /** Such as `verified`. */
  readonly done: string;
  /** What a row without an item lacks, such as `an address`. */
  readonly missing: string;
}

/** A group that results are counted in. */
interface ResultGroup {
  readonly name: string;
  /** The group is shown in the colour of this status. */
  readonly status: Status;
  /** The substatus of all results of the group. Undefined: each substatus has a line of its own. */
  readonly substatus?: string;
}

/** What the results of all tasks have in common. */
export interface BulkResult {
  readonly email: string | null;
  readonly status: Status;
  readonly substatus: string;
  readonly explanation: string;
}

/** What a bulk run does with each item of a list: verify an address, or look up a person. */
export interface BulkTask<Item, Result extends BulkResult> {
  readonly labels: TaskLabels;
  /** Price of an item, in milli-credits. */
  readonly price: number;
  /** A longer list is split into several jobs. */
  readonly maxItemsPerJob: number;
  /** Names of the item's columns, for a file without a header. */
  readonly columnNames: readonly string[];
  /** Returns the indexes of the item's columns. Throws InvalidArgument that says how to name them. */
  columnsOf(table: Columns, flags: ColumnFlags): readonly number[];
  /** Says which columns these are, such as `the addresses are in column 2, "email"`. */
  describeColumns(names: readonly string[]): string;
  /** Returns the items in the cells of these columns. */
  itemsOf(cells: readonly string[]): readonly Item[];
  /** Returns whether the item may be one, so that a list without any is not what it seems. */
  isPlausible(item: Item): boolean;
  /** Returns whether an item that is not plausible has one in it, so that cells were not told apart. */
  isUndivided(item: Item): boolean;
  /** Returns the result of cells that are left out of the job, because it is not clear what is meant. */
  unaskedResult(cells: readonly string[]): Readonly<Result> | undefined;
  /** Returns a function that gives equal keys to items that the engine treats as the same. */
  createItemKey(): (item: Item) => string;
  /** Creates a job as the engine does. Resolves with its id. */
  submit(engine: Engine, items: readonly Item[], options: SubmitOptions): Promise<string>;
  /** Resumes a job and yields each result as it becomes known, until all items have one. */
  run(engine: Engine, jobId: string, signal: AbortSignal): AsyncIterable<Readonly<Result>>;
  /** Reads the results of a complete job, in order of submission. */
  results(engine: Engine, jobId: string): AsyncIterable<Readonly<Result>>;
  /** Fields of the resource that are added to each row of the table. */
  readonly resultColumns: readonly (keyof Result & string)[];
  /** Title of the groups in the summary. */
  readonly groupTitle: string;
  readonly groups: readonly ResultGroup[];
  groupOf(result: Readonly<Result>): string;
}
