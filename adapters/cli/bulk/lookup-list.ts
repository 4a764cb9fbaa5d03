import { maxRows } from '../../../src/bulk/jobs.ts';
import { documentedPrices } from '../../../src/credits/prices.ts';
import { rowKey } from '../../../src/lookup/row.ts';
import type { EmailLookup, LookupRow } from '../../../src/resources.ts';
import { personColumns } from '../csv/person-columns.ts';
import type { ListKind } from './list-kind.ts';

const rowsPerPage = 500;

/** People whose addresses are looked for. */
export const lookupList: ListKind<LookupRow, EmailLookup> = {
  words: {
    one: 'person',
    many: 'people',
    doing: 'looking up',
    done: 'looked up',
    missing: 'a name or a domain',
  },
  price: documentedPrices.lookup,
  mostPerJob: maxRows,
  columnNames: ['first_name', 'last_name', 'domain'],
  columnsOf: (table, { columns }) => personColumns(table, columns),
  itemOf: personOf,
  keys: () => rowKey,
  submit: async (engine, rows, options) => (await engine.jobs.submitLookups(rows, options)).job_id,
  run: (engine, jobId, signal) => engine.runBulkLookup({ jobId }, { signal }),
  async *results(engine, jobId) {
    for (let offset = 0, total = 1; offset < total; offset += rowsPerPage) {
      const page = await engine.jobs.lookupResults(jobId, { limit: rowsPerPage, offset });
      yield* page.results;
      total = page.total_rows;
    }
  },
  resultColumns: [
    'email',
    'status',
    'substatus',
    'explanation',
    'email_provider',
    'mx_record',
    'is_domain_catch_all',
    'is_secure_email_gateway',
    'is_disposable',
    'is_role_account',
    'is_free',
    'confidence',
    'credits_consumed',
  ],
  groupTitle: 'result',
  groups: [
    { name: 'found', status: 'safe', beside: 'deliverable' },
    { name: 'not found', status: 'unknown', beside: 'no_address_found' },
  ],
  groupOf: ({ email }) => (email === null ? 'not found' : 'found'),
};

/** Some people are known by one name only. */
function personOf([first_name = '', last_name = '', domain = '']: readonly string[]): LookupRow | undefined {
  const named = first_name.trim() !== '' || last_name.trim() !== '';
  return named && domain.trim() !== '' ? { first_name, last_name, domain } : undefined;
}
