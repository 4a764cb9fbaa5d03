import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressKey, createAddressKeyFunction } from '../../src/address/address-key.ts';

const pieces = [
  'ann',
  'ANN',
  '.',
  '..',
  '@',
  ' ',
  '"',
  'é',
  'ß',
  '-',
  '--',
  'xn--',
  'example.com',
  'EXAMPLE.org',
  '1',
  'ı',
  '\u0000',
];

describe('The key of an address', () => {
  it('is the same for spellings that differ in case, in outer white space or in the form of the domain', () => {
    const same = [' ann@bücher.example.com', 'ANN@BÜCHER.example.com ', 'Ann@xn--bcher-kva.example.com'];
    expect(new Set(same.map(addressKey)).size).toBe(1);
  });

  it('is the folded text if the input is not an address', () => {
    expect(addressKey(' Not An Address ')).toBe('not an address');
    expect(addressKey('')).toBe('');
  });

  it('is the same from addressKey and createAddressKeyFunction', () => {
    const keyOf = createAddressKeyFunction();
    const text = fc.oneof(
      fc.string({ unit: fc.constantFrom(...pieces), maxLength: 8 }),
      fc.string({ unit: 'binary' }),
      fc.emailAddress(),
      fc.emailAddress().map((address) => `${address.toUpperCase()} `),
      fc.nat(80).map((length) => `${'a'.repeat(length)}@example.com`),
      fc.nat(260).map((length) => `ann@${'a.'.repeat(length)}example.com`),
    );
    fc.assert(
      fc.property(text, (address) => {
        expect(keyOf(address)).toBe(addressKey(address));
      }),
      { numRuns: 2_000 },
    );
  });
});
