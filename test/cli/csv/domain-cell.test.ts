import { expect, it } from 'vitest';
import { domainInCell } from '../../../adapters/cli/csv/domain-cell.ts';

it.each([
  ['example.com', 'example.com'],
  [' example.com ', 'example.com'],
  ['https://www.example.com/about?from=crm#team', 'example.com'],
  ['http://example.co.uk:8080', 'example.co.uk'],
  ['HTTPS://Example.com/', 'Example.com'],
  ['www.example.com', 'example.com'],
  ['example.com/contact', 'example.com'],
  ['ann@example.com', 'example.com'],
  ['www.de', 'www.de'],
  ['no domain', 'no domain'],
  ['Example Ltd.', 'Example Ltd.'],
  ['', ''],
])('the domain in the cell "%s" is "%s"', (cell, domain) => {
  expect(domainInCell(cell)).toBe(domain);
});
