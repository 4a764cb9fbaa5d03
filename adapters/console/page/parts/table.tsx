import type { ComponentChildren } from 'preact';

/** A column of a table. The first one has the headers of the rows. */
export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers are aligned at their last digit. */
  readonly isNumber?: boolean;
  readonly cellClass?: (row: Row) => string | undefined;
}

interface TableProps<Row> {
  readonly caption: string;
  /** Default false: only screen readers say it, because a heading shows it already. */
  readonly isCaptionShown?: boolean;
  readonly columns: readonly Column<Row>[];
  /** Undefined while they are loaded: nothing is shown then. */
  readonly rows: readonly Row[] | undefined;
  readonly keyOf: (row: Row) => string;
  /** What is shown if there are no rows. */
  readonly empty?: ComponentChildren;
}

/** A table that scrolls sideways where it is wider than the page. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, isCaptionShown = false, columns, rows, keyOf, empty } = props;
  if (rows === undefined) return null;
  if (rows.length === 0 && empty !== undefined) return empty;
  return (
    <div class="scroll-x">
      <table>
        <caption class={isCaptionShown ? undefined : 'unseen'}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ head, isNumber }) => (
              <th key={head} scope="col" class={isNumber ? 'number' : undefined}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ head, cell, isNumber, cellClass }, index) =>
                index === 0 ? (
                  <th key={head} scope="row">
                    {cell(row)}
                  </th>
                ) : (
                  <td key={head} class={isNumber ? 'number' : cellClass?.(row)}>
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
