import assert from 'node:assert/strict';
import type { Zone } from '../../adapters/sandbox/dns/zone.ts';
import type { ContractRunner } from '../runner.ts';
import { assertRecords, type DnsContractSubject, withDns } from './fixture.ts';

export function aliasesContract({ it }: ContractRunner, subject: DnsContractSubject): void {
  it('follows a chain to the records, and returns the smallest TTL of the chain', () => {
    const zone: Zone = {
      'www.example.com': { cname: 'Web.example.org', ttlSeconds: 600 },
      'web.example.org': { cname: 'host.example.net', ttlSeconds: 30 },
      'host.example.net': { a: ['192.0.2.7'], mx: [[1, 'mx.example.net']], ttlSeconds: 900 },
    };
    return withDns(subject, zone, async ({ dns }) => {
      const addresses = await dns.a('www.example.com');
      const exchangers = await dns.mx('www.example.com');
      assertRecords(addresses, 30);
      assertRecords(exchangers, 30);
      assert.deepEqual(addresses.records, ['192.0.2.7']);
      assert.deepEqual(exchangers.records, [{ preference: 1, exchange: 'mx.example.net' }]);
    });
  });

  it('follows an alias that the resolver has not followed', () => {
    const zone: Zone = {
      'www.example.com': { cname: 'host.example.net', followCname: false, ttlSeconds: 40 },
      'host.example.net': { a: ['192.0.2.7'], ttlSeconds: 900 },
    };
    return withDns(subject, zone, async ({ dns }) => {
      const answer = await dns.a('www.example.com');
      assertRecords(answer, 40);
      assert.deepEqual(answer.records, ['192.0.2.7']);
    });
  });

  it('distinguishes a target that does not exist from one without such records', () => {
    const zone: Zone = {
      'gone.example.com': { cname: 'nowhere.example.net' },
      'empty.example.com': { cname: 'host.example.net' },
      'host.example.net': { a: ['192.0.2.7'] },
    };
    return withDns(subject, zone, async ({ dns }) => {
      assert.equal((await dns.mx('gone.example.com')).kind, 'no-domain');
      assert.equal((await dns.mx('empty.example.com')).kind, 'no-data');
    });
  });

  it('answers a loop with a failure', () => {
    const zone: Zone = {
      'one.example.com': { cname: 'two.example.com' },
      'two.example.com': { cname: 'one.example.com' },
      'self.example.com': { cname: 'self.example.com' },
      'three.example.com': { cname: 'four.example.com', followCname: false },
      'four.example.com': { cname: 'three.example.com', followCname: false },
    };
    return withDns(subject, zone, async ({ dns }) => {
      for (const name of ['one.example.com', 'self.example.com', 'three.example.com']) {
        assert.equal((await dns.a(name)).kind, 'failure');
      }
    });
  });
}
