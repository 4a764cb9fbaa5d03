import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { Journal } from '../../adapters/memory/journal.ts';

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

it('a journal keeps no entry in memory once it is folded, however many others are left', async () => {
  const journal = new Journal();
  for (let at = 1; at <= 100; at += 1)
    journal.append({ kind: 'grant', id: `grant ${at}`, milliCredits: 1, at, purpose: null });
  const foldOne = () => new WeakRef(journal.fold(40) ?? {});
  const folded = Array.from({ length: 40 }, foldOne);
  await new Promise((resolve) => setImmediate(resolve));
  collectGarbage();
  expect(folded.filter((entry) => entry.deref() !== undefined)).toEqual([]);
  expect(journal.fold(40)).toBeUndefined();
  expect(journal.page({ limit: 100 }).map(({ id }) => id)).toEqual([
    ...Array.from({ length: 60 }, (_, index) => `grant ${100 - index}`),
    '',
  ]);
});
