import type { EmailVerification } from '../../src/resources.ts';
import { padded, wrapped } from './display-width.ts';
import { printable } from './printable.ts';
import { coloured } from './status-colour.ts';

export interface CardOptions {
  readonly durationMs: number;
  readonly colour: boolean;
  /** Of the terminal. Default 80. */
  readonly columns?: number | undefined;
}

const narrowest = 40;
const widest = 100;

/** One verdict for people: a label and a value a line, the values aligned. */
export function verdictCard(verification: EmailVerification, options: CardOptions): string {
  const rows = rowsOf(verification, options.durationMs);
  const labelWidth = Math.max(...rows.map(([label]) => label.length));
  const columns = Math.min(widest, Math.max(narrowest, options.columns ?? 80));
  const indent = ' '.repeat(labelWidth + 4);
  const lines = rows.flatMap(([label, value]) => {
    const [first = '', ...rest] = wrapped(value, columns - indent.length);
    const shown = label === 'status' ? coloured(first, verification.status, options.colour) : first;
    return [`  ${padded(label, labelWidth)}  ${shown}`, ...rest.map((line) => indent + line)];
  });
  return `${lines.join('\n')}\n`;
}

function rowsOf(verification: EmailVerification, durationMs: number): readonly (readonly [string, string])[] {
  const { confidence, mx_record } = verification;
  return [
    ['address', printable(verification.email)],
    ['status', verification.status],
    ['substatus', verification.substatus],
    ['explanation', printable(verification.explanation)],
    ['provider', printable(verification.email_provider)],
    ['exchange', mx_record === null ? 'none' : printable(mx_record)],
    ['catch-all', yesNo(verification.is_domain_catch_all)],
    ['gateway', yesNo(verification.is_secure_email_gateway)],
    ['disposable', yesNo(verification.is_disposable)],
    ['role account', yesNo(verification.is_role_account)],
    ['free provider', yesNo(verification.is_free)],
    ['confidence', confidence === null ? 'none' : `${confidence} %`],
    ['duration', durationMs < 1_000 ? `${durationMs} ms` : `${(durationMs / 1_000).toFixed(1)} s`],
  ];
}

function yesNo(fact: boolean | null): string {
  if (fact === null) return 'unknown';
  return fact ? 'yes' : 'no';
}
