import { type Answer, decode, type Packet } from 'dns-packet';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { answersQuery, decodeResponse, encodeQuery } from '../../../adapters/net/dns/wire.ts';
import { scriptedDns } from '../../support/scripted-dns.ts';
import { addressRecord, answerTo, type Query } from '../../support/scripted-resolver.ts';
import { times } from '../../support/values/for-all.ts';

const record = addressRecord('example.com', '192.0.2.1');

async function answering(changes: Packet & { rcode?: number }) {
  const { dns } = await scriptedDns((query) => query.respond(answerTo(query.packet, changes)));
  return dns;
}

describe('a contradictory or malformed answer', () => {
  const cname = (name: string, data: string): Answer => ({ type: 'CNAME', class: 'IN', name, ttl: 60, data });

  it.each<[string, Packet & { rcode?: number }]>([
    ['records of another name', { answers: [addressRecord('example.org', '192.0.2.1')] }],
    ['an alias of another name', { answers: [cname('example.org', 'example.com')] }],
    [
      'records of another class',
      { answers: [{ ...addressRecord('example.com', '192.0.2.1'), class: 'CH' }] },
    ],
    ['records and NXDOMAIN at once', { answers: [record], rcode: 3 }],
  ])('has no records: %s', async (_kind, changes) => {
    const dns = await answering(changes);
    expect((await dns.a('example.com')).kind).not.toBe('records');
  });

  it.each<[string, Packet & { rcode?: number }]>([
    ['records of another name', { answers: [addressRecord('example.org', '192.0.2.1')] }],
    ['records and NXDOMAIN at once', { answers: [record], rcode: 3 }],
  ])('is malformed: %s', async (_kind, changes) => {
    const dns = await answering(changes);
    expect(await dns.a('example.com')).toMatchObject({ kind: 'failure', reason: 'malformed' });
  });

  it('is malformed if it is cut off at any octet after the question', async () => {
    const { dns, resolver } = await scriptedDns((query, nth) => {
      const whole = answerTo(query.packet, { answers: [record, addressRecord('example.com', '192.0.2.2')] });
      const questionEnd = 12 + 'example.com'.length + 2 + 4;
      query.respond(whole.subarray(0, Math.min(questionEnd + nth - 1, whole.length - 1)));
    });
    for (let cut = 0; cut < 60; cut++) {
      expect(await dns.a('example.com')).toMatchObject({ kind: 'failure', reason: 'malformed' });
    }
    expect(resolver.queries).toHaveLength(60);
  });

  it('is malformed if an address has the wrong length', async () => {
    const { dns } = await scriptedDns((query) => {
      const whole = answerTo(query.packet, { answers: [record, addressRecord('example.com', '192.0.2.2')] });
      const lengthAt = whole.length - 6;
      whole.writeUInt16BE(3, lengthAt);
      query.respond(whole.subarray(0, -1));
    });
    expect(await dns.a('example.com')).toMatchObject({ kind: 'failure', reason: 'malformed' });
  });

  it('is refused at once if it announces 65,535 records of each kind', async () => {
    const { dns } = await scriptedDns((query) => {
      const message = Buffer.concat([answerTo(query.packet), Buffer.alloc(60_000)]);
      for (const countAt of [6, 8, 10]) message.writeUInt16BE(0xffff, countAt);
      query.respond(message);
    });
    expect(await dns.a('example.com')).toMatchObject({ kind: 'failure', reason: 'malformed' });
  });

  it('is malformed with more than 1,024 records', async () => {
    const root = { ...addressRecord('.', '192.0.2.1'), ttl: 0 };
    const dns = await answering({
      answers: [record],
      additionals: Array.from({ length: 1_024 }, () => root),
    });
    expect(await dns.a('example.com')).toMatchObject({ kind: 'failure', reason: 'malformed' });
  });

  it('is a server failure if it is only a referral', async () => {
    const dns = await answering({
      authorities: [{ type: 'NS', class: 'IN', name: 'com', ttl: 60, data: 'ns.example.net' }],
    });
    expect(await dns.a('example.com')).toMatchObject({ kind: 'failure', reason: 'server-failure' });
  });

  it.each([4, 6, 9, 11])('is a server failure with the RCODE %i', async (rcode) => {
    const dns = await answering({ rcode });
    expect(await dns.a('example.com')).toMatchObject({ kind: 'failure', reason: 'server-failure' });
  });
});

describe('TTLs and names', () => {
  it('uses the smallest TTL of the records, and 0 for one out of range (RFC 2181 §8)', async () => {
    const [small, huge] = [
      addressRecord('example.com', '192.0.2.1', 7),
      addressRecord('example.com', '192.0.2.2', 2 ** 31),
    ];
    expect(await (await answering({ answers: [record, small] })).a('example.com')).toMatchObject({
      ttlSeconds: 7,
    });
    expect(await (await answering({ answers: [record, huge] })).a('example.com')).toMatchObject({
      ttlSeconds: 0,
    });
  });

  it('ignores an SOA of another zone', async () => {
    const soa = (name: string): Answer => ({
      type: 'SOA',
      class: 'IN',
      name,
      ttl: 60,
      data: { mname: 'ns.example.net', rname: 'hostmaster.example.net', minimum: 60 },
    });
    const near = await answering({ authorities: [soa('com')] });
    const far = await answering({ authorities: [soa('ample.com')] });
    expect(await near.a('example.com')).toEqual({ kind: 'no-data', ttlSeconds: 60 });
    expect(await far.a('example.com')).toEqual({ kind: 'no-data', ttlSeconds: 0 });
  });

  it.each([
    ['MX.Example.ORG', 'mx.example.org'],
    ['192.0.2.1', '192.0.2.1'],
    ['white space.example.org', 'white\\032space.example.org'],
    ['nul\u0000.example.org', 'nul\\000.example.org'],
    ['new\r\nline.example.org', 'new\\013\\010line.example.org'],
    ['bücher.example.org', 'b\\195\\188cher.example.org'],
    ['back\\slash.example.org', 'back\\092slash.example.org'],
  ])('returns the exchange %j as %j', async (exchange, expected) => {
    const dns = await answering({
      answers: [{ type: 'MX', class: 'IN', name: 'example.com', ttl: 60, data: { preference: 1, exchange } }],
    });
    expect(await dns.mx('example.com')).toMatchObject({ records: [{ preference: 1, exchange: expected }] });
  });

  it('sends no query for a name that DNS cannot hold', async () => {
    const { dns, resolver } = await scriptedDns((query) => query.respond(answerTo(query.packet)));
    const longest = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(61)}`;
    for (const name of [
      '',
      '.',
      'a..b',
      `${'a'.repeat(64)}.com`,
      `${longest}e`,
      'a b.com',
      'bücher.de',
      'a\\.b.com',
    ]) {
      expect(await dns.mx(name)).toEqual({ kind: 'no-domain', ttlSeconds: 0 });
    }
    expect(resolver.queries).toHaveLength(0);
    expect(await dns.mx(longest)).toEqual({ kind: 'no-data', ttlSeconds: 0 });
    expect(await dns.mx('example.com.')).toEqual({ kind: 'no-data', ttlSeconds: 0 });
    expect(resolver.queries.map(({ packet }) => packet.questions?.[0]?.name)).toEqual([
      longest,
      'example.com',
    ]);
  });
});

describe('aliases to names outside the answer', () => {
  function chain(resolver: { length: number }) {
    return (query: Query) => {
      const name = query.packet.questions![0]!.name;
      const link = Number(/^n(\d+)/.exec(name)![1]);
      const answer: Answer =
        link === resolver.length
          ? addressRecord(name, '192.0.2.1')
          : { type: 'CNAME', class: 'IN', name, ttl: 300 - link, data: `n${link + 1}.example.com` };
      query.respond(answerTo(query.packet, { answers: [answer] }));
    };
  }

  it('are followed with further queries, one per name', async () => {
    const { dns, resolver } = await scriptedDns(chain({ length: 10 }));
    expect(await dns.a('n0.example.com')).toEqual({
      kind: 'records',
      records: ['192.0.2.1'],
      ttlSeconds: 291,
    });
    expect(resolver.queries).toHaveLength(11);
  });

  it('fail once they return to an earlier name', async () => {
    const { dns, resolver } = await scriptedDns((query) => {
      const name = query.packet.questions![0]!.name;
      const data = name === 'one.example.com' ? 'two.example.com' : 'one.example.com';
      query.respond(
        answerTo(query.packet, { answers: [{ type: 'CNAME', class: 'IN', name, ttl: 60, data }] }),
      );
    });
    expect(await dns.a('one.example.com')).toMatchObject({ kind: 'failure', reason: 'server-failure' });
    expect(resolver.queries).toHaveLength(2);
  });

  it('are followed only up to a limit', async () => {
    const { dns, resolver } = await scriptedDns(chain({ length: 1_000_000 }));
    expect(await dns.a('n0.example.com')).toMatchObject({ kind: 'failure', reason: 'server-failure' });
    expect(resolver.queries.length).toBeLessThan(20);
  });

  it('fail if they lead to an invalid host name', async () => {
    const dns = await answering({
      answers: [
        { type: 'CNAME', class: 'IN', name: 'example.com', ttl: 60, data: 'white space.example.org' },
      ],
    });
    expect(await dns.a('example.com')).toMatchObject({ kind: 'failure', reason: 'server-failure' });
  });
});

describe('decodeResponse', () => {
  const query = encodeQuery({ name: 'example.com', type: 'A' }, { id: 77, edns: true });
  const valid = answerTo(decode(query), {
    answers: [
      record,
      {
        type: 'MX',
        class: 'IN',
        name: 'example.com',
        ttl: 5,
        data: { preference: 1, exchange: 'mx.example.com' },
      },
    ],
    authorities: [
      {
        type: 'SOA',
        class: 'IN',
        name: 'com',
        ttl: 9,
        data: { mname: 'ns.example.net', rname: 'x.example.net' },
      },
    ],
  });

  it('never throws, for any message', () => {
    const damage = fc.array(fc.tuple(fc.nat({ max: valid.length - 1 }), fc.nat({ max: 255 })), {
      maxLength: 12,
    });
    times(5_000).forAll(
      damage,
      fc.nat({ max: valid.length }),
      fc.uint8Array({ maxLength: 40 }),
      (changes, cut, tail) => {
        const message = Buffer.concat([valid.subarray(0, cut), tail]);
        for (const [at, octet] of changes) if (at < message.length) message.writeUInt8(octet, at);
        if (answersQuery(message, query)) decodeResponse(message);
        answersQuery(Buffer.from(tail), query);
      },
    );
  });

  it('ignores bytes after the last record', () => {
    const response = decodeResponse(Buffer.concat([valid, Buffer.from('more')]));
    expect(response?.answers).toHaveLength(2);
  });
});

describe('a text record', () => {
  it('is joined from its strings, with one character for each octet', async () => {
    const dns = await answering({
      answers: [
        {
          type: 'TXT',
          class: 'IN',
          name: 'example.com',
          ttl: 300,
          data: [Buffer.from('v=spf1 ip4:192.0.'), Buffer.from('2.1 '), Buffer.from([0xff, 0x00, 0x2d])],
        },
      ],
    });
    expect(await dns.txt('example.com')).toEqual({
      kind: 'records',
      records: ['v=spf1 ip4:192.0.2.1 \u00ff\u0000-'],
      ttlSeconds: 300,
    });
  });
});
