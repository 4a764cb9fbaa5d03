import type { DoctorFinding, Severity } from '../../../src/doctor/finding.ts';
import { padToWidth, wrap } from './display-width.ts';
import { printable } from './printable.ts';

export interface FindingsReportOptions {
  readonly colour: boolean;
  /** Width of the terminal. Default 100. */
  readonly columns?: number | undefined;
}

const minColumns = 60;
const maxColumns = 120;
const severityWidth = 'failure'.length;
const labelWidth = 'means'.length;

/** Returns the findings for people, by what they are about. What is right has one line; all else says what to do. */
export function findingsReport(findings: readonly DoctorFinding[], options: FindingsReportOptions): string {
  const columns = Math.min(maxColumns, Math.max(minColumns, options.columns ?? 100));
  const groups = new Map<string, DoctorFinding[]>();
  for (const finding of findings)
    groups.set(groupOf(finding), [...(groups.get(groupOf(finding)) ?? []), finding]);
  const lines = [...groups].flatMap(([title, members]) => [
    printable(title),
    ...members.flatMap((finding) => linesOf(finding, columns, options.colour)),
    '',
  ]);
  return `${[...lines, countsOf(findings)].join('\n')}\n`;
}

function groupOf(finding: DoctorFinding): string {
  switch (finding.check) {
    case 'resolver':
      return 'resolvers';
    case 'outgoing_smtp':
    case 'address_seen':
    case 'blocks':
    case 'reverse_name':
    case 'generic_name':
    case 'helo':
    case 'sender_domain':
    case 'spf':
    case 'block_list':
      return `egress ${finding.egress}`;
    case 'storage':
      return 'store';
    case 'disposable_lists':
      return 'lists';
    case 'clock':
      return 'clock';
  }
}

function linesOf(
  { severity, summary, meaning, advice }: DoctorFinding,
  columns: number,
  colour: boolean,
): string[] {
  const label = inSeverityColour(padToWidth(severity, severityWidth), severity, colour);
  const indent = ' '.repeat(2 + severityWidth + 2);
  const paragraph = (first: string, text: string, hanging: string) =>
    wrap(printable(text), columns - hanging.length).map(
      (line, index) => (index === 0 ? first : hanging) + line,
    );
  const inner = ' '.repeat(indent.length + labelWidth + 2);
  const detail = (name: string, text: string) =>
    paragraph(`${indent}${padToWidth(name, labelWidth)}  `, text, inner);
  return [
    ...paragraph(`  ${label}  `, summary, indent),
    ...(advice === null ? [] : [...detail('means', meaning), ...detail('do', advice)]),
  ];
}

/** Foreground colours (ECMA-48, select graphic rendition): green, yellow, red. */
const colourOf = { ok: 32, warning: 33, failure: 31 } as const satisfies Record<Severity, number>;

function inSeverityColour(text: string, severity: Severity, colour: boolean): string {
  return colour ? `\u001b[${colourOf[severity]}m${text}\u001b[39m` : text;
}

function countsOf(findings: readonly DoctorFinding[]): string {
  const count = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length;
  const [failures, warnings] = [count('failure'), count('warning')];
  return [
    failures === 1 ? '1 failure' : `${failures} failures`,
    warnings === 1 ? '1 warning' : `${warnings} warnings`,
    `${count('ok')} ok`,
  ].join(', ');
}
