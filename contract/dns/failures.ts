import assert from 'node:assert/strict';
import type { Zone } from '../../adapters/sandbox/dns/zone.ts';
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

export function closingContract({ it }: ContractRunner, subject: DnsContractSubject): void {
  const zone: Zone = { 'example.com': { answer: 'silent' }, 'example.org': { a: ['192.0.2.1'] } };

  it('rejects with the reason of a signal that fires before or during the question', () =>
    withDns(subject, zone, async ({ dns }) => {
      const reason = new Error('no longer wanted');
      await assert.rejects(dns.mx('example.org', { signal: AbortSignal.abort(reason) }), reason);
      const controller = new AbortController();
      const answer = dns.mx('example.com', { signal: controller.signal });
      controller.abort(reason);
      await assert.rejects(answer, reason);
    }));

  it('does not affect other questions when one is aborted', () =>
    withDns(subject, zone, async ({ dns }) => {
      const controller = new AbortController();
      const aborted = dns.a('example.com', { signal: controller.signal });
      const other = dns.a('example.org');
      controller.abort();
      await assert.rejects(aborted, { name: 'AbortError' });
      assert.equal((await other).kind, 'records');
    }));

  it('answers pending and later questions with a failure once closed', () =>
    withDns(subject, zone, async ({ dns }) => {
      const pending = dns.mx('example.com');
      await dns.close();
      assert.equal((await pending).kind, 'failure');
      assert.equal((await dns.a('example.org')).kind, 'failure');
    }));

  it('can be closed twice', () =>
    withDns(subject, zone, async ({ dns }) => {
      await dns.close();
      await dns.close();
    }));
}
