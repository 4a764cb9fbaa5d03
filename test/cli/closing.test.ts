import { describe, expect, it, vi } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { StorageUnavailable } from '../../src/errors.ts';
import { mailproof } from './mailproof.ts';

vi.mock(import('../../adapters/cli/settings/stores.ts'), async (load) => ({
  ...(await load()),
  openStores: async () => {
    const stores = memoryStores();
    stores.keys.list = async () => {
      throw new StorageUnavailable('The disk is gone.');
    };
    return { ...stores, [Symbol.asyncDispose]: () => Promise.reject(new Error('It cannot be closed.')) };
  },
}));

describe('a command whose store fails', () => {
  it('says why the work failed, although closing fails as well', async () => {
    const { code, stderr } = await mailproof(['keys', 'list', '--account', 'acme']);
    expect({ code, stderr }).toEqual({ code: 3, stderr: 'mailproof: The disk is gone.\n' });
  });
});
