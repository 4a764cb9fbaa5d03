import type { EmailVerification } from '../../../src/resources.ts';
import { inStatusColour } from './status-colour.ts';
import { type TextColumn, textTable } from './text-table.ts';

/** One line of the table. `verification` is undefined if there is no verdict. */
export interface VerdictRow {
  readonly email: string;
  readonly verification: EmailVerification | undefined;
  readonly durationMs: number;
}

const columns: readonly TextColumn<VerdictRow>[] = [
  { title: 'address', align: 'left', maxWidth: 40, text: ({ email }) => email },
  { title: 'status', align: 'left', maxWidth: 7, text: ({ verification }) => verification?.status ?? '-' },
  {
    title: 'substatus',
    align: 'left',
    maxWidth: 24,
    text: ({ verification }) => verification?.substatus ?? '-',
  },
  {
    title: 'confidence',
    align: 'right',
    maxWidth: 10,
    text: ({ verification }) => verification?.confidence?.toString() ?? '-',
  },
  {
    title: 'provider',
    align: 'left',
    maxWidth: 20,
    text: ({ verification }) => verification?.email_provider ?? '-',
  },
  { title: 'ms', align: 'right', maxWidth: 7, text: ({ durationMs }) => Math.round(durationMs).toString() },
];

/** Returns a table of verdicts for people. */
export function verdictTable(rows: readonly VerdictRow[], options: { colour: boolean }): string {
  const decorate = (cell: string, { verification }: VerdictRow) =>
    verification === undefined ? cell : inStatusColour(cell, verification.status, options.colour);
  return textTable(
    columns.map((column) => (column.title === 'status' ? { ...column, decorate } : column)),
    rows,
  );
}
