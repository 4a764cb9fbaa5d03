import type { EmailLookup, VerificationFields } from '../../../../src/resources.ts';

/** What is shown of the results. Empty texts: everything. */
export interface ResultFilter {
  readonly status: string;
  readonly provider: string;
  readonly text: string;
}

export const noFilter: ResultFilter = { status: '', provider: '', text: '' };

type FilteredResult = VerificationFields | EmailLookup;

export function filterRows<Result extends FilteredResult>(
  rows: readonly Result[],
  filter: ResultFilter,
): readonly Result[] {
  const isShown = testOf(filter);
  return isShown === undefined ? rows : rows.filter(isShown);
}

/** Returns what tells whether a result is shown; undefined if all are. */
export function testOf({
  status,
  provider,
  text,
}: ResultFilter): ((result: FilteredResult) => boolean) | undefined {
  const wanted = text.trim().toLowerCase();
  if (status === '' && provider === '' && wanted === '') return undefined;
  return (result) =>
    (status === '' || result.status === status || result.substatus === status) &&
    (provider === '' || result.email_provider === provider) &&
    (wanted === '' || textOf(result).includes(wanted));
}

function textOf(row: FilteredResult): string {
  const person = 'first_name' in row ? `${row.first_name} ${row.last_name} ${row.domain} ` : '';
  return `${person}${row.email ?? ''} ${row.substatus} ${row.explanation}`.toLowerCase();
}
