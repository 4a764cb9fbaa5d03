import { displayWidth, padToWidth, truncate } from './display-width.ts';
import { printable } from './printable.ts';

export interface TextColumn<Row> {
  readonly title: string;
  /** Default left. */
  readonly align?: 'left' | 'right';
  /** Longer texts are shortened to this width. Default: no limit. */
  readonly maxWidth?: number;
  text(row: Row): string;
  /** Adds what takes no columns, such as colour, to the padded text. */
  decorate?(cell: string, row: Row): string;
}

/** Returns a table for people: a header, then a line for each row. */
export function textTable<Row>(columns: readonly TextColumn<Row>[], rows: readonly Row[]): string {
  const formatted = columns.map((column) => {
    const { title, align = 'left', maxWidth = Number.POSITIVE_INFINITY } = column;
    const texts = rows.map((row) => truncate(printable(column.text(row)), maxWidth));
    const width = texts.reduce((most, text) => Math.max(most, displayWidth(text)), title.length);
    return {
      title: padToWidth(title, width, align),
      rule: '─'.repeat(width),
      cells: rows.map((row, index) => {
        const cell = padToWidth(texts[index] ?? '', width, align);
        return column.decorate?.(cell, row) ?? cell;
      }),
    };
  });
  const line = (cells: readonly (string | undefined)[]) => cells.join('  ').trimEnd();
  return [
    line(formatted.map(({ title }) => title)),
    line(formatted.map(({ rule }) => rule)),
    ...rows.map((_, index) => line(formatted.map(({ cells }) => cells[index]))),
    '',
  ].join('\n');
}
