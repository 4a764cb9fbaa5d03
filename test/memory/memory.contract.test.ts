import { memoryStores } from '../../adapters/memory/index.ts';
import { storeSubjects, storeSuites } from '../stores/store-suites.ts';

storeSuites(
  storeSubjects('memory', async (options) => ({ stores: memoryStores(options), stop: async () => {} })),
);
