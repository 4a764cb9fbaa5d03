import { parse as parseSuffix } from 'tldts';
import { companyDomain } from '../../../src/address/company-domain.ts';
import { parseDomain } from '../../../src/address/domain.ts';
import { isSpecialUse } from '../../../src/address/special-use.ts';
import { maxRows } from '../../../src/bulk/jobs.ts';
import { documentedPrices } from '../../../src/credits/prices.ts';
import { rowKey } from '../../../src/lookup/row.ts';
import type { EmailLookup, LookupRow } from '../../../src/resources.ts';
import { lookupColumns } from '../../lists/result-columns.ts';
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

/** Returns whether a text is no domain but has one in it, as if a separator was not found. */
export function holdsDomain(text: string): boolean {
  return !isLikelyDomain(text) && text.split(/[^\p{L}\p{M}\p{N}.-]+/u).some(isLikelyDomain);
}

/** Returns whether a cell seems to be a domain: `ann.baker` is one to DNS, but has a suffix that nobody knows. */
export function isLikelyDomain(text: string): boolean {
  const parsed = parseDomain(text.trim());
  if (parsed.kind === 'invalid') return false;
  const { isIcann } = parseSuffix(parsed.domain, { extractHostname: false, allowPrivateDomains: false });
  return isIcann === true || isSpecialUse(parsed.domain);
}
