import { MailproofError } from '../../../src/errors.ts';
import type { EmailVerification, Status, VerdictStatus } from '../../../src/resources.ts';
import { padToWidth } from '../output/display-width.ts';
import { jsonLine, printable } from '../output/printable.ts';
import { inStatusColour } from '../output/status-colour.ts';
import { type TextColumn, textTable } from '../output/text-table.ts';
import type { DemoOutcome, DemoResult } from './demo-run.ts';

const statuses = ['safe', 'risky', 'invalid', 'unknown'] as const satisfies readonly Status[];
const labelWidth = 'verdicts true'.length;

/** Returns the result for people: the table, the effort it took, and every verdict that differs from the truth. */
export function demoReport(result: DemoResult, options: { colour: boolean }): string {
  const rows = result.outcomes.map(({ truth, answer, durationMs }) => ({
    email: truth.email,
    verification: verificationOf(answer),
    durationMs,
  }));
  return `${verdictTable(rows, options)}\n${summary(result, options.colour)}${mismatches(result.outcomes)}`;
}

/** Returns the result for programs: one line of JSON per address, then `{"summary": …}`. */
export function demoJson(result: DemoResult): string {
  const lines = result.outcomes.map(({ truth, answer, durationMs, correct }) =>
    jsonLine({
      ...(answer instanceof MailproofError
        ? { email: truth.email, error: { code: answer.code, message: answer.message } }
        : answer),
      duration_ms: durationMs,
      expected: { status: truth.status, substatus: truth.substatus },
      correct,
    }),
  );
  return lines.join('') + jsonLine({ summary: jsonSummary(result) });
}

export function isAllCorrect({ outcomes }: DemoResult): boolean {
  return outcomes.every(({ correct }) => correct);
}

function summary({ outcomes, wire, durationMs }: DemoResult, colour: boolean): string {
  const perAddress = (count: number) =>
    `${count} (${(count / Math.max(1, outcomes.length)).toFixed(2)} an address)`;
  const byStatus = statuses.map((status) => {
    const label = inStatusColour(padToWidth(status, labelWidth), status, colour);
    return `${label}  ${countStatus(outcomes, status)}\n`;
  });
  const rows = [
    ['connections', perAddress(wire.connections)],
    ['RCPTs', perAddress(wire.recipients)],
    ['round trips', perAddress(wire.roundTrips)],
    ['time', `${(durationMs / 1_000).toFixed(1)} s`],
    ['verdicts true', `${countCorrect(outcomes)} of ${outcomes.length}`],
  ] as const;
  return (
    byStatus.join('') + rows.map(([label, value]) => `${padToWidth(label, labelWidth)}  ${value}\n`).join('')
  );
}

function mismatches(outcomes: readonly DemoOutcome[]): string {
  const wrong = outcomes.filter(({ correct }) => !correct);
  if (wrong.length === 0) return '';
  const lines = wrong.flatMap(({ truth, answer }) => [
    `  ${printable(truth.email)} (${printable(truth.note)})`,
    `    expected  ${outcomeText(truth)}`,
    `    got       ${answer instanceof MailproofError ? `${answer.code}: ${printable(answer.message)}` : outcomeText(answer)}`,
  ]);
  return `\nNot true:\n${lines.join('\n')}\n`;
}

function jsonSummary({ outcomes, wire, durationMs }: DemoResult) {
  return {
    addresses: outcomes.length,
    ...Object.fromEntries(statuses.map((status) => [status, countStatus(outcomes, status)])),
    connections: wire.connections,
    recipients: wire.recipients,
    round_trips: wire.roundTrips,
    duration_ms: durationMs,
    correct: countCorrect(outcomes),
  };
}

function countStatus(outcomes: readonly DemoOutcome[], status: Status): number {
  return outcomes.filter(({ answer }) => verificationOf(answer)?.status === status).length;
}

function countCorrect(outcomes: readonly DemoOutcome[]): number {
  return outcomes.filter(({ correct }) => correct).length;
}

function outcomeText({
  status,
  substatus,
}: {
  status: VerdictStatus['status'];
  substatus: VerdictStatus['substatus'];
}): string {
  return `${status} ${substatus}`;
}

function verificationOf(answer: EmailVerification | MailproofError): EmailVerification | undefined {
  return answer instanceof MailproofError ? undefined : answer;
}

/** One line of the table. `verification` is undefined if there is no verdict. */
interface VerdictRow {
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
