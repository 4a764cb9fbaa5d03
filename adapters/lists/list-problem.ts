import type { Encoding } from './encoding.ts';

/** What is wrong with a list that cannot be read. Lines are counted from 1, as in an editor. */
export type ListFault =
  | { readonly kind: 'empty' }
  | { readonly kind: 'pdf' }
  /** An archive, a damaged workbook, or a workbook that is not xlsx. */
  | { readonly kind: 'workbook' }
  /** A workbook with formulas of which it does not say what they come to. `cell`: one of them, such as `B2`. */
  | { readonly kind: 'uncalculated'; readonly sheet: string; readonly cell: string }
  /** A workbook that unpacks to more bytes, or has more cells, than are read. */
  | { readonly kind: 'large_workbook' }
  | { readonly kind: 'utf_32' }
  /** The list is not in this encoding, which was chosen or detected. */
  | { readonly kind: 'other_encoding'; readonly encoding: Encoding }
  | { readonly kind: 'too_many_columns'; readonly columns: number; readonly most: number }
  /** The names of the columns, such as these, seem to be in a row below the first. */
  | { readonly kind: 'names_below'; readonly names: readonly string[] }
  /** The cells seem to be separated by a character that is not read as a separator. */
  | { readonly kind: 'other_separator'; readonly separator: string; readonly hasHeader: boolean }
  /** The row that ends on `line` has more cells than the first, which has `width`. */
  | { readonly kind: 'long_row'; readonly line: number; readonly cells: number; readonly width: number }
  /** A quote that is opened on `line` or below is not closed. */
  | { readonly kind: 'open_quote'; readonly line: number };

/** A list cannot be read. What a person should do about it is said by the program that they use. */
export class ListProblem extends Error {
  readonly fault: ListFault;

  constructor(fault: ListFault, options?: ErrorOptions) {
    super(`The list cannot be read: ${fault.kind}`, options);
    this.name = 'ListProblem';
    this.fault = fault;
  }
}
