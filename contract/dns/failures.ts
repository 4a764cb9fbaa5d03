import assert from 'node:assert/strict';
import type { ContractRunner } from '../runner.ts';
import { assertFailure, assertRecords, type DnsContractSubject, withDns } from './scene.ts';

export function failuresContract({ it }: ContractRunner, subject: DnsContractSubject): void {
  for (const reason of ['server-failure', 'refused', 'malformed'] as const) {
    it(`gives ${reason} where the resolver does`, () =>
      withDns(subject, { 'example.com': { answer: reason } }, async ({ dns, outwait }) => {
        assertFailure(await outwait(dns.mx('example.com')), reason);
        assertFailure(await outwait(dns.a('example.com')), reason);
        assertFailure(await outwait(dns.aaaa('example.com')), reason);
      }));
  }

  it('gives a failure where an alias leads to one', () =>
    withDns(
      subject,
      { 'www.example.com': { cname: 'example.net' }, 'example.net': { answer: 'server-failure' } },
      async ({ dns }) => assertFailure(await dns.a('www.example.com'), 'server-failure'),
    ));

  it('gives timeout where the resolver is silent', () =>
    withDns(subject, { 'example.com': { answer: 'silent' } }, async ({ dns, outwait }) => {
      assertFailure(await outwait(dns.mx('example.com')), 'timeout');
    }));

  it('gives unreachable where there is no resolver', async () => {
    const running = await subject.startUnreachable();
    try {
      const answer = running.dns.mx('example.com');
      assertFailure(await (running.outwait?.(answer) ?? answer), 'unreachable');
    } finally {
      await running.stop();
    }
  });

  it('asks again where a question or its answer was lost', () =>
    withDns(subject, { 'example.com': { a: ['192.0.2.1'], dropFirst: 1 } }, async ({ dns, outwait }) => {
      const answer = await outwait(dns.a('example.com'));
      assertRecords(answer, 300);
      assert.deepEqual(answer.records, ['192.0.2.1']);
    }));

  it('never rejects, and finds nothing, for a name that DNS cannot hold', () =>
    withDns(subject, {}, async ({ dns }) => {
      for (const name of unholdable) {
        for (const answer of [await dns.mx(name), await dns.a(name), await dns.aaaa(name)]) {
          assert.notEqual(answer.kind, 'records', name);
        }
      }
    }));
}

const unholdable = [
  '',
  `${'a'.repeat(64)}.example.com`,
  `${'abcdefg.'.repeat(32)}com`,
  'a..example.com',
  '.example.com',
  'white space.example.com',
  'nul\u0000.example.com',
];
