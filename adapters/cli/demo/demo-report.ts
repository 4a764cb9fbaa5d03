import { MailproofError } from '../../../src/errors.ts';
import type { EmailVerification, Outcome, Status } from '../../../src/resources.ts';
import { padded } from '../output/display-width.ts';
import { jsonLine, printable } from '../output/printable.ts';
import { coloured } from '../output/status-colour.ts';
import { verdictTable } from '../output/verdict-table.ts';
import type { DemoOutcome, DemoResult } from './demo-run.ts';

const statuses = ['safe', 'risky', 'invalid', 'unknown'] as const satisfies readonly Status[];
const labelWidth = 'verdicts true'.length;

/** The result for people: the table, what it took, and every verdict that is not true. */
export function demoReport(result: DemoResult, options: { colour: boolean }): string {
  const rows = result.outcomes.map(({ truth, got, durationMs }) => ({
    email: truth.email,
    verification: verificationOf(got),
    durationMs,
  }));
  return `${verdictTable(rows, options)}\n${summary(result, options.colour)}${mismatches(result.outcomes)}`;
}

/** The result for programs: one line of JSON an address, then `{"summary": …}`. */
export function demoJson(result: DemoResult): string {
  const lines = result.outcomes.map(({ truth, got, durationMs, correct }) =>
    jsonLine({
      ...(got instanceof MailproofError
        ? { email: truth.email, error: { code: got.code, message: got.message } }
        : got),
      duration_ms: durationMs,
      expected: { status: truth.status, substatus: truth.substatus },
      correct,
    }),
  );
  return lines.join('') + jsonLine({ summary: jsonSummary(result) });
}

export function isAllTrue({ outcomes }: DemoResult): boolean {
  return outcomes.every(({ correct }) => correct);
}

function summary({ outcomes, wire, durationMs }: DemoResult, colour: boolean): string {
  const perAddress = (count: number) =>
    `${count} (${(count / Math.max(1, outcomes.length)).toFixed(2)} an address)`;
  const byStatus = statuses.map((status) => {
    const label = coloured(padded(status, labelWidth), status, colour);
    return `${label}  ${count(outcomes, status)}\n`;
  });
  const rows = [
    ['connections', perAddress(wire.connections)],
    ['RCPTs', perAddress(wire.recipients)],
    ['round trips', perAddress(wire.roundTrips)],
    ['time', `${(durationMs / 1_000).toFixed(1)} s`],
    ['verdicts true', `${correctOf(outcomes)} of ${outcomes.length}`],
  ] as const;
  return (
    byStatus.join('') + rows.map(([label, value]) => `${padded(label, labelWidth)}  ${value}\n`).join('')
  );
}

function mismatches(outcomes: readonly DemoOutcome[]): string {
  const wrong = outcomes.filter(({ correct }) => !correct);
  if (wrong.length === 0) return '';
  const lines = wrong.flatMap(({ truth, got }) => [
    `  ${printable(truth.email)} (${printable(truth.note)})`,
    `    expected  ${outcomeText(truth)}`,
    `    got       ${got instanceof MailproofError ? `${got.code}: ${printable(got.message)}` : outcomeText(got)}`,
  ]);
  return `\nNot true:\n${lines.join('\n')}\n`;
}

function jsonSummary({ outcomes, wire, durationMs }: DemoResult) {
  return {
    addresses: outcomes.length,
    ...Object.fromEntries(statuses.map((status) => [status, count(outcomes, status)])),
    connections: wire.connections,
    recipients: wire.recipients,
    round_trips: wire.roundTrips,
    duration_ms: durationMs,
    correct: correctOf(outcomes),
  };
}

function count(outcomes: readonly DemoOutcome[], status: Status): number {
  return outcomes.filter(({ got }) => verificationOf(got)?.status === status).length;
}

function correctOf(outcomes: readonly DemoOutcome[]): number {
  return outcomes.filter(({ correct }) => correct).length;
}

function outcomeText({
  status,
  substatus,
}: {
  status: Outcome['status'];
  substatus: Outcome['substatus'];
}): string {
  return `${status} ${substatus}`;
}

function verificationOf(got: EmailVerification | MailproofError): EmailVerification | undefined {
  return got instanceof MailproofError ? undefined : got;
}
