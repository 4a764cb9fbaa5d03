import { createAddressKeyFunction } from '../../../src/address/address-key.ts';
import { parseMailbox } from '../../../src/address/mailbox.ts';
import { maxEmails } from '../../../src/bulk/jobs.ts';
import { documentedPrices, priceAt } from '../../../src/credits/prices.ts';
import type { VerificationLevel } from '../../../src/resources.ts';
import { addressesInCell } from '../../lists/address-cell.ts';
import { type ListedVerification, verificationColumns } from '../../lists/result-columns.ts';
import { unclearResult } from '../../lists/row-result.ts';
import { withSuggestion } from '../../lists/suggestion.ts';
import { emailColumn } from '../csv/email-column.ts';
import type { BulkTask } from './bulk-task.ts';

/** Verifies addresses as far as `level` says. */
export function verificationTaskAt(level: VerificationLevel): BulkTask<string, ListedVerification> {
  return {
    labels: {
      singular: 'address',
      plural: 'addresses',
      doing: 'verifying',
      done: 'verified',
      missing: 'an address',
    },
    price: priceAt(level, documentedPrices),
    maxItemsPerJob: maxEmails,
    columnNames: ['email'],
    columnsOf: (table, { column }) => [emailColumn(table, column)],
    describeColumns: ([name]) => `the addresses are in column ${name}`,
    itemsOf: ([cell = '']) => addressesInCell(cell),
    isPlausible: (email) => parseMailbox(email).kind === 'mailbox',
    isUndivided: () => false,
    unaskedResult: ([cell = '']) => unclearResult(cell),
    createItemKey: createAddressKeyFunction,
    submit: async (engine, emails, options) => (await engine.jobs.submit(emails, { ...options, level })).id,
    run: (engine, jobId, signal) => engine.runBulk({ jobId }, { signal }),
    async *results(engine, jobId) {
      const { pages } = await engine.jobs.results(jobId);
      for await (const page of pages()) yield* page.map(withSuggestion);
    },
    resultColumns: verificationColumns,
    groupTitle: 'status',
    groups: [
      // Not shown: safe has a single substatus.
      { name: 'safe', status: 'safe', substatus: '' },
      { name: 'risky', status: 'risky' },
      { name: 'invalid', status: 'invalid' },
      { name: 'unknown', status: 'unknown' },
    ],
    groupOf: ({ status }) => status,
  };
}

/** Verifies addresses to the end. */
export const verificationTask = verificationTaskAt('smtp');
