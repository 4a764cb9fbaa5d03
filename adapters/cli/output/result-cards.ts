import type { EmailLookup, EmailVerification, Status } from '../../../src/resources.ts';
import { padToWidth, wrap } from './display-width.ts';
import { printable } from './printable.ts';
import { inStatusColour } from './status-colour.ts';

/** Returns one verdict for people. */
export function verdictCard(verification: EmailVerification, options: CardOptions): string {
  return cardText(
    [
      ['address', printable(verification.email)],
      ['status', verification.status],
      ['substatus', verification.substatus],
      ['explanation', printable(verification.explanation)],
      ...enrichmentRows(verification),
    ],
    verification.status,
    options,
  );
}

/** Returns the rows about an address and its domain. */
function enrichmentRows(enrichment: Enrichment): readonly CardRow[] {
  const { confidence, mx_record } = enrichment;
  return [
    ['provider', printable(enrichment.email_provider)],
    ['exchange', mx_record === null ? 'none' : printable(mx_record)],
    ['catch-all', yesNoUnknown(enrichment.is_domain_catch_all)],
    ['gateway', yesNoUnknown(enrichment.is_secure_email_gateway)],
    ['disposable', yesNoUnknown(enrichment.is_disposable)],
    ['role account', yesNoUnknown(enrichment.is_role_account)],
    ['free provider', yesNoUnknown(enrichment.is_free)],
    ['confidence', confidence === null ? 'none' : `${confidence} %`],
  ];
}

type Enrichment = Pick<
  EmailVerification,
  | 'email_provider'
  | 'mx_record'
  | 'is_domain_catch_all'
  | 'is_secure_email_gateway'
  | 'is_disposable'
  | 'is_role_account'
  | 'is_free'
  | 'confidence'
>;

function yesNoUnknown(fact: boolean | null): string {
  if (fact === null) return 'unknown';
  return fact ? 'yes' : 'no';
}

/** Returns one lookup for people. Without an address, the rows about the address are left out. */
export function lookupCard(lookup: EmailLookup, options: CardOptions): string {
  const { first_name, last_name, domain, email, status, substatus, explanation, credits_consumed } = lookup;
  return cardText(
    [
      ['person', printable([first_name, last_name].filter((name) => name !== '').join(' '))],
      ['domain', printable(domain)],
      ['address', email === null ? 'none' : printable(email)],
      ['status', status],
      ['substatus', substatus],
      ['explanation', printable(explanation)],
      ...(email === null ? [] : enrichmentRows(lookup)),
      ['credits', credits_consumed.toString()],
    ],
    status,
    options,
  );
}

interface CardOptions {
  readonly durationMs: number;
  readonly colour: boolean;
  /** Width of the terminal. Default 80. */
  readonly columns?: number | undefined;
}

/** The value may be of any length, but must not contain control characters or line breaks. */
type CardRow = readonly [label: string, value: string];

const minColumns = 40;
const maxColumns = 100;

/** Returns one result for people: a label and a value on each line, the values aligned, the status in its colour. */
function cardText(rows: readonly CardRow[], status: Status, options: CardOptions): string {
  const all: readonly CardRow[] = [...rows, ['duration', elapsedText(options.durationMs)]];
  const labelWidth = Math.max(...all.map(([label]) => label.length));
  const columns = Math.min(maxColumns, Math.max(minColumns, options.columns ?? 80));
  const indent = ' '.repeat(labelWidth + 4);
  const lines = all.flatMap(([label, value]) => {
    const [first = '', ...rest] = wrap(value, columns - indent.length);
    const shown = label === 'status' ? inStatusColour(first, status, options.colour) : first;
    return [`  ${padToWidth(label, labelWidth)}  ${shown}`, ...rest.map((line) => indent + line)];
  });
  return `${lines.join('\n')}\n`;
}

function elapsedText(durationMs: number): string {
  return durationMs < 1_000 ? `${durationMs} ms` : `${(durationMs / 1_000).toFixed(1)} s`;
}
