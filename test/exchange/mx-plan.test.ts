import { describe, expect, it } from 'vitest';
import { planMx, withSignal } from '../../src/exchange/mx-plan.ts';
import type { Dns, DnsAnswer, MxRecord } from '../../src/ports/dns.ts';

const noData = { kind: 'no-data', ttlSeconds: 60 } as const;
const noDomain = { kind: 'no-domain', ttlSeconds: 60 } as const;
const failure = { kind: 'failure', reason: 'server-failure', detail: 'SERVFAIL' } as const;

function dnsWith(answers: {
  mx: DnsAnswer<MxRecord>;
  a?: DnsAnswer<string>;
  aaaa?: DnsAnswer<string>;
}): Dns & { asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    mx: async (name) => {
      asked.push(`MX ${name}`);
      return answers.mx;
    },
    a: async (name) => {
      asked.push(`A ${name}`);
      return answers.a ?? noData;
    },
    aaaa: async (name) => {
      asked.push(`AAAA ${name}`);
      return answers.aaaa ?? noData;
    },
    close: async () => {},
  };
}

function mx(...records: (readonly [number, string])[]): DnsAnswer<MxRecord> {
  return {
    kind: 'records',
    records: records.map(([preference, exchange]) => ({ preference, exchange })),
    ttlSeconds: 60,
  };
}

const addresses = { kind: 'records', records: ['192.0.2.1'], ttlSeconds: 60 } as const;
const alphabetical = (host: string) => host.charCodeAt(0);

describe('the plan for a domain', () => {
  it('lists the exchanges by preference', async () => {
    const dns = dnsWith({ mx: mx([20, 'b.example.net'], [10, 'c.example.net'], [30, 'a.example.net']) });
    expect(await planMx('example.org', dns, alphabetical)).toEqual({
      kind: 'exchanges',
      hosts: ['c.example.net', 'b.example.net', 'a.example.net'],
      main: 'c.example.net',
    });
  });

  it('orders equal preferences by the tie-break, and names the same main exchange with any tie-break', async () => {
    const dns = dnsWith({ mx: mx([10, 'a.example.net'], [10, 'b.example.net']) });
    const plan = await planMx('example.org', dns, (host) => -alphabetical(host));
    expect(plan).toEqual({
      kind: 'exchanges',
      hosts: ['b.example.net', 'a.example.net'],
      main: 'a.example.net',
    });
  });

  it('lists a host once, at its best preference', async () => {
    const dns = dnsWith({ mx: mx([10, 'a.example.net'], [20, 'b.example.net'], [30, 'a.example.net']) });
    expect(await planMx('example.org', dns, alphabetical)).toMatchObject({
      hosts: ['a.example.net', 'b.example.net'],
    });
  });

  it('has at most ten exchanges, the most preferred ones, however many the domain names', async () => {
    const named = Array.from(
      { length: 1_000 },
      (_, index) => [1_000 - index, `mx${index}.example.net`] as const,
    );
    const plan = await planMx('example.org', dnsWith({ mx: mx(...named) }), () => 0);
    const preferred = Array.from({ length: 10 }, (_, index) => `mx${999 - index}.example.net`);
    expect(plan).toEqual({ kind: 'exchanges', hosts: preferred, main: 'mx999.example.net' });
  });

  it('says that a domain with a null MX takes no mail', async () => {
    const plan = await planMx('example.org', dnsWith({ mx: mx([0, '']) }), alphabetical);
    expect(plan).toEqual({ kind: 'no-mail', reason: 'null-mx' });
  });

  it('ignores a null MX beside other records', async () => {
    const dns = dnsWith({ mx: mx([0, ''], [10, 'a.example.net']) });
    expect(await planMx('example.org', dns, alphabetical)).toMatchObject({ hosts: ['a.example.net'] });
  });

  it('is the domain itself if it has no MX but an IPv4 address', async () => {
    const dns = dnsWith({ mx: noData, a: addresses });
    expect(await planMx('example.org', dns, alphabetical)).toMatchObject({ hosts: ['example.org'] });
    expect(dns.asked).toEqual(['MX example.org', 'A example.org']);
  });

  it('is the domain itself if it has only an IPv6 address', async () => {
    const dns = dnsWith({ mx: noData, aaaa: { ...addresses, records: ['2001:db8::1'] } });
    expect(await planMx('example.org', dns, alphabetical)).toMatchObject({ hosts: ['example.org'] });
  });

  it('says that a domain without MX and address takes no mail', async () => {
    const plan = await planMx('example.org', dnsWith({ mx: noData }), alphabetical);
    expect(plan).toEqual({ kind: 'no-mail', reason: 'no-records' });
  });

  it('says that a domain that does not exist takes no mail', async () => {
    const dns = dnsWith({ mx: noDomain, a: addresses });
    expect(await planMx('example.org', dns, alphabetical)).toEqual({ kind: 'no-mail', reason: 'no-domain' });
    expect(dns.asked).toEqual(['MX example.org']);
  });

  it('is a failure, never "no mail", if the resolver fails', async () => {
    for (const answers of [
      { mx: failure },
      { mx: noData, a: failure },
      { mx: noData, a: noData, aaaa: failure },
      { mx: noData, a: noDomain, aaaa: failure },
    ]) {
      expect((await planMx('example.org', dnsWith(answers), alphabetical)).kind).toBe('failure');
    }
  });

  it('names the alphabetically first of several equal exchanges, in whatever order DNS lists them', async () => {
    for (const names of [
      ['b', 'a', 'c'],
      ['c', 'b', 'a'],
      ['a', 'c', 'b'],
    ] as const) {
      const answer = mx(...names.map((name) => [10, `${name}.example.net`] as const));
      const plan = await planMx('example.org', dnsWith({ mx: answer }), () => 0);
      expect(plan).toMatchObject({ main: 'a.example.net' });
    }
  });

  it('orders equal exchanges by the difference of their ranks', async () => {
    const ranks = new Map([
      ['a.example.net', 5],
      ['b.example.net', -7],
      ['c.example.net', 1],
    ]);
    const answer = mx([10, 'a.example.net'], [10, 'b.example.net'], [10, 'c.example.net']);
    const plan = await planMx('example.org', dnsWith({ mx: answer }), (host) => ranks.get(host) ?? 0);
    expect(plan).toMatchObject({ hosts: ['b.example.net', 'c.example.net', 'a.example.net'] });
  });

  it('says which of its questions has failed, and passes the signal on to each', async () => {
    const signals: (AbortSignal | undefined)[] = [];
    const noting =
      <A>(answer: A) =>
      async (_name: string, options?: { signal?: AbortSignal }) => {
        signals.push(options?.signal);
        return answer;
      };
    const [first, second] = ['refused', 'server-failure'] as const;
    const failing = (reason: typeof first | typeof second) =>
      ({ kind: 'failure', reason, detail: '' }) as const;
    const dns = {
      mx: noting(noData),
      a: noting(failing(first)),
      aaaa: noting(failing(second)),
      close: async () => {},
    };
    const { signal } = new AbortController();
    expect(await planMx('example.org', dns, alphabetical, signal)).toMatchObject({ reason: first });
    expect(signals).toEqual([signal, signal, signal]);
    expect(withSignal(undefined)).toEqual({});
  });

  it('sends no query for names reserved for special use', async () => {
    const dns = dnsWith({ mx: failure });
    const plan = await planMx('mail.invalid', dns, alphabetical);
    expect(plan).toEqual({ kind: 'no-mail', reason: 'reserved-name' });
    expect(dns.asked).toEqual([]);
  });
});
