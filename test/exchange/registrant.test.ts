import { describe, expect, it } from 'vitest';
import { hosterOf, registrantOf } from '../../src/exchange/registrant.ts';

describe('who has registered a domain', () => {
  it.each([
    ['example.com', 'example'],
    ['mail.example.com', 'example'],
    ['mx1.mail.example.co.uk', 'example'],
    ['example.xn--p1ai', 'example'],
  ])('is told by its registrable part without the ending: %s by %s', (domain, registrant) => {
    expect(registrantOf(domain)).toBe(registrant);
  });

  it.each(['com', 'co.uk', '192.0.2.1', 'localhost'])('is %s itself if it has no such part', (domain) => {
    expect(registrantOf(domain)).toBe(domain);
  });

  it('is looked for in a domain, not in a URL or an address', () => {
    expect(registrantOf('ann@example.com')).not.toBe(registrantOf('example.com'));
  });
});

describe('who runs an exchange', () => {
  it('is its provider, at all names of the provider', () => {
    expect(hosterOf('aspmx.l.google.com')).toBe('google-workspace');
    expect(hosterOf('alt1.aspmx.l.google.com')).toBe('google-workspace');
  });

  it('is the registrant of its domain if it is of no provider that is known', () => {
    expect(hosterOf('mx1.example.net')).toBe('example');
    expect(hosterOf('mx2.example.co.uk')).toBe('example');
  });
});
