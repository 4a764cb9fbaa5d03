import { describe, expect, it, onTestFinished } from 'vitest';
import { closedPort } from '../../support/closed-port.ts';
import { addressRecord, answerTo, startScriptedResolver } from '../../support/scripted-resolver.ts';
import { dnsOver, found, serveZone, workingZone, zoneAnswering } from '../../support/served-dns.ts';
import { until } from '../../support/until.ts';

describe('a question that is lost', () => {
  it('is asked again after the timeout of one try', async () => {
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

  it('fails after the number of tries', async () => {
    const server = await serveZone(zoneAnswering('silent'));
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
  it('are asked in rotation while they are silent', async () => {
    const [one, two] = [await serveZone(zoneAnswering('silent')), await serveZone(zoneAnswering('silent'))];
    const { dns, clock } = dnsOver([one.address, two.address]);
    const answer = dns.a('example.com');
    for (let tries = 1; tries <= 6; tries++) {
      await until(() => one.questions + two.questions === tries);
      expect(one.questions).toBe(Math.ceil(tries / 2));
      await clock.advance(tries % 2 === 1 ? 500 : 2_000);
    }
    expect(await answer).toMatchObject({ reason: 'timeout' });
    expect(clock.pending).toBe(0);
    expect([one.questions, two.questions]).toEqual([3, 3]);
  });

  it.each(['server-failure', 'refused', 'malformed'] as const)(
    'are tried if the first one answers %s',
    async (answer) => {
      const [one, two] = [await serveZone(zoneAnswering(answer)), await serveZone(workingZone)];
      const { dns } = dnsOver([one.address, two.address]);
      expect(await dns.a('example.com')).toEqual(found);
      expect([one.questions, two.questions]).toEqual([1, 1]);
    },
  );

  it('are tried if the first one is unreachable', async () => {
    const two = await serveZone(workingZone);
    const { dns } = dnsOver([`127.0.0.1:${await closedPort()}`, two.address]);
    expect(await dns.a('example.com')).toEqual(found);
  });

  it('are not tried if the first one gives a negative answer', async () => {
    const [one, two] = [await serveZone({}), await serveZone(workingZone)];
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
  ] as const)('with the answers %s and %s result in %s', async (first, second, reason) => {
    const address = async (answer: 'absent' | 'server-failure' | 'refused' | 'malformed') =>
      answer === 'absent'
        ? `127.0.0.1:${await closedPort()}`
        : (await serveZone(zoneAnswering(answer))).address;
    const { dns } = dnsOver([await address(first), await address(second)]);
    expect(await dns.a('example.com')).toMatchObject({ kind: 'failure', reason });
  });

  it.each([
    ['silent and absent ones result in', 'absent', 'timeout'],
    ['silent and failing ones result in', 'server-failure', 'server-failure'],
    ['silent and refusing ones result in', 'refused', 'refused'],
  ] as const)('%s: of %s, %s', async (_title, other, reason) => {
    const silent = await serveZone(zoneAnswering('silent'));
    const second =
      other === 'absent'
        ? `127.0.0.1:${await closedPort()}`
        : (await serveZone(zoneAnswering(other))).address;
    const { dns, clock } = dnsOver([silent.address, second]);
    const answer = dns.a('example.com');
    for (let tries = 1; tries <= 3; tries++) {
      await until(() => silent.questions === tries);
      await clock.advance(2_000);
    }
    expect(await answer).toMatchObject({ kind: 'failure', reason });
  });

  it('that answer with a failure are asked once', async () => {
    const server = await serveZone(zoneAnswering('server-failure'));
    const { dns } = dnsOver([server.address]);
    await dns.a('example.com');
    expect(server.questions).toBe(1);
  });

  it('are named in the detail of a failure', async () => {
    const server = await serveZone(zoneAnswering('server-failure'));
    const { dns } = dnsOver([server.address]);
    expect(await dns.a('example.com')).toMatchObject({ detail: `${server.address}: SERVFAIL` });
  });
});

describe('a server without EDNS', () => {
  it('is asked again without EDNS, and only without it from then on', async () => {
    const server = await serveZone(workingZone, { edns: false });
    const { dns } = dnsOver([server.address]);
    expect(await dns.a('example.com')).toEqual(found);
    expect(server.questions).toBe(2);
    expect(await dns.a('example.org')).toMatchObject({ records: ['192.0.2.2'] });
    expect(server.questions).toBe(3);
  });

  it.each([
    ['FORMERR', 1],
    ['NOTIMP', 4],
  ])('may answer %s with only a header', async (_name, rcode) => {
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

  it('that also rejects the query without EDNS is a server failure', async () => {
    const resolver = await startScriptedResolver({
      onQuery: ({ packet, respond }) => respond(answerTo(packet, { rcode: 1 })),
    });
    onTestFinished(() => resolver.close());
    const { dns } = dnsOver([resolver.address]);
    expect(await dns.a('example.com')).toMatchObject({ kind: 'failure', reason: 'server-failure' });
    expect(resolver.queries).toHaveLength(2);
  });
});

describe('a single resolver', () => {
  it('is asked without falling back to the others', async () => {
    const [one, two] = [await serveZone(zoneAnswering('refused')), await serveZone(workingZone)];
    const { dns } = dnsOver([one.address, two.address]);
    const answers = await Promise.all(dns.resolvers.map((resolver) => resolver.a('example.com')));
    expect(dns.resolvers.map(({ address }) => address)).toEqual([one.address, two.address]);
    expect(answers).toMatchObject([{ kind: 'failure', reason: 'refused' }, found]);
    expect([one.questions, two.questions]).toEqual([1, 1]);
  });

  it('is asked for MX records too', async () => {
    const zone = { 'example.com': { mx: [[10, 'mx.example.com'] as const] } };
    const [one, two] = [await serveZone({}), await serveZone(zone)];
    const { dns } = dnsOver([one.address, two.address]);
    const answers = await Promise.all(dns.resolvers.map((resolver) => resolver.mx('example.com')));
    expect(answers).toMatchObject([
      { kind: 'no-domain' },
      { kind: 'records', records: [{ preference: 10, exchange: 'mx.example.com' }] },
    ]);
  });

  it('is asked over TCP alone, and in vain if it has none', async () => {
    const server = await serveZone(workingZone, { tcp: false });
    const { dns } = dnsOver([server.address]);
    const [resolver] = dns.resolvers;
    expect(await resolver?.a('example.com')).toEqual(found);
    expect(await resolver?.a('example.com', { overTcp: true })).toMatchObject({
      kind: 'failure',
      reason: 'unreachable',
      detail: expect.stringContaining('TCP'),
    });
    expect(server.questions).toBe(1);
  });

  it('is asked over TCP without EDNS if it rejects that', async () => {
    const server = await serveZone(workingZone, { edns: false });
    const { dns } = dnsOver([server.address]);
    expect(await dns.resolvers[0]?.a('example.com', { overTcp: true })).toEqual(found);
  });
});
