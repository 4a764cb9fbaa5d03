import { InvalidArgument } from '../../../src/errors.ts';
import type { EmailVerification, Status, Substatus } from '../../../src/resources.ts';
import { verdictColumns } from '../bulk/result-columns.ts';
import { addressInCell } from '../csv/address-cell.ts';
import type { CsvTable } from '../csv/csv-table.ts';
import { emailColumn } from '../csv/email-column.ts';

type VerdictColumn = (typeof verdictColumns)[number];

/**
 * Yields the verdicts in a file of results, as `mailproof bulk` and `mailproof jobs results` write it. Throws InvalidArgument for
 * any other file.
 */
export async function* readVerdicts(
  table: CsvTable,
  { column, signal }: { readonly column: string | undefined; readonly signal: AbortSignal },
): AsyncGenerator<EmailVerification> {
  const { header = [], file } = table;
  const email = emailColumn(table, column);
  const indexes = new Map(verdictColumns.map((name) => [name, resultColumn(header, name, file)]));
  for await (const row of table.rows(signal)) {
    const cell = (name: VerdictColumn) => row[indexes.get(name) ?? -1] ?? '';
    const confidence = cell('confidence') === '' ? null : Number(cell('confidence'));
    const status = cell('status');
    if (!isStatus(status) || !(confidence === null || (confidence >= 0 && confidence <= 100)))
      throw notResults(file);
    yield {
      email: addressInCell(withoutEscape(row[email] ?? '')),
      status,
      // Any other text is no evidence, and ignored.
      substatus: cell('substatus') as Substatus,
      explanation: cell('explanation'),
      email_provider: withoutEscape(cell('email_provider')),
      mx_record: cell('mx_record') || null,
      is_domain_catch_all: flagOf(cell('is_domain_catch_all')),
      is_secure_email_gateway: cell('is_secure_email_gateway') === 'true',
      is_disposable: flagOf(cell('is_disposable')),
      is_role_account: flagOf(cell('is_role_account')),
      is_free: flagOf(cell('is_free')),
      confidence,
    };
  }
}

/** Where the list had a column of the same name, that of the results has a prefix. */
function resultColumn(header: readonly string[], name: string, file: string): number {
  const names = header.map((each) => each.trim().toLowerCase());
  const prefixed = names.indexOf(`mailproof_${name}`);
  const index = prefixed === -1 ? names.indexOf(name) : prefixed;
  if (index === -1) throw notResults(file);
  return index;
}

function notResults(file: string): InvalidArgument {
  return new InvalidArgument(
    '--results',
    `${file} is no file of results. Give one that "mailproof bulk" or "mailproof jobs results" has written.`,
  );
}

function isStatus(text: string): text is Status {
  return text === 'safe' || text === 'risky' || text === 'invalid' || text === 'unknown';
}

function flagOf(text: string): boolean | null {
  return text === '' ? null : text === 'true';
}

/** Undoes `escapeFormula`. */
function withoutEscape(cell: string): string {
  return cell.replace(/^'(?=\s*[=+\-@＝＋－＠])/u, '');
}
