import type { Encoding } from '../../../../lists/encoding.ts';
import type { ListFault } from '../../../../lists/list-problem.ts';
import type { ResultFilter } from '../../jobs/result-filter.ts';

/** What a list is of: addresses to verify, or people to look up. */
export type ListKind = 'verifications' | 'lookups';

/** What the page asks of the worker that reads lists. */
export type ListQuestion =
  | ({ readonly ask: 'open'; readonly source: Blob } & OpenOptions)
  | { readonly ask: 'count'; readonly choice: ListChoice }
  | { readonly ask: 'body' }
  | ({ readonly ask: 'results_csv' } & ResultsRequest);

export interface OpenOptions {
  readonly isPasted: boolean;
  readonly kind: ListKind;
  /** How the file is encoded; undefined: as it seems. */
  readonly encoding?: Encoding | undefined;
}

/** Where the results of a job are, a line of JSON for each. */
export interface ResultsRequest {
  readonly url: string;
  /** What shows whose page asks. */
  readonly csrfToken: string;
  /** Rows whose result it hides are left out. */
  readonly filter: ResultFilter;
}

/** Stands for the column of addresses until one of several is chosen. */
export const noColumn = -1;

/** Which cells of a list are meant. */
export interface ListChoice {
  readonly hasHeader: boolean;
  /** Indexes: one column of addresses, or those of first name, last name and domain. */
  readonly columns: readonly number[];
  /** The columns that a suggestion may mean, if there are several: one is to be chosen. */
  readonly several?: readonly number[];
}

export interface OpenedList {
  readonly width: number;
  readonly encoding: Encoding;
  /** The name of the sheet of a workbook. */
  readonly sheet?: string;
  readonly delimiter: string;
  /** The first rows, the line of names included. */
  readonly preview: readonly (readonly string[])[];
  readonly suggestion: ListChoice;
}

export interface ListCounts {
  /** Rows below the names of columns. */
  readonly rows: number;
  /** Without duplicates. */
  readonly items: number;
  readonly duplicates: number;
  readonly empty: number;
  /** Rows of which it is not clear what is meant: they are left out. */
  readonly unclear: number;
  /** Items that cannot be addresses, or have no domain. */
  readonly implausible: number;
  /** Identifies the items in their order. */
  readonly digest: string;
}

/** A list with the columns of its results. */
export interface ListWithResults {
  readonly file: Blob;
  /** Rows below the names of columns. */
  readonly rows: number;
  /** Rows that have a result, which the filter shows. */
  readonly matched: number;
}

export interface AnswerOf {
  readonly open: OpenedList;
  readonly count: ListCounts;
  readonly body: Blob;
  readonly results_csv: ListWithResults;
}

export type ListAnswer =
  | { readonly id: number; readonly value: AnswerOf[keyof AnswerOf] }
  | { readonly id: number; readonly fault: ListFault }
  /** The status of an answer without results; null if there was no answer. */
  | { readonly id: number; readonly status: number | null }
  | { readonly id: number; readonly error: string };
