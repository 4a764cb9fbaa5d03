import { describe, it } from 'vitest';
import { workQueueContract } from '../../contract/index.ts';
import { startStores } from './temporary-file.ts';

workQueueContract(
  { describe, it },
  {
    name: 'SQLite',
    time: 'injected',
    start: async (options) => {
      const { stores, stop } = await startStores(options);
      return { queue: stores.queue, stop };
    },
  },
);
