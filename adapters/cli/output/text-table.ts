import { displayWidth, padToWidth, truncate } from './display-width.ts';
import { printable } from './printable.ts';

export interface TextColumn<Row> {
  readonly title: string;
  /** Default left. */
  readonly align?: 'left' | 'right';
  /** Longer texts are cut to this width. Default: nothing is cut. */
  readonly widest?: number;
  text(row: Row): string;
  /** Adds what takes no room, such as colour, to the text in its final width. */
  decorate?(cell: string, row: Row): string;
}

/** Rows for people, one a line, under a head. */
export function textTable<Row>(columns: readonly TextColumn<Row>[], rows: readonly Row[]): string {
  const set = columns.map((column) => {
    const { title, align = 'left', widest = Number.POSITIVE_INFINITY } = column;
    const texts = rows.map((row) => truncate(printable(column.text(row)), widest));
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
    line(set.map(({ title }) => title)),
    line(set.map(({ rule }) => rule)),
    ...rows.map((_, index) => line(set.map(({ cells }) => cells[index]))),
    '',
  ].join('\n');
}
