import { addressKeys } from '../../../src/address/address-key.ts';
import { maxEmails } from '../../../src/bulk/jobs.ts';
import { documentedPrices } from '../../../src/credits/prices.ts';
import type { EmailVerification } from '../../../src/resources.ts';
import { emailColumn } from '../csv/email-column.ts';
import type { ListKind } from './list-kind.ts';

/** Addresses to verify. */
export const verificationList: ListKind<string, EmailVerification> = {
  words: {
    one: 'address',
    many: 'addresses',
    doing: 'verifying',
    done: 'verified',
    missing: 'an address',
  },
  price: documentedPrices.verify,
  mostPerJob: maxEmails,
  columnNames: ['email'],
  columnsOf: (table, { column }) => [emailColumn(table, column)],
  itemOf: ([cell = '']) => cell.trim() || undefined,
  keys: addressKeys,
  submit: async (engine, emails, options) => (await engine.jobs.submit(emails, options)).job_id,
  run: (engine, jobId, signal) => engine.runBulk({ jobId }, { signal }),
  async *results(engine, jobId) {
    const { pages } = await engine.jobs.results(jobId);
    for await (const page of pages()) yield* page;
  },
  resultColumns: [
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
  ],
  groupTitle: 'status',
  groups: [
    // It has one substatus only.
    { name: 'safe', status: 'safe', beside: '' },
    { name: 'risky', status: 'risky' },
    { name: 'invalid', status: 'invalid' },
    { name: 'unknown', status: 'unknown' },
  ],
  groupOf: ({ status }) => status,
};
