import assert from 'node:assert/strict';
import type { Zone } from '../../adapters/sandbox/dns/zone.ts';
import type { ContractRunner } from '../runner.ts';
import { type DnsContractSubject, withDns } from './scene.ts';

export function endingsContract({ it }: ContractRunner, subject: DnsContractSubject): void {
  const zone: Zone = { 'example.com': { answer: 'silent' }, 'example.org': { a: ['192.0.2.1'] } };

  it('rejects with the reason of the signal, fired before or while it waits', () =>
    withDns(subject, zone, async ({ dns }) => {
      const reason = new Error('no longer wanted');
      await assert.rejects(dns.mx('example.org', { signal: AbortSignal.abort(reason) }), reason);
      const controller = new AbortController();
      const answer = dns.mx('example.com', { signal: controller.signal });
      controller.abort(reason);
      await assert.rejects(answer, reason);
    }));

  it('leaves other questions alone when one is aborted', () =>
    withDns(subject, zone, async ({ dns }) => {
      const controller = new AbortController();
      const aborted = dns.a('example.com', { signal: controller.signal });
      const other = dns.a('example.org');
      controller.abort();
      await assert.rejects(aborted, { name: 'AbortError' });
      assert.equal((await other).kind, 'records');
    }));

  it('answers what is under way with a failure when it is closed, and what comes later', () =>
    withDns(subject, zone, async ({ dns }) => {
      const underWay = dns.mx('example.com');
      await dns.close();
      assert.equal((await underWay).kind, 'failure');
      assert.equal((await dns.a('example.org')).kind, 'failure');
    }));

  it('can be closed twice', () =>
    withDns(subject, zone, async ({ dns }) => {
      await dns.close();
      await dns.close();
    }));
}
