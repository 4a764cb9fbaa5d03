import { readFile } from 'node:fs/promises';
import { it } from 'vitest';
import { ledgerModel } from '../property/ledger-model.ts';
import { storeSubjects, storeSuites } from '../stores/store-suites.ts';
import { startStores } from './temporary-file.ts';

const subjects = storeSubjects(
  'SQLite',
  async (options) => {
    const { file, ...started } = await startStores(options);
    const dump = async () => {
      const files = await Promise.all([file, `${file}-wal`].map((path) => readFile(path, 'latin1')));
      return files.join('\n');
    };
    return { ...started, dump };
  },
  { sharesRateLimits: false },
);

storeSuites(subjects);

it('any sequence of commands leaves the ledger in the same state as the reference', async () => {
  await ledgerModel(subjects.ledger);
});
