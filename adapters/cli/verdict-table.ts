import type { EmailVerification, Status } from '../../src/resources.ts';
import { cut, displayWidth, padded } from './display-width.ts';
import { printable } from './printable.ts';
import { coloured } from './status-colour.ts';

/** One line of the table. `verification` is undefined where no verdict came about. */
export interface VerdictRow {
  readonly email: string;
  readonly verification: EmailVerification | undefined;
  readonly durationMs: number;
}

interface Column {
  readonly title: string;
  readonly align: 'left' | 'right';
  /** Longer texts are cut to this width. */
  readonly widest: number;
  text(row: VerdictRow): string;
}

const columns: readonly Column[] = [
  { title: 'address', align: 'left', widest: 40, text: ({ email }) => email },
  { title: 'status', align: 'left', widest: 7, text: ({ verification }) => verification?.status ?? '-' },
  {
    title: 'substatus',
    align: 'left',
    widest: 24,
    text: ({ verification }) => verification?.substatus ?? '-',
  },
  {
    title: 'confidence',
    align: 'right',
    widest: 10,
    text: ({ verification }) => verification?.confidence?.toString() ?? '-',
  },
  {
    title: 'provider',
    align: 'left',
    widest: 20,
    text: ({ verification }) => verification?.email_provider ?? '-',
  },
  { title: 'ms', align: 'right', widest: 7, text: ({ durationMs }) => Math.round(durationMs).toString() },
];

/** Verdicts for people, one a line, under a head. */
export function verdictTable(rows: readonly VerdictRow[], options: { colour: boolean }): string {
  const cells = rows.map((row) => columns.map((column) => cut(printable(column.text(row)), column.widest)));
  const widths = columns.map(({ title }, index) =>
    Math.max(title.length, ...cells.map((texts) => displayWidth(texts[index] ?? ''))),
  );
  const line = (texts: readonly string[], status?: Status) =>
    columns
      .map(({ align, title }, index) => {
        const cell = padded(texts[index] ?? '', widths[index] ?? 0, align);
        return title === 'status' && status !== undefined ? coloured(cell, status, options.colour) : cell;
      })
      .join('  ')
      .trimEnd();
  return [
    line(columns.map(({ title }) => title)),
    widths.map((width) => '─'.repeat(width)).join('  '),
    ...cells.map((texts, index) => line(texts, rows[index]?.verification?.status)),
    '',
  ].join('\n');
}
