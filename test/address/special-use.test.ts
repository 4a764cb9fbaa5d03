import { describe, expect, it } from 'vitest';
import { isSpecialUse } from '../../src/address/special-use.ts';

describe('special-use names', () => {
  it.each([
    ...'test mail.test a.b.example mail.invalid localhost mail.localhost printer.local'.split(' '),
    ...'hidden.onion home.arpa 2.0.192.in-addr.arpa name.alt'.split(' '),
  ])('include %s', (domain) => {
    expect(isSpecialUse(domain)).toBe(true);
  });

  it.each([
    ...'example.com test.example.com localhost.example.org attest mail.contest example.net'.split(' '),
  ])('do not include %s', (domain) => {
    expect(isSpecialUse(domain)).toBe(false);
  });
});
