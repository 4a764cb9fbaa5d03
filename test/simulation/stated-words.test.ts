import { expect, it } from 'vitest';
import { lookupExplanations } from '../../src/lookup/explanations.ts';
import { noneExists } from './invariants/results/lookups-find-the-person.ts';

it('The simulator knows the words in which a lookup says that none exists', () => {
  expect(noneExists).toBe(lookupExplanations.noneExists);
});
