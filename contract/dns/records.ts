import assert from 'node:assert/strict';
import { isIPv6 } from 'node:net';
import type { MxRecord } from '../../src/ports/dns.ts';
import { expectThat } from '../failure/contract-failure.ts';
import type { ContractRunner } from '../runner.ts';
import { assertRecords, type DnsContractSubject, withDns } from './fixture.ts';

export function recordsContract({ it }: ContractRunner, subject: DnsContractSubject): void {
  it('returns every MX record with its preference, and the TTL', () =>
    withDns(subject, { 'example.com': { mx: [...exchanges], ttlSeconds: 120 } }, async ({ dns }) => {
      const answer = await dns.mx('example.com');
      assertRecords(answer, 120);
      assert.deepEqual(sortRecords(answer.records), [
        { preference: 10, exchange: 'mx1.example.com' },
        { preference: 20, exchange: 'mx2.example.com' },
        { preference: 20, exchange: 'mx3.example.com' },
      ]);
    }));

  it('returns exchanges in lower case and without a trailing dot', () =>
    withDns(subject, { 'example.com': { mx: [[5, 'MX.Example.COM.']] } }, async ({ dns }) => {
      const answer = await dns.mx('example.com');
      assertRecords(answer, 300);
      assert.deepEqual(answer.records, [{ preference: 5, exchange: 'mx.example.com' }]);
    }));

  it('returns the null MX as an empty string', () =>
    withDns(subject, { 'example.com': { mx: [[0, '.']] } }, async ({ dns }) => {
      const answer = await dns.mx('example.com');
      assertRecords(answer, 300);
      assert.deepEqual(answer.records, [{ preference: 0, exchange: '' }]);
    }));

  it('returns IPv4 addresses for A, and IPv6 addresses for AAAA', () =>
    withDns(
      subject,
      { 'mx.example.com': { a: ['192.0.2.1', '192.0.2.2'], aaaa: ['2001:db8::25'] } },
      async ({ dns }) => {
        const four = await dns.a('mx.example.com');
        const six = await dns.aaaa('mx.example.com');
        assertRecords(four, 300);
        assertRecords(six, 300);
        assert.deepEqual([...four.records].sort(), ['192.0.2.1', '192.0.2.2']);
        assert.deepEqual(six.records.map(normaliseIPv6), ['2001:db8::25']);
      },
    ));

  it('ignores letter case in names', () =>
    withDns(subject, { 'example.com': { a: ['192.0.2.1'] } }, async ({ dns }) => {
      const answer = await dns.a('EXAMPLE.com');
      assertRecords(answer, 300);
      assert.deepEqual(answer.records, ['192.0.2.1']);
    }));

  it('returns the whole answer if it is too long for one packet', () => {
    const mx = Array.from({ length: 200 }, (_, index) => [index, `mx${index}.example.com`] as const);
    return withDns(subject, { 'example.com': { mx } }, async ({ dns }) => {
      const answer = await dns.mx('example.com');
      assertRecords(answer, 300);
      assert.deepEqual(
        sortRecords(answer.records),
        mx.map(([preference, exchange]) => ({ preference, exchange })),
      );
    });
  });

  it('returns the whole answer if it arrives truncated', () =>
    withDns(subject, { 'example.com': { a: ['192.0.2.1'], truncate: true } }, async ({ dns }) => {
      const answer = await dns.a('example.com');
      assertRecords(answer, 300);
      assert.deepEqual(answer.records, ['192.0.2.1']);
    }));

  it('answers many questions at the same time', () => {
    const hosts = Array.from({ length: 250 }, (_, index) => ({
      name: `host${index}.example.com`,
      address: `192.0.2.${index}`,
    }));
    const zone = Object.fromEntries(hosts.map(({ name, address }) => [name, { a: [address] }]));
    return withDns(subject, zone, async ({ dns }) => {
      const answers = await Promise.all(hosts.map(({ name }) => dns.a(name)));
      const addresses = answers.map((answer) => (answer.kind === 'records' ? answer.records : answer));
      assert.deepEqual(
        addresses,
        hosts.map(({ address }) => [address]),
      );
    });
  });
}

const exchanges = [
  [20, 'mx2.example.com'],
  [10, 'mx1.example.com'],
  [20, 'mx3.example.com'],
] as const;

function sortRecords(records: readonly MxRecord[]): MxRecord[] {
  return [...records].sort(
    (one, other) => one.preference - other.preference || one.exchange.localeCompare(other.exchange),
  );
}

function normaliseIPv6(address: string): string {
  expectThat(isIPv6(address), 'an IPv6 address', address);
  return new URL(`http://[${address}]`).hostname.slice(1, -1);
}
