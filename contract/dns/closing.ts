import assert from 'node:assert/strict';
import type { Zone } from '../../adapters/sandbox/dns/zone.ts';
import type { ContractRunner } from '../runner.ts';
import { type DnsContractSubject, withDns } from './fixture.ts';

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
