import { describe, expect, it } from 'vitest';
import { hostAddresses } from '../../src/exchange/host-addresses.ts';
import type { Dns, DnsAnswer } from '../../src/ports/dns.ts';

const noData = { kind: 'no-data', ttlSeconds: 60 } as const;
const servfail = { kind: 'failure', reason: 'server-failure', detail: 'SERVFAIL' } as const;
const silence = { kind: 'failure', reason: 'timeout', detail: '' } as const;
const records = (...addresses: string[]) =>
  ({ kind: 'records', records: addresses, ttlSeconds: 60 }) as const;

/** Reads up to `count` addresses. Returns them, the questions that took, and why there were none. */
async function read(a: DnsAnswer<string>, aaaa: DnsAnswer<string>, count = Number.POSITIVE_INFINITY) {
  const asked: string[] = [];
  const dns: Dns = {
    mx: async () => noData,
    a: async (host, options) => {
      asked.push(`A ${host}`);
      expect(options).toEqual({});
      return a;
    },
    aaaa: async (host) => {
      asked.push(`AAAA ${host}`);
      return aaaa;
    },
    close: async () => {},
  };
  const addresses: string[] = [];
  const reading = hostAddresses('mx.example.org', dns);
  while (addresses.length < count) {
    const { done, value } = await reading.next();
    if (done) return { addresses, asked, problem: value };
    addresses.push(value as string);
  }
  return { addresses, asked };
}

describe('the addresses of an exchange', () => {
  it('are IPv4 and IPv6 in turn, IPv4 first', async () => {
    const both = await read(
      records('192.0.2.1', '192.0.2.2'),
      records('2001:db8::1', '2001:db8::2', '2001:db8::3'),
    );
    expect(both.addresses).toEqual(['192.0.2.1', '2001:db8::1', '192.0.2.2', '2001:db8::2', '2001:db8::3']);
    expect(both.problem).toBeUndefined();
    const more = await read(records('192.0.2.1', '192.0.2.2', '192.0.2.3'), records('2001:db8::1'));
    expect(more.addresses).toEqual(['192.0.2.1', '2001:db8::1', '192.0.2.2', '192.0.2.3']);
  });

  it('are not asked for IPv6 while the first IPv4 address is usable', async () => {
    const { asked } = await read(records('192.0.2.1'), records('2001:db8::1'), 1);
    expect(asked).toEqual(['A mx.example.org']);
  });

  it('may be of one kind only', async () => {
    expect(await read(noData, records('2001:db8::1'))).toMatchObject({
      addresses: ['2001:db8::1'],
      problem: undefined,
    });
    expect(await read(records('192.0.2.1'), servfail)).toMatchObject({
      addresses: ['192.0.2.1'],
      problem: undefined,
    });
  });

  it('are none because there is no record, or because DNS failed', async () => {
    expect((await read(noData, noData)).problem).toEqual({ kind: 'none' });
    expect((await read(silence, servfail)).problem).toEqual(silence);
    expect((await read(noData, servfail)).problem).toEqual(servfail);
  });
});
