import { expect, it } from 'vitest';
import { holdsDomain, isLikelyDomain } from '../../../adapters/cli/bulk/lookup-task.ts';

it.each([
  ['example.com~Graz', true],
  ['Bakery (example.com)', true],
  ['example.com', false],
  ['Example Ltd', false],
  ['', false],
])('whether there is a domain with something beside it in "%s": %s', (text, holds) => {
  expect(holdsDomain(text)).toBe(holds);
});

it.each([
  [' example.co.uk ', true],
  ['bücher.de', true],
  ['mail.test', true],
  ['ann.baker', false],
  ['photo.jpeg', false],
  ['Bakery', false],
])('whether "%s" seems to be a domain: %s', (text, isLikely) => {
  expect(isLikelyDomain(text)).toBe(isLikely);
});
