import { expect, it } from 'vitest';
import { companyDomain } from '../../src/address/company-domain.ts';

it.each([
  ['example.com', 'example.com'],
  [' example.com ', 'example.com'],
  ['https://www.example.com/about?from=crm#team', 'example.com'],
  ['http://example.co.uk:8080', 'example.co.uk'],
  ['HTTPS://Example.com/', 'Example.com'],
  ['//bakery.example.com', 'bakery.example.com'],
  ['//www.example.com/about', 'example.com'],
  ['www.example.com', 'example.com'],
  ['example.com/contact', 'example.com'],
  ['ann@example.com', 'example.com'],
  ['ann@www.example.com', 'example.com'],
  ['www.www.example.com', 'example.com'],
  ['example.com.', 'example.com'],
  ['https://www.example.com./about', 'example.com'],
  ['www.de', 'www.de'],
  ['no domain', 'no domain'],
  ['Example Ltd.', 'Example Ltd.'],
  ['', ''],
])('the domain in "%s" is "%s"', (cell, domain) => {
  expect(companyDomain(cell)).toBe(domain);
});

it.each([
  'https://linkedin.com/company/x',
  'https://www.linkedin.com/company/example/about?trk=1',
  'de.linkedin.com/company/example',
  '//facebook.com/example',
  'https://m.facebook.com/example',
  'http://Twitter.com/example',
  'https://x.com/example',
  'instagram.com/example/',
  'https://www.crunchbase.com/organization/example',
])('the page "%s" at a social network has no domain of the company', (cell) => {
  expect(companyDomain(cell)).toBeUndefined();
});

it.each([
  ['https://www.linkedin.com/', 'linkedin.com'],
  ['facebook.com', 'facebook.com'],
  ['ann@linkedin.com', 'linkedin.com'],
  ['https://netflix.com/about', 'netflix.com'],
  ['https://x.com.example.org/about', 'x.com.example.org'],
])('"%s" is no page at a social network: its domain is "%s"', (cell, domain) => {
  expect(companyDomain(cell)).toBe(domain);
});

it.each([
  `${'www.'.repeat(1_500)}@x@`,
  `${'a.'.repeat(50_000)}@x@`,
  `a${'.'.repeat(100_000)}b`,
  `${'a.'.repeat(50_000)}b/x`,
])('a long text is read without trying each way to divide it', (text) => {
  const startedAt = performance.now();
  expect(companyDomain(text)).toBe(text);
  expect(performance.now() - startedAt).toBeLessThan(1_000);
});
