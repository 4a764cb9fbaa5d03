import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { allInvariants } from './invariants/all-invariants.ts';

it('names every invariant and its promise in docs/guarantees.md, and no other', () => {
  const page = readFileSync(new URL('../../docs/guarantees.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| (?!invariant|---)(.+?) \| (.+?) \|$/gm)].map(([, name, promise]) => [
    name,
    promise,
  ]);
  const expected = allInvariants.map(({ name, promise }) => [name, promise]);
  expect(rows.sort()).toEqual(expected.sort());
});
