import { createSocket } from 'node:dgram';
import { Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { connect } from 'node:net';
import { encode } from 'dns-packet';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type DnsServerOptions, startDnsServer } from '../../../adapters/sandbox/dns/server.ts';
import type { Zone } from '../../../adapters/sandbox/dns/zone.ts';
import { InvalidArgument } from '../../../src/errors.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { resolveMxRecords } from '../../support/mx-records.ts';
import { openSockets } from '../../support/open-sockets.ts';
import { exchangeRaw, portOf, rawQuestion } from '../../support/raw-dns.ts';
import { frame } from '../../support/scripted-resolver.ts';
import { serveZone } from '../../support/served-dns.ts';
import { until } from '../../support/until.ts';

/** The resolver of Node.js: an independent implementation of the RFCs. */
async function resolverOf(zone: Zone, options: DnsServerOptions = {}) {
  const server = await serveZone(zone, options);
  const resolver = new Resolver({ timeout: 5_000, tries: 1 });
  resolver.setServers([server.address]);
  return { server, resolver };
}

describe('the DNS server, queried by another resolver', () => {
  it('serves records of every type', async () => {
    const { resolver } = await resolverOf({
      'example.com': {
        mx: [
          [10, 'mx1.example.com'],
          [20, 'mx2.example.com'],
        ],
        a: ['192.0.2.1', '192.0.2.2'],
        aaaa: ['2001:db8::1', '::ffff:192.0.2.3'],
        ttlSeconds: 77,
      },
    });
    expect(await resolveMxRecords(resolver, 'example.com')).toEqual([
      { priority: 10, exchange: 'mx1.example.com' },
      { priority: 20, exchange: 'mx2.example.com' },
    ]);
    expect(await resolver.resolve4('example.com', { ttl: true })).toEqual([
      { address: '192.0.2.1', ttl: 77 },
      { address: '192.0.2.2', ttl: 77 },
    ]);
    expect(await resolver.resolve6('EXAMPLE.com')).toEqual(['2001:db8::1', '::ffff:192.0.2.3']);
  });

  it('serves texts of any length, and the names of addresses', async () => {
    const long = 'x'.repeat(600);
    const { resolver } = await resolverOf({
      'example.com': { txt: ['v=spf1 -all', long, ''] },
      '25.2.0.192.in-addr.arpa': { ptr: ['probe.example.com'] },
    });
    const texts = await resolver.resolveTxt('example.com');
    expect(texts.map((strings) => strings.map(({ length }) => length))).toEqual([[11], [255, 255, 90], [0]]);
    expect(texts.map((strings) => strings.join(''))).toEqual(['v=spf1 -all', long, '']);
    expect(await resolver.reverse('192.0.2.25')).toEqual(['probe.example.com']);
  });

  it('serves the null MX', async () => {
    const { resolver } = await resolverOf({ 'example.com': { mx: [[0, '.']] } });
    expect(await resolveMxRecords(resolver, 'example.com')).toEqual([{ priority: 0, exchange: '' }]);
  });

  it('follows aliases', async () => {
    const { resolver } = await resolverOf({
      'www.example.com': { cname: 'web.example.com' },
      'web.example.com': { cname: 'host.example.net' },
      'host.example.net': { a: ['192.0.2.1'] },
    });
    expect(await resolver.resolve4('www.example.com')).toEqual(['192.0.2.1']);
    expect(await resolver.resolveCname('www.example.com')).toEqual(['web.example.com']);
  });

  it.each<[string, Zone, string]>([
    ['an absent name', { 'example.org': {} }, 'ENOTFOUND'],
    ['a name without such records', { 'example.com': { a: ['192.0.2.1'] } }, 'ENODATA'],
    ['a name that only has names below it', { 'a.b.example.com': { a: ['192.0.2.1'] } }, 'ENODATA'],
    ['an alias of an absent name', { 'example.com': { cname: 'example.net' } }, 'ENOTFOUND'],
    ['a name said to be absent', { 'example.com': { answer: 'no-domain', mx: [[1, 'mx']] } }, 'ENOTFOUND'],
    ['a server failure', { 'example.com': { answer: 'server-failure' } }, 'ESERVFAIL'],
    ['a refusal', { 'example.com': { answer: 'refused' } }, 'EREFUSED'],
    ['a malformed answer', { 'example.com': { answer: 'malformed' } }, 'EBADRESP'],
    [
      'an alias of a failing name',
      { 'example.com': { cname: 'b.net' }, 'b.net': { answer: 'refused' } },
      'EREFUSED',
    ],
  ])('makes it see %s', async (_what, zone, code) => {
    const { resolver } = await resolverOf(zone);
    await expect(resolver.resolveMx('example.com')).rejects.toMatchObject({ code });
  });

  it('can fail for a single type', async () => {
    const { resolver } = await resolverOf({
      'example.com': {
        a: ['192.0.2.1'],
        mx: [[1, 'mx.example.com']],
        txt: ['text'],
        ptr: ['host.example.com'],
        answer: { a: 'server-failure', aaaa: 'no-domain', txt: 'refused', ptr: 'refused' },
      },
    });
    expect(await resolver.resolveMx('example.com')).toHaveLength(1);
    await expect(resolver.resolve4('example.com')).rejects.toMatchObject({ code: 'ESERVFAIL' });
    await expect(resolver.resolve6('example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(resolver.resolveTxt('example.com')).rejects.toMatchObject({ code: 'EREFUSED' });
    await expect(resolver.resolvePtr('example.com')).rejects.toMatchObject({ code: 'EREFUSED' });
  });

  it('can have no TCP', async () => {
    const zone = { 'example.com': { a: ['192.0.2.1'], truncate: true }, 'example.org': { a: ['192.0.2.2'] } };
    const { resolver } = await resolverOf(zone, { tcp: false });
    expect(await resolver.resolve4('example.org')).toEqual(['192.0.2.2']);
    await expect(resolver.resolve4('example.com')).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  });

  it('can return an address for every name that does not exist', async () => {
    const zone = {
      'example.com': { mx: [[1, 'mx.example.com'] as const] },
      'example.net': { cname: 'a.net' },
    };
    const { resolver } = await resolverOf(zone, { nxdomainAddress: '192.0.2.80' });
    expect(await resolver.resolve4('example.org')).toEqual(['192.0.2.80']);
    expect(await resolver.resolve4('example.net')).toEqual(['192.0.2.80']);
    await expect(resolver.resolve4('example.com')).rejects.toMatchObject({ code: 'ENODATA' });
    await expect(resolver.resolveMx('example.org')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    await expect(startDnsServer({}, { nxdomainAddress: '::1' })).rejects.toThrow(InvalidArgument);
  });

  it('sends long and truncated answers over TCP', async () => {
    const long = Array.from({ length: 250 }, (_, index) => `192.0.2.${index}`);
    const { resolver, server } = await resolverOf({
      'example.com': { a: long },
      'example.org': { a: ['192.0.2.1'], truncate: true },
    });
    expect(await resolver.resolve4('example.com')).toEqual(long);
    expect(await resolver.resolve4('example.org')).toEqual(['192.0.2.1']);
    expect(server.questionCount('example.org')).toBe(2);
  });

  it('serves a zone of 100,000 names', async () => {
    const names = Array.from({ length: 100_000 }, (_, index) => `d${index}.example.com`);
    const { resolver } = await resolverOf(
      Object.fromEntries(names.map((name) => [name, { mx: [[1, name]] }])),
    );
    expect(await resolveMxRecords(resolver, 'd99999.example.com')).toEqual([
      { priority: 1, exchange: 'd99999.example.com' },
    ]);
    await expect(resolver.resolveMx('d100000.example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });
});

describe('the DNS server under the control of a test', () => {
  it('counts questions, including unanswered ones', async () => {
    const { resolver, server } = await resolverOf({ 'example.com': { a: ['192.0.2.1'], dropFirst: 1 } });
    const lost = createSocket('udp4');
    onTestFinished(() => new Promise((resolve) => lost.close(resolve)));
    lost.send(encode(rawQuestion), portOf(server.address), '127.0.0.1');
    await until(() => server.questions === 1);
    await resolver.resolve4('example.com');
    await expect(resolver.resolveMx('example.com')).rejects.toThrow();
    expect(server.questions).toBe(3);
    expect([server.questionCount('Example.com.'), server.questionCount('example.com', 'A')]).toEqual([3, 2]);
    expect([server.questionCount('example.com', 'MX'), server.questionCount('example.org')]).toEqual([1, 0]);
  });

  it('delays answers by the delays of the name and of the server', async () => {
    const clock = new ManualClock();
    const server = await serveZone(
      { 'example.com': { a: ['192.0.2.1'], delayMs: 700 } },
      { clock, replyDelayMs: 300 },
    );
    let answered = false;
    const answer = exchangeRaw(server.address, encode(rawQuestion)).then(() => {
      answered = true;
    });
    await until(() => clock.pending === 1);
    await clock.advance(999);
    expect(answered).toBe(false);
    await clock.advance(1);
    await answer;
  });

  it('accepts changes to its zone', async () => {
    const { resolver, server } = await resolverOf({
      'a.example.com': { a: ['192.0.2.1'] },
      'example.org': {},
    });
    server.patch({
      'A.Example.com.': { a: ['192.0.2.2'] },
      'b.example.com': { a: ['192.0.2.3'] },
      'example.org': null,
    });
    expect(await resolver.resolve4('a.example.com')).toEqual(['192.0.2.2']);
    expect(await resolver.resolve4('b.example.com')).toEqual(['192.0.2.3']);
    await expect(resolver.resolve4('example.org')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    server.patch({ 'a.example.com': null });
    await expect(resolver.resolve4('example.com')).rejects.toMatchObject({ code: 'ENODATA' });
    server.patch({ 'b.example.com': null });
    await expect(resolver.resolve4('example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
    server.setZone({ 'example.net': { a: ['192.0.2.4'] } });
    expect(await resolver.resolve4('example.net')).toEqual(['192.0.2.4']);
  });

  it.each<[string, Zone]>([
    ['bad.example.com', { 'bad.example.com': { a: ['192.0.2.256'] } }],
    ['bad.example.com', { 'bad.example.com': { aaaa: ['192.0.2.1'] } }],
    ['bad.example.com', { 'bad.example.com': { mx: [[65_536, 'mx.example.com']] } }],
    ['bad.example.com', { 'bad.example.com': { mx: [[1.5, 'mx.example.com']] } }],
    ['bad.example.com', { 'bad.example.com': { mx: [[1, `${'a'.repeat(64)}.com`]] } }],
    ['bad.example.com', { 'bad.example.com': { cname: '' } }],
    ['bad.example.com', { 'bad.example.com': { txt: ['grün'] } }],
    ['bad.example.com', { 'bad.example.com': { ptr: ['a..b'] } }],
    ['bad.example.com', { 'bad.example.com': { ttlSeconds: -1 } }],
    ['bad.example.com', { 'bad.example.com': { soa: { ttlSeconds: 1, minimumSeconds: 2 ** 32 } } }],
    ['bad..example.com', { 'bad..example.com': {} }],
    ['bäd.example.com', { 'bäd.example.com': {} }],
  ])('says which entry cannot be served: %s, %j', async (name, zone) => {
    await expect(startDnsServer(zone)).rejects.toThrow(InvalidArgument);
    await expect(startDnsServer(zone)).rejects.toThrow(name);
    const { resolver, server } = await resolverOf({ 'example.com': { a: ['192.0.2.1'] } });
    expect(() => server.patch({ 'example.com': null, ...zone })).toThrow(InvalidArgument);
    expect(await resolver.resolve4('example.com')).toEqual(['192.0.2.1']);
  });

  it('listens on the given port, and rejects if it is in use', async () => {
    const first = await serveZone({});
    const port = portOf(first.address);
    await expect(startDnsServer({}, { port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await first.close();
    const second = await serveZone({ 'example.com': { a: ['192.0.2.1'] } }, { port });
    expect(second.address).toBe(`127.0.0.1:${port}`);
  });

  it('leaves nothing behind when closed, once or twice, with answers pending', async () => {
    const before = await openSockets();
    const clock = new ManualClock();
    const server = await startDnsServer({ 'example.com': { a: ['192.0.2.1'], delayMs: 500 } }, { clock });
    const port = portOf(server.address);
    const udp = createSocket('udp4');
    udp.send(encode(rawQuestion), port, '127.0.0.1');
    const tcp = connect(port, '127.0.0.1');
    tcp.write(frame(encode(rawQuestion)));
    await until(() => server.questions === 2);
    const ended = once(tcp, 'close');
    await server.close();
    await server.close();
    await server[Symbol.asyncDispose]();
    await ended;
    udp.close();
    expect(clock.pending).toBe(0);
    expect(await openSockets()).toEqual(before);
  });
});
