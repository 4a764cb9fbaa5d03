import { describe, expect, it } from 'vitest';
import { dnsAnswerText } from '../../src/exchange/dns-answer-text.ts';

describe('An answer of the DNS, in words', () => {
  it('names its mail servers with their preference, and a dot for a domain that takes no mail', () => {
    const records = [
      { preference: 10, exchange: 'mx1.example.com' },
      { preference: 20, exchange: 'mx2.example.com' },
    ];
    expect(dnsAnswerText({ kind: 'records', records, ttlSeconds: 300 })).toBe(
      '10 mx1.example.com, 20 mx2.example.com (TTL 300 s)',
    );
    const none = [{ preference: 0, exchange: '' }];
    expect(dnsAnswerText({ kind: 'records', records: none, ttlSeconds: 60 })).toBe('0 . (TTL 60 s)');
  });

  it('names addresses as they are', () => {
    const records = ['192.0.2.1', '2001:db8::1'];
    expect(dnsAnswerText({ kind: 'records', records, ttlSeconds: 5 })).toBe(
      '192.0.2.1, 2001:db8::1 (TTL 5 s)',
    );
  });

  it('says what there is not, or why there is no answer', () => {
    expect(dnsAnswerText({ kind: 'no-data', ttlSeconds: 5 })).toBe('no such record');
    expect(dnsAnswerText({ kind: 'no-domain', ttlSeconds: 5 })).toBe('no such name');
    expect(dnsAnswerText({ kind: 'failure', reason: 'timeout', detail: 'no answer in 5 s' })).toBe(
      'timeout (no answer in 5 s)',
    );
  });
});
