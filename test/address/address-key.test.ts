import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressKey, createAddressKeyFunction } from '../../src/address/address-key.ts';
import { parseMailbox } from '../../src/address/mailbox.ts';
import { times } from '../support/values/for-all.ts';

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
  'ſ',
  'É',
  'ς',
  '\u00B5',
  '\u212A',
  '\uD800',
  '\uFFFD',
  '\\',
  '\u0000',
];

const text = fc.oneof(
  fc.string({ unit: fc.constantFrom(...pieces), maxLength: 8 }),
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
    .map((units) => `${String.fromCharCode(...units)}@example.com`),
  fc.emailAddress(),
  fc.emailAddress().map((address) => `${address.toUpperCase()} `),
  fc.nat(80).map((length) => `${'a'.repeat(length)}@example.com`),
  fc.nat(260).map((length) => `ann@${'a.'.repeat(length)}example.com`),
);

function swapAsciiCase(input: string): string {
  return input.replace(/[a-zA-Z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

describe('The key of an address', () => {
  it('is the same for spellings that differ in ASCII case, in outer white space or in the form of the domain', () => {
    const same = [' ann@bücher.example.com', 'ANN@BÜCHER.example.com ', 'Ann@xn--bcher-kva.example.com'];
    expect(new Set(same.map(addressKey)).size).toBe(1);
  });

  it('is the same for different addresses only if they differ in ASCII case on the wire', () => {
    const wireForm = (input: string) => {
      const parsed = parseMailbox(input);
      return parsed.kind === 'mailbox' ? parsed.mailbox.address : undefined;
    };
    times(2_000).forAll(text, text, (one, other) => {
      for (const variant of [other, one.toUpperCase(), one.toLowerCase(), one.normalize('NFKC')]) {
        if (addressKey(one) !== addressKey(variant)) continue;
        const [oneWire, otherWire] = [wireForm(one), wireForm(variant)];
        expect(otherWire === undefined).toBe(oneWire === undefined);
        const lower = (wire: string) => wire.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
        expect(lower(otherWire ?? '')).toBe(lower(oneWire ?? ''));
      }
    });
  });

  it('is the same for a text that is no address only if it is refused for the same reason', () => {
    const refusal = (input: string) => {
      const parsed = parseMailbox(input);
      return parsed.kind === 'invalid' ? parsed.problem : undefined;
    };
    times(2_000).forAll(text, (input) => {
      const variant = ` ${swapAsciiCase(input)}`;
      expect(addressKey(variant)).toBe(addressKey(input));
      expect(refusal(variant)).toBe(refusal(input));
    });
  });

  it('is well-formed Unicode, and differs for texts that differ in a lone surrogate', () => {
    const texts = [
      'a\uD800@example.com',
      'a\uDC00@example.com',
      'a\uFFFD@example.com',
      'a\\ud800@example.com',
    ];
    const keys = texts.map(addressKey);
    expect(new Set(keys).size).toBe(texts.length);
    for (const key of keys) expect(Buffer.from(key).toString()).toBe(key);
  });

  it('is well-formed Unicode for any text', () => {
    times(2_000).forAll(text, (input) => {
      expect(addressKey(input)).not.toMatch(/[\0\uD800-\uDFFF]/u);
    });
  });

  it('is the same from addressKey and createAddressKeyFunction', () => {
    const keyOf = createAddressKeyFunction();
    times(2_000).forAll(text, (address) => {
      expect(keyOf(address)).toBe(addressKey(address));
    });
  });
});
