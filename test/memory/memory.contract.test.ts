import { describe, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { cacheContract, pacingContract } from '../contract/index.ts';

const name = 'memory';

cacheContract(
  { describe, it },
  { name, start: async (options) => ({ cache: memoryStores(options).cache, stop: async () => {} }) },
);
pacingContract(
  { describe, it },
  { name, start: async (options) => ({ pacing: memoryStores(options).pacing, stop: async () => {} }) },
);
