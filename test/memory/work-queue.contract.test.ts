import { describe, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { workQueueContract } from '../../contract/index.ts';

workQueueContract(
  { describe, it },
  {
    name: 'memory',
    time: 'injected',
    start: async (options) => {
      const { queue, close } = memoryStores(options);
      return { queue, stop: close };
    },
  },
);
