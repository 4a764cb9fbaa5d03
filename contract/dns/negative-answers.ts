import assert from 'node:assert/strict';
import type { Zone } from '../../adapters/sandbox/dns/zone.ts';
import type { ContractRunner } from '../runner.ts';
import { type DnsContractSubject, withDns } from './fixture.ts';

export function negativeAnswersContract({ it }: ContractRunner, subject: DnsContractSubject): void {
  it('distinguishes a name that does not exist from one without such records', () => {
    const zone: Zone = { 'example.com': { a: ['192.0.2.1'] }, 'a.b.example.org': { a: ['192.0.2.1'] } };
    return withDns(subject, zone, async ({ dns }) => {
      assert.equal((await dns.mx('nowhere.example.com')).kind, 'no-domain');
      assert.equal((await dns.a('nowhere.example.com')).kind, 'no-domain');
      assert.equal((await dns.mx('example.com')).kind, 'no-data');
      assert.equal((await dns.aaaa('example.com')).kind, 'no-data');
      // It exists, because there are names below it (RFC 8020).
      assert.equal((await dns.a('b.example.org')).kind, 'no-data');
    });
  });

  it('uses the smaller of the TTL and the minimum of the SOA', () => {
    const zone: Zone = {
      'example.com': { soa: { ttlSeconds: 3600, minimumSeconds: 60 } },
      'example.org': { soa: { ttlSeconds: 45, minimumSeconds: 3600 }, answer: 'no-domain' },
      'example.net': { cname: 'example.com', ttlSeconds: 20 },
    };
    return withDns(subject, zone, async ({ dns }) => {
      assert.deepEqual(await dns.mx('example.com'), { kind: 'no-data', ttlSeconds: 60 });
      assert.deepEqual(await dns.mx('example.org'), { kind: 'no-domain', ttlSeconds: 45 });
      assert.deepEqual(await dns.mx('example.net'), { kind: 'no-data', ttlSeconds: 20 });
    });
  });

  it('has a TTL of 0 without an SOA', () =>
    withDns(
      subject,
      { 'example.com': { soa: null }, 'example.org': { soa: null, answer: 'no-domain' } },
      async ({ dns }) => {
        assert.deepEqual(await dns.mx('example.com'), { kind: 'no-data', ttlSeconds: 0 });
        assert.deepEqual(await dns.mx('example.org'), { kind: 'no-domain', ttlSeconds: 0 });
      },
    ));
}
