import { InvalidArgument } from '../../../src/errors.ts';
import type { EmailVerification, Status, Substatus } from '../../../src/resources.ts';
import { unescapeFormula } from '../../csv-row.ts';
import { addressInCell } from '../../lists/address-cell.ts';
import { verdictColumns } from '../../lists/result-columns.ts';
import { type CsvTable, readSample } from '../csv/csv-table.ts';
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
  const email = emailColumn({ ...table, sample: await readSample(table, signal) }, column);
  const indexes = new Map(verdictColumns.map((name) => [name, resultColumn(header, name, file)]));
  for await (const { cells, line } of table.numberedRows(signal)) {
    const address = addressInCell(unescapeFormula(cells[email] ?? ''));
    // A row of the list without an address has no result.
    if (address === '') continue;
    const cell = (name: VerdictColumn) => (cells[indexes.get(name) ?? -1] ?? '').trim();
    const read = <Value>(name: VerdictColumn, parse: (text: string) => Value | undefined): Value => {
      const value = parse(cell(name));
      if (value !== undefined) return value;
      throw notResult(cell(name), { column: name, line, file });
    };
    yield {
      email: address,
      status: read('status', statusOf),
      // Any other text is no evidence, and ignored.
      substatus: cell('substatus') as Substatus,
      explanation: cell('explanation'),
      email_provider: unescapeFormula(cell('email_provider')),
      mx_record: cell('mx_record') || null,
      is_domain_catch_all: read('is_domain_catch_all', flagOf),
      is_secure_email_gateway: read('is_secure_email_gateway', flagOf) === true,
      is_disposable: read('is_disposable', flagOf),
      is_role_account: read('is_role_account', flagOf),
      is_free: read('is_free', flagOf),
      confidence: read('confidence', confidenceOf),
    } as EmailVerification;
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

function notResult(
  text: string,
  { column, line, file }: { readonly column: VerdictColumn; readonly line: number; readonly file: string },
): InvalidArgument {
  return new InvalidArgument(
    '--results',
    `On line ${line} of ${file} is "${text.slice(0, 60)}" in the column "${column}", where results have ${cellTexts(column)}. ` +
      'Nothing was recorded. Give the file as "mailproof bulk" or "mailproof jobs results" has written it.',
  );
}

/** What the cells that are read may have. */
function cellTexts(column: VerdictColumn): string {
  if (column === 'status') return statuses.join(', ');
  return column === 'confidence' ? 'a whole number from 0 to 100, or nothing' : 'true, false or nothing';
}

const statuses: readonly Status[] = ['safe', 'risky', 'invalid', 'unknown'];

function statusOf(text: string): Status | undefined {
  return statuses.find((status) => status === text);
}

function confidenceOf(text: string): number | null | undefined {
  if (text === '') return null;
  const confidence = Number(text);
  return Number.isInteger(confidence) && confidence >= 0 && confidence <= 100 ? confidence : undefined;
}

/** Spreadsheets save TRUE and FALSE. */
function flagOf(text: string): boolean | null | undefined {
  if (text === '') return null;
  const lower = text.toLowerCase();
  return lower === 'true' || lower === 'false' ? lower === 'true' : undefined;
}
