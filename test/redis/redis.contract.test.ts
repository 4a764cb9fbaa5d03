import { describe, it } from 'vitest';
import { redisStores } from '../../adapters/redis/index.ts';
import { ledgerModel } from '../property/ledger-model.ts';
import { storeSuites } from '../stores/store-suites.ts';
import { redisOfFile } from '../support/redis-server.ts';
import { redisSubjects } from './subjects.ts';

const server = await redisOfFile();

const subjects = redisSubjects(
  'Redis',
  () => [server],
  (options) => redisStores(server.url, options),
);

storeSuites(subjects);

describe('any sequence of commands', () => {
  it('leaves the ledger on Redis in the same state as the reference', () => ledgerModel(subjects.ledger));
});
