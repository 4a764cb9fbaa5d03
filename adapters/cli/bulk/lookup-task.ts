import { companyDomain } from '../../../src/address/company-domain.ts';
import { maxRows } from '../../../src/bulk/jobs.ts';
import { documentedPrices } from '../../../src/credits/prices.ts';
import { rowKey } from '../../../src/lookup/row.ts';
import type { EmailLookup, LookupRow } from '../../../src/resources.ts';
import { lookupColumns } from '../../lists/result-columns.ts';
import { holdsDomain, isLikelyDomain } from '../csv/domain-cell.ts';
import { personColumns } from '../csv/person-columns.ts';
import type { BulkTask } from './bulk-task.ts';

const rowsPerPage = 500;

/** Looks up the addresses of people. */
export const lookupTask: BulkTask<LookupRow, EmailLookup> = {
  labels: {
    singular: 'person',
    plural: 'people',
    doing: 'looking up',
    done: 'looked up',
    missing: 'a name or a domain of the company',
  },
  price: documentedPrices.lookup,
  maxItemsPerJob: maxRows,
  columnNames: ['first_name', 'last_name', 'domain'],
  columnsOf: (table, { columns }) => personColumns(table, columns),
  describeColumns: (names) => `first names, last names and domains are in the columns ${names.join(', ')}`,
  itemsOf: personOf,
  isPlausible: ({ domain }) => isLikelyDomain(domain),
  isUndivided: ({ domain }) => holdsDomain(domain),
  unaskedResult: () => undefined,
  createItemKey: () => rowKey,
  submit: async (engine, rows, options) => (await engine.jobs.submitLookup(rows, options)).id,
  run: (engine, jobId, signal) => engine.runBulkLookup({ jobId }, { signal }),
  async *results(engine, jobId) {
    for (let offset = 0, total = 1; offset < total; offset += rowsPerPage) {
      const page = await engine.jobs.lookupResults(jobId, { limit: rowsPerPage, offset });
      yield* page.results;
      total = page.job.total;
    }
  },
  resultColumns: lookupColumns,
  groupTitle: 'result',
  groups: [
    { name: 'found', status: 'safe', substatus: 'deliverable' },
    { name: 'not found', status: 'unknown', substatus: 'no_address_found' },
  ],
  groupOf: ({ email }) => (email === null ? 'not found' : 'found'),
};

/** One of the two names is enough: some people have only one. */
function personOf([first_name = '', last_name = '', cell = '']: readonly string[]): readonly LookupRow[] {
  const domain = companyDomain(cell) ?? '';
  const named = first_name.trim() !== '' || last_name.trim() !== '';
  return named && domain.trim() !== '' ? [{ first_name, last_name, domain }] : [];
}
