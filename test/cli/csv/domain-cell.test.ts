import { expect, it } from 'vitest';
import { holdsDomain } from '../../../adapters/cli/csv/domain-cell.ts';

it.each([
  ['example.com~Graz', true],
  ['Bakery (example.com)', true],
  ['example.com', false],
  ['Example Ltd', false],
  ['', false],
])('whether there is a domain with something beside it in "%s": %s', (text, holds) => {
  expect(holdsDomain(text)).toBe(holds);
});
