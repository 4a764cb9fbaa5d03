import assert from 'node:assert/strict';
import type { ContractRunner } from '../runner.ts';
import { assertFailure, assertRecords, type DnsContractSubject, withDns } from './fixture.ts';

export function failuresContract({ it }: ContractRunner, subject: DnsContractSubject): void {
  for (const reason of ['server-failure', 'refused', 'malformed'] as const) {
    it(`answers ${reason} if the resolver does`, () =>
      withDns(subject, { 'example.com': { answer: reason } }, async ({ dns, waitForTimeout }) => {
        assertFailure(await waitForTimeout(dns.mx('example.com')), reason);
        assertFailure(await waitForTimeout(dns.a('example.com')), reason);
        assertFailure(await waitForTimeout(dns.aaaa('example.com')), reason);
      }));
  }

  it('answers with a failure if the target of an alias fails', () =>
    withDns(
      subject,
      { 'www.example.com': { cname: 'example.net' }, 'example.net': { answer: 'server-failure' } },
      async ({ dns }) => assertFailure(await dns.a('www.example.com'), 'server-failure'),
    ));

  it('answers timeout if the resolver is silent', () =>
    withDns(subject, { 'example.com': { answer: 'silent' } }, async ({ dns, waitForTimeout }) => {
      assertFailure(await waitForTimeout(dns.mx('example.com')), 'timeout');
    }));

  it('answers unreachable if there is no resolver', async () => {
    const running = await subject.startUnreachable();
    try {
      const answer = running.dns.mx('example.com');
      assertFailure(await (running.waitForTimeout?.(answer) ?? answer), 'unreachable');
    } finally {
      await running.stop();
    }
  });

  it('asks again if a question or its answer is lost', () =>
    withDns(
      subject,
      { 'example.com': { a: ['192.0.2.1'], dropFirst: 1 } },
      async ({ dns, waitForTimeout }) => {
        const answer = await waitForTimeout(dns.a('example.com'));
        assertRecords(answer, 300);
        assert.deepEqual(answer.records, ['192.0.2.1']);
      },
    ));

  it('neither rejects nor finds records for a name that DNS cannot hold', () =>
    withDns(subject, {}, async ({ dns }) => {
      for (const name of invalidNames) {
        for (const answer of [await dns.mx(name), await dns.a(name), await dns.aaaa(name)]) {
          assert.notEqual(answer.kind, 'records', name);
        }
      }
    }));
}

const invalidNames = [
  '',
  `${'a'.repeat(64)}.example.com`,
  `${'abcdefg.'.repeat(32)}com`,
  'a..example.com',
  '.example.com',
  'white space.example.com',
  'nul\u0000.example.com',
];
