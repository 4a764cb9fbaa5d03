import { readFile } from 'node:fs/promises';
import { describe, it } from 'vitest';
import {
  cacheContract,
  creditLedgerContract,
  jobStoreContract,
  keyStoreContract,
  leasesContract,
  rateLimitsContract,
} from '../../contract/index.ts';
import { ledgerModel } from '../property/ledger-model.ts';
import { startStores } from './temporary-file.ts';

const name = 'SQLite';
const runner = { describe, it };

const ledgerSubject: Parameters<typeof creditLedgerContract>[1] = {
  name,
  start: async (options) => {
    const { stores, second, stop } = await startStores(options);
    return { ledger: stores.ledger, openSecond: async () => (await second()).ledger, stop };
  },
};

creditLedgerContract(runner, ledgerSubject);

it('any sequence of commands leaves the ledger in the same state as the reference', async () => {
  await ledgerModel(ledgerSubject);
});

cacheContract(runner, {
  name,
  start: async (options) => {
    const { stores, second, stop } = await startStores(options);
    return { cache: stores.cache, openSecond: async () => (await second()).cache, stop };
  },
});

leasesContract(runner, {
  name,
  start: async (options) => {
    const { stores, second, stop } = await startStores(options);
    return { leases: stores.leases, openSecond: async () => (await second()).leases, stop };
  },
});

keyStoreContract(runner, {
  name,
  start: async (options) => {
    const { stores, file, second, stop } = await startStores(options);
    const dump = async () => {
      const files = await Promise.all([file, `${file}-wal`].map((path) => readFile(path, 'latin1')));
      return files.join('\n');
    };
    return { keys: stores.keys, openSecond: async () => (await second()).keys, dump, stop };
  },
});

rateLimitsContract(runner, {
  name,
  start: async (options) => {
    const { stores, stop } = await startStores(options);
    return { rateLimits: stores.rateLimits, stop };
  },
});

jobStoreContract(runner, {
  name,
  start: async (options) => {
    const { stores, second, stop } = await startStores(options);
    return { jobs: stores.jobs, openSecond: async () => (await second()).jobs, stop };
  },
});
