import { describe, it } from 'vitest';
import { redisStores } from '../../adapters/redis/index.ts';
import {
  cacheContract,
  creditLedgerContract,
  jobStoreContract,
  keyStoreContract,
  leasesContract,
  rateLimitsContract,
} from '../../contract/index.ts';
import { ledgerModel } from '../property/ledger-model.ts';
import { redisOfFile } from '../support/redis-of-file.ts';
import { redisSubjects } from './subjects.ts';

const server = await redisOfFile();

const runner = { describe, it };
const subjects = redisSubjects(
  'Redis',
  () => [server],
  (options) => redisStores(server.url, options),
);

cacheContract(runner, subjects.cache);
leasesContract(runner, subjects.leases);
creditLedgerContract(runner, subjects.ledger);
keyStoreContract(runner, subjects.keys);
rateLimitsContract(runner, subjects.rateLimits);
jobStoreContract(runner, subjects.jobs);

describe('any sequence of commands', () => {
  it('leaves the ledger on Redis in the same state as the reference', () => ledgerModel(subjects.ledger));
});
