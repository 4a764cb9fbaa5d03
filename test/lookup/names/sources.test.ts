import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { allLanguages } from '../../../src/lookup/names/languages.ts';

it('docs/names.md says by which rules each language writes its letters, and names no other language', () => {
  const text = readFileSync(new URL('../../../docs/names.md', import.meta.url), 'utf8');
  const rows = text.slice(text.indexOf('## Letters')).matchAll(/^\| ((?:`[a-z-]+`(?:, )?)+) \|/gm);
  const named = [...rows].flatMap(([, ids = '']) => ids.replaceAll('`', '').split(', '));
  const known = allLanguages().map(({ id }) => id);
  expect(named.filter((id) => id !== 'unknown').toSorted()).toEqual([...new Set(known)].toSorted());
});
