import { describe, expect, it, onTestFinished } from 'vitest';
import type { Zone } from '../../../adapters/sandbox/dns/zone.ts';
import { closedPort } from '../../support/closed-port.ts';
import { addressRecord, answerTo, startScriptedResolver } from '../../support/scripted-resolver.ts';
import { dnsOver, serveZone } from '../../support/served-dns.ts';
import { until } from '../../support/until.ts';

const fine: Zone = { 'example.com': { a: ['192.0.2.1'] }, 'example.org': { a: ['192.0.2.2'] } };
const found = { kind: 'records', records: ['192.0.2.1'], ttlSeconds: 300 };

const answering = (answer: 'server-failure' | 'refused' | 'malformed' | 'silent'): Zone => ({
  'example.com': { answer },
  'example.org': { answer },
});

describe('a question that is lost', () => {
  it('is asked again after the time of a try, not before', async () => {
    const server = await serveZone({ 'example.com': { a: ['192.0.2.1'], dropFirst: 2 } });
    const { dns, clock } = dnsOver([server.address], { timeoutMs: 1_500 });
    const answer = dns.a('example.com');
    await until(() => server.questions === 1);
    await clock.advance(1_499);
    expect(server.questions).toBe(1);
    await clock.advance(1);
    await until(() => server.questions === 2);
    await clock.advance(1_500);
    expect(await answer).toEqual(found);
    expect(server.questions).toBe(3);
    expect(clock.pending).toBe(0);
  });

  it('is given up after so many tries', async () => {
    const server = await serveZone(answering('silent'));
    const { dns, clock } = dnsOver([server.address], { tries: 2 });
    const answer = dns.a('example.com');
    for (const tries of [1, 2]) {
      await until(() => server.questions === tries);
      await clock.advance(2_000);
    }
    expect(await answer).toMatchObject({ kind: 'failure', reason: 'timeout' });
    expect(server.questions).toBe(2);
    expect(clock.pending).toBe(0);
  });
});

describe('several servers', () => {
  it('are asked in turn while they are silent', async () => {
    const [one, two] = [await serveZone(answering('silent')), await serveZone(answering('silent'))];
    const { dns, clock } = dnsOver([one.address, two.address]);
    const answer = dns.a('example.com');
    const order: string[] = [];
    for (let tries = 1; tries <= 6; tries++) {
      const before = one.questions;
      await until(() => one.questions + two.questions === tries);
      order.push(one.questions > before ? 'one' : 'two');
      await clock.advance(2_000);
    }
    expect(await answer).toMatchObject({ reason: 'timeout' });
    expect([one.questions, two.questions]).toEqual([3, 3]);
  });

  it.each(['server-failure', 'refused', 'malformed'] as const)(
    'make up for one that answers %s',
    async (answer) => {
      const [one, two] = [await serveZone(answering(answer)), await serveZone(fine)];
      const { dns } = dnsOver([one.address, two.address]);
      expect(await dns.a('example.com')).toEqual(found);
      expect([one.questions, two.questions]).toEqual([1, 1]);
    },
  );

  it('make up for one that is not there', async () => {
    const two = await serveZone(fine);
    const { dns } = dnsOver([`127.0.0.1:${await closedPort()}`, two.address]);
    expect(await dns.a('example.com')).toEqual(found);
  });

  it('make up for one that is silent, and later questions begin with the one that spoke', async () => {
    const [one, two] = [await serveZone(answering('silent')), await serveZone(fine)];
    const { dns, clock } = dnsOver([one.address, two.address]);
    const answer = dns.a('example.com');
    await until(() => one.questions === 1);
    await clock.advance(2_000);
    expect(await answer).toEqual(found);
    expect(await dns.a('example.org')).toMatchObject({ records: ['192.0.2.2'] });
    expect([one.questions, two.questions]).toEqual([1, 2]);
  });

  it('are not asked where the first one says that there is nothing', async () => {
    const [one, two] = [await serveZone({}), await serveZone(fine)];
    const { dns } = dnsOver([one.address, two.address]);
    expect(await dns.a('example.com')).toMatchObject({ kind: 'no-domain' });
    expect(two.questions).toBe(0);
  });

  it.each([
    ['server-failure', 'refused', 'server-failure'],
    ['refused', 'server-failure', 'server-failure'],
    ['malformed', 'refused', 'refused'],
    ['malformed', 'malformed', 'malformed'],
    ['absent', 'malformed', 'malformed'],
    ['absent', 'refused', 'refused'],
    ['server-failure', 'absent', 'server-failure'],
    ['absent', 'absent', 'unreachable'],
  ] as const)('that answer %s and %s come to %s', async (first, second, reason) => {
    const address = async (answer: 'absent' | 'server-failure' | 'refused' | 'malformed') =>
      answer === 'absent' ? `127.0.0.1:${await closedPort()}` : (await serveZone(answering(answer))).address;
    const { dns } = dnsOver([await address(first), await address(second)]);
    expect(await dns.a('example.com')).toMatchObject({ kind: 'failure', reason });
  });

  it.each([
    ['silent and absent ones come to', 'absent', 'timeout'],
    ['silent and failing ones come to', 'server-failure', 'server-failure'],
    ['silent and refusing ones come to', 'refused', 'refused'],
  ] as const)('%s: of %s, %s', async (_title, other, reason) => {
    const silent = await serveZone(answering('silent'));
    const second =
      other === 'absent' ? `127.0.0.1:${await closedPort()}` : (await serveZone(answering(other))).address;
    const { dns, clock } = dnsOver([silent.address, second]);
    const answer = dns.a('example.com');
    for (let tries = 1; tries <= 3; tries++) {
      await until(() => silent.questions === tries);
      await clock.advance(2_000);
    }
    expect(await answer).toMatchObject({ kind: 'failure', reason });
  });

  it('that cannot tell are asked once', async () => {
    const server = await serveZone(answering('server-failure'));
    const { dns } = dnsOver([server.address]);
    await dns.a('example.com');
    expect(server.questions).toBe(1);
  });

  it('say in the detail who said what', async () => {
    const server = await serveZone(answering('server-failure'));
    const { dns } = dnsOver([server.address]);
    expect(await dns.a('example.com')).toMatchObject({ detail: `${server.address}: SERVFAIL` });
  });
});

describe('a server without EDNS', () => {
  it('is asked without it, and from then on at once', async () => {
    const server = await serveZone(fine, { edns: false });
    const { dns } = dnsOver([server.address]);
    expect(await dns.a('example.com')).toEqual(found);
    expect(server.questions).toBe(2);
    expect(await dns.a('example.org')).toMatchObject({ records: ['192.0.2.2'] });
    expect(server.questions).toBe(3);
  });

  it.each([
    ['FORMERR', 1],
    ['NOTIMP', 4],
  ])('may answer %s with nothing but a header', async (_name, rcode) => {
    const resolver = await startScriptedResolver({
      onQuery: ({ packet, respond }) =>
        respond(
          (packet.additionals ?? []).length > 0
            ? answerTo(packet, { rcode, questions: [] })
            : answerTo(packet, { answers: [addressRecord('example.com', '192.0.2.1')] }),
        ),
    });
    onTestFinished(() => resolver.close());
    const { dns } = dnsOver([resolver.address]);
    expect(await dns.a('example.com')).toEqual(found);
    expect(resolver.queries).toHaveLength(2);
  });

  it('that complains of the question itself too is a server failure', async () => {
    const resolver = await startScriptedResolver({
      onQuery: ({ packet, respond }) => respond(answerTo(packet, { rcode: 1 })),
    });
    onTestFinished(() => resolver.close());
    const { dns } = dnsOver([resolver.address]);
    expect(await dns.a('example.com')).toMatchObject({ kind: 'failure', reason: 'server-failure' });
    expect(resolver.queries).toHaveLength(2);
  });
});
