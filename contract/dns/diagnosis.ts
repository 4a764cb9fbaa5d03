import assert from 'node:assert/strict';
import type { DiagnosticDns } from '../../src/ports/dns.ts';
import { expectThat } from '../failure/contract-failure.ts';
import type { ContractRunner } from '../runner.ts';
import { assertFailure, assertRecords, type DnsContractSubject, withDns } from './fixture.ts';

type Subject = DnsContractSubject<DiagnosticDns>;

const reverseName = '25.2.0.192.in-addr.arpa';

export function textRecordsContract({ it }: ContractRunner, subject: Subject): void {
  it('returns every TXT record with its strings joined, and the TTL', () => {
    const long = `v=spf1 ${'ip4:192.0.2.1 '.repeat(40)}-all`;
    return withDns(
      subject,
      { 'example.com': { txt: ['one', long, ''], ttlSeconds: 120 } },
      async ({ dns }) => {
        const answer = await dns.txt('Example.com');
        assertRecords(answer, 120);
        assert.deepEqual([...answer.records].sort(), ['', 'one', long]);
      },
    );
  });

  it('follows an alias to the TXT records', () =>
    withDns(
      subject,
      { 'example.com': { cname: 'example.net' }, 'example.net': { txt: ['v=spf1 -all'] } },
      async ({ dns }) => {
        const answer = await dns.txt('example.com');
        assertRecords(answer, 300);
        assert.deepEqual(answer.records, ['v=spf1 -all']);
      },
    ));
}

export function reverseNamesContract({ it }: ContractRunner, subject: Subject): void {
  it('returns every name of an address in lower case and without a trailing dot, and the TTL', () =>
    withDns(
      subject,
      { [reverseName]: { ptr: ['Probe.Example.COM.', 'mail.example.com'], ttlSeconds: 60 } },
      async ({ dns }) => {
        const answer = await dns.ptr(reverseName);
        assertRecords(answer, 60);
        assert.deepEqual([...answer.records].sort(), ['mail.example.com', 'probe.example.com']);
      },
    ));

  it('follows an alias, by which a part of a network is delegated (RFC 2317)', () =>
    withDns(
      subject,
      {
        [reverseName]: { cname: '25.0-63.2.0.192.in-addr.arpa' },
        '25.0-63.2.0.192.in-addr.arpa': { ptr: ['probe.example.com'] },
      },
      async ({ dns }) => {
        const answer = await dns.ptr(reverseName);
        assertRecords(answer, 300);
        assert.deepEqual(answer.records, ['probe.example.com']);
      },
    ));
}

export function diagnosticFailuresContract({ it }: ContractRunner, subject: Subject): void {
  it('tells a name without such records from a name that does not exist', () =>
    withDns(subject, { 'example.com': { a: ['192.0.2.1'] } }, async ({ dns }) => {
      assert.equal((await dns.txt('example.com')).kind, 'no-data');
      assert.equal((await dns.txt('example.org')).kind, 'no-domain');
      assert.equal((await dns.ptr('example.com')).kind, 'no-data');
      assert.equal((await dns.ptr(reverseName)).kind, 'no-domain');
    }));

  for (const reason of ['server-failure', 'refused', 'malformed'] as const) {
    it(`answers ${reason} if the resolver does`, () =>
      withDns(subject, { 'example.com': { answer: reason } }, async ({ dns, waitForTimeout }) => {
        assertFailure(await waitForTimeout(dns.txt('example.com')), reason);
        assertFailure(await waitForTimeout(dns.ptr('example.com')), reason);
      }));
  }
}

export function singleResolversContract({ it }: ContractRunner, subject: Subject): void {
  it('names each resolver, and asks it over UDP or over TCP', () =>
    withDns(subject, { 'example.com': { a: ['192.0.2.1'] } }, async ({ dns }) => {
      const [resolver, ...others] = dns.resolvers;
      expectThat(resolver !== undefined, 'a resolver', resolver);
      assert.match(resolver.address, /:\d+$/);
      assert.deepEqual(others, []);
      for (const overTcp of [false, true]) {
        const answer = await resolver.a('example.com', { overTcp });
        assertRecords(answer, 300);
        assert.deepEqual(answer.records, ['192.0.2.1']);
        assert.equal((await resolver.a('example.org', { overTcp })).kind, 'no-domain');
      }
    }));

  it('answers unreachable for a resolver that does not exist, over UDP and over TCP', async () => {
    const running = await subject.startUnreachable();
    try {
      for (const overTcp of [false, true]) {
        const answer = running.dns.resolvers[0]?.a('example.com', { overTcp });
        expectThat(answer !== undefined, 'a resolver', running.dns.resolvers);
        assertFailure(await (running.waitForTimeout?.(answer) ?? answer), 'unreachable');
      }
    } finally {
      await running.stop();
    }
  });

  it('rejects with the reason of the signal', () =>
    withDns(subject, { 'example.com': { answer: 'silent' } }, async ({ dns }) => {
      const reason = new Error('enough');
      for (const overTcp of [false, true]) {
        const answer = dns.resolvers[0]?.a('example.com', { overTcp, signal: AbortSignal.abort(reason) });
        const rejection = await answer?.catch((error: unknown) => error);
        expectThat(rejection === reason, 'a rejection with the reason of the signal', rejection);
      }
    }));
}
