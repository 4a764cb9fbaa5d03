import { describe, expect, it } from 'vitest';
import { HostAddresses } from '../../src/exchange/host-addresses.ts';
import type { Dns, DnsAnswer } from '../../src/ports/dns.ts';
import { ManualClock } from '../support/manual-clock.ts';

const noData = { kind: 'no-data', ttlSeconds: 60 } as const;
const servfail = { kind: 'failure', reason: 'server-failure', detail: 'SERVFAIL' } as const;
const silence = { kind: 'failure', reason: 'timeout', detail: '' } as const;
const records = (...addresses: string[]) =>
  ({ kind: 'records', records: addresses, ttlSeconds: 60 }) as const;

/** Resolves a host. Tells the questions that took, and why it has no address. */
async function resolve(a: DnsAnswer<string>, aaaa: DnsAnswer<string>) {
  const asked: string[] = [];
  const clock = new ManualClock();
  const dns: Dns = {
    mx: async () => noData,
    a: async (host) => {
      asked.push(`A ${host}`);
      return a;
    },
    aaaa: async (host) => {
      asked.push(`AAAA ${host}`);
      return aaaa;
    },
    close: async () => {},
  };
  const addresses = new HostAddresses('mx.example.org', dns, clock);
  const problem = await addresses.resolve();
  return { addresses, asked, clock, problem };
}

describe('the addresses of an exchange', () => {
  it('are IPv4 alone at first, and with IPv6 in turn once more are wanted, which is asked once', async () => {
    const { addresses, asked } = await resolve(
      records('192.0.2.1', '192.0.2.2'),
      records('2001:db8::1', '2001:db8::2', '2001:db8::3'),
    );
    expect([addresses.known, asked]).toEqual([['192.0.2.1', '192.0.2.2'], ['A mx.example.org']]);
    await addresses.resolveMore();
    await addresses.resolveMore();
    expect(addresses.known).toEqual(['192.0.2.1', '2001:db8::1', '192.0.2.2', '2001:db8::2', '2001:db8::3']);
    expect(asked).toEqual(['A mx.example.org', 'AAAA mx.example.org']);
  });

  it('may be of one kind only', async () => {
    const ipv6 = await resolve(noData, records('2001:db8::1'));
    expect([ipv6.addresses.known, ipv6.problem]).toEqual([['2001:db8::1'], undefined]);
    const ipv4 = await resolve(records('192.0.2.1'), servfail);
    await ipv4.addresses.resolveMore();
    expect([ipv4.addresses.known, ipv4.problem]).toEqual([['192.0.2.1'], undefined]);
  });

  it('are none because there is no record, or because DNS failed', async () => {
    expect((await resolve(noData, noData)).problem).toBe('no-address');
    expect((await resolve(silence, servfail)).problem).toBe('timeout');
    expect((await resolve(noData, servfail)).problem).toBe('server-failure');
  });

  it('are used for a second before DNS is asked again', async () => {
    const { addresses, clock } = await resolve(records('192.0.2.1'), noData);
    clock.leap(999);
    expect(addresses.isFresh).toBe(true);
    clock.leap(1);
    expect(addresses.isFresh).toBe(false);
  });
});
