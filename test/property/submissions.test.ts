import { describe, it } from 'vitest';
import { eachStorage } from '../credits/stores.ts';
import { submissionModel } from './submissions.ts';

const storages = eachStorage();

describe('Submissions, whatever becomes of their calls, their acknowledgements and their processes', () => {
  it.each([
    ['memory', 200],
    ['SQLite', 40],
    ['Redis', 40],
    ['PostgreSQL', 15],
  ] as const)(
    'are delivered and charged once, or not at all, on %s',
    (name, numRuns) => submissionModel(storages.open[name], { numRuns }),
    120_000,
  );
});
