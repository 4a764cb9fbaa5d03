import type { EmailVerification } from '../../../src/resources.ts';
import { inStatusColour } from './status-colour.ts';
import { type TextColumn, textTable } from './text-table.ts';

/** One line of the table. `verification` is undefined where no verdict came about. */
export interface VerdictRow {
  readonly email: string;
  readonly verification: EmailVerification | undefined;
  readonly durationMs: number;
}

const columns: readonly TextColumn<VerdictRow>[] = [
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
  const decorate = (cell: string, { verification }: VerdictRow) =>
    verification === undefined ? cell : inStatusColour(cell, verification.status, options.colour);
  return textTable(
    columns.map((column) => (column.title === 'status' ? { ...column, decorate } : column)),
    rows,
  );
}
