import { describe, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import {
  cacheContract,
  creditLedgerContract,
  jobStoreContract,
  keyStoreContract,
  leasesContract,
  rateLimitsContract,
} from '../../contract/index.ts';

const name = 'memory';
const runner = { describe, it };
const stop = async () => {};

cacheContract(runner, { name, start: async (options) => ({ cache: memoryStores(options).cache, stop }) });
leasesContract(runner, { name, start: async (options) => ({ leases: memoryStores(options).leases, stop }) });
creditLedgerContract(runner, {
  name,
  start: async (options) => ({ ledger: memoryStores(options).ledger, stop }),
});
keyStoreContract(runner, { name, start: async (options) => ({ keys: memoryStores(options).keys, stop }) });
rateLimitsContract(runner, {
  name,
  start: async (options) => ({ rateLimits: memoryStores(options).rateLimits, stop }),
});
jobStoreContract(runner, {
  name,
  start: async (options) => ({ jobs: memoryStores(options).jobs, stop }),
});
