import { describe, expect, it } from 'vitest';
import { CachingDns } from '../../src/exchange/caching-dns.ts';
import type { Dns, DnsAnswer } from '../../src/ports/dns.ts';
import { ManualClock } from '../support/manual-clock.ts';

const megabyte = 1024 * 1024;

function countingDns(answer: DnsAnswer<string>): { dns: Dns; asked: () => number; aborted: () => number } {
  let asked = 0;
  let aborted = 0;
  const ask = async (_name: string, options?: { signal?: AbortSignal }) => {
    asked += 1;
    options?.signal?.addEventListener('abort', () => {
      aborted += 1;
    });
    await Promise.resolve();
    return answer;
  };
  const dns = {
    mx: async () => ({ kind: 'no-data' as const, ttlSeconds: 0 }),
    a: ask,
    aaaa: ask,
    close: async () => {},
  };
  return { dns, asked: () => asked, aborted: () => aborted };
}

const records = { kind: 'records', records: ['192.0.2.1'], ttlSeconds: 60 } as const;

describe('the DNS cache', () => {
  it('keeps an answer for its TTL, to the millisecond', async () => {
    const clock = new ManualClock();
    const { dns, asked } = countingDns(records);
    const cached = new CachingDns(dns, clock);
    await cached.a('example.org');
    clock.leap(59_999);
    expect(await cached.a('example.org')).toEqual(records);
    expect(asked()).toBe(1);
    clock.leap(1);
    await cached.a('example.org');
    expect(asked()).toBe(2);
  });

  it('keeps "no such domain" and "no data" for their TTL as well', async () => {
    for (const kind of ['no-domain', 'no-data'] as const) {
      const clock = new ManualClock();
      const { dns, asked } = countingDns({ kind, ttlSeconds: 10 });
      const cached = new CachingDns(dns, clock);
      await cached.a('example.org');
      await cached.a('example.org');
      expect(asked()).toBe(1);
      clock.leap(10_000);
      await cached.a('example.org');
      expect(asked()).toBe(2);
    }
  });

  it('keeps no answer for more than a day, whatever its TTL', async () => {
    const dayMs = 86_400_000;
    for (const answer of [records, { kind: 'no-domain' }] as const) {
      const clock = new ManualClock();
      const { dns, asked } = countingDns({ ...answer, ttlSeconds: 2 ** 31 - 1 });
      const cached = new CachingDns(dns, clock);
      await cached.a('example.org');
      clock.leap(dayMs - 1);
      await cached.a('example.org');
      expect(asked()).toBe(1);
      clock.leap(1);
      await cached.a('example.org');
      expect(asked()).toBe(2);
    }
  });

  it('keeps neither an answer with a TTL of 0 nor a time-out', async () => {
    for (const answer of [
      { ...records, ttlSeconds: 0 },
      { kind: 'failure', reason: 'timeout', detail: '' },
      { kind: 'failure', reason: 'unreachable', detail: '' },
    ] as const) {
      const { dns, asked } = countingDns(answer);
      const cached = new CachingDns(dns, new ManualClock());
      await cached.a('example.org');
      await cached.a('example.org');
      expect(asked()).toBe(2);
    }
  });

  it('keeps a resolver’s failure for a few seconds only', async () => {
    const clock = new ManualClock();
    const { dns, asked } = countingDns({ kind: 'failure', reason: 'server-failure', detail: '' });
    const cached = new CachingDns(dns, clock);
    await cached.a('example.org');
    await cached.a('example.org');
    expect(asked()).toBe(1);
    clock.leap(5_000);
    await cached.a('example.org');
    expect(asked()).toBe(2);
  });

  it('sends one query for all callers that need it at the same time, and one per record type', async () => {
    const { dns, asked } = countingDns({ ...records, ttlSeconds: 0 });
    const cached = new CachingDns(dns, new ManualClock());
    await Promise.all(Array.from({ length: 100 }, () => cached.a('example.org')));
    expect(asked()).toBe(1);
    await cached.aaaa('example.org');
    expect(asked()).toBe(2);
  });

  it('continues a query when one of the waiting callers aborts, and aborts it when all have', async () => {
    const clock = new ManualClock();
    let aborted = 0;
    const never: Dns['a'] = (_host, options) =>
      new Promise((_resolve, reject) => {
        options?.signal?.addEventListener('abort', () => {
          aborted += 1;
          reject(options.signal?.reason);
        });
      });
    const { dns } = countingDns(records);
    const cached = new CachingDns({ ...dns, a: never }, clock);
    const [first, second] = [new AbortController(), new AbortController()];
    const waits = [first, second].map(({ signal }) => cached.a('example.org', { signal }));
    const outcomes = Promise.allSettled(waits);
    first.abort(new Error('first left'));
    await Promise.resolve();
    expect(aborted).toBe(0);
    second.abort(new Error('second left'));
    const settled = await outcomes;
    expect(settled.map((outcome) => (outcome.status === 'rejected' ? outcome.reason.message : ''))).toEqual([
      'first left',
      'second left',
    ]);
    expect(aborted).toBe(1);
  });

  it('keeps of a long answer only as many addresses as are ever used', async () => {
    const addresses = Array.from({ length: 1_000 }, (_, index) => `192.0.2.${index % 256}`);
    const { dns } = countingDns({ kind: 'records', records: addresses, ttlSeconds: 60 });
    const cached = new CachingDns(dns, new ManualClock());
    expect(await cached.a('example.org')).toEqual({
      kind: 'records',
      records: addresses.slice(0, 4),
      ttlSeconds: 60,
    });
  });

  it('keeps of many MX records the most preferred ones, in whatever order the resolver sends them', async () => {
    const ascending = Array.from({ length: 1_000 }, (_, index) => ({
      preference: 1 + Math.floor(index / 15),
      exchange: `mx${String(index).padStart(4, '0')}.example.org`,
    }));
    const { dns } = countingDns(records);
    for (const sent of [ascending, [...ascending].reverse()]) {
      const mx = async () => ({ kind: 'records' as const, records: sent, ttlSeconds: 60 });
      const answer = await new CachingDns({ ...dns, mx }, new ManualClock()).mx('example.org');
      expect(answer).toEqual({ kind: 'records', records: ascending.slice(0, 20), ttlSeconds: 60 });
    }
  });

  it('drops the least recently used answers beyond its limit in bytes', async () => {
    const { dns, asked } = countingDns(records);
    const cached = new CachingDns(dns, new ManualClock(), { maxBytes: megabyte });
    for (let host = 0; host < 10_000; host += 1) await cached.a(`${host}.example.org`);
    await cached.a('9999.example.org');
    expect(asked()).toBe(10_000);
    await cached.a('0.example.org');
    expect(asked()).toBe(10_001);
  });
});
