import { describe, expect, it } from 'vitest';
import { scriptedEngine } from '../../support/scripted-engine.ts';
import { manyNamesDns } from '../../support/scripted-exchange.ts';
import { host, startPool } from './pool-fixture.ts';

const connectionsPerExchange = 3;
/** Each connection that was open when the first one was refused may be refused too, and be tried once more. */
const mostRefusals = 2 * connectionsPerExchange;
const emails = Array.from({ length: 12 }, (_, index) => `ann@tenant${index}.example.com`);

/** A world with a single mail server, which refuses connections beyond a limit as if it blocked us. */
function serverOfManyNames(connections: number, address = '198.18.0.1') {
  const connectionLimit = { connections, refusal: '554 5.7.1 Access denied' };
  const knows = (recipient: string) => recipient.startsWith('ann@');
  const world = scriptedEngine(
    { knows, replyMs: 100, connectionLimit },
    { connectionsPerExchange, dns: manyNamesDns(address) },
  );
  const substatuses = async (addresses: readonly string[]) =>
    (await world.verifyAll(addresses)).map(({ substatus }) => substatus);
  return { ...world, connectionLimit, substatuses };
}

describe.each(['198.18.0.1', '2001:db8::1'])('the server of many names at %s', (address) => {
  it.each([1, 2])(
    'is asked about all of them if it serves %i connections, and refuses further ones as if it blocked us',
    async (connections) => {
      const { substatuses, exchange } = serverOfManyNames(connections, address);
      expect(await substatuses(emails)).toEqual(emails.map(() => 'deliverable'));
      expect(exchange.refused).toBeLessThanOrEqual(mostRefusals);
    },
  );

  it('is paused under all of them if it refuses every connection', async () => {
    const { substatuses, exchange } = serverOfManyNames(0, address);
    expect(await substatuses(emails)).toEqual(emails.map(() => 'blocked'));
    expect(exchange.refused).toBeLessThanOrEqual(mostRefusals);
  });

  it('is asked about all of them in the session that it serves, although it refuses further ones', async () => {
    const { engine, clock, substatuses, exchange, connectionLimit } = serverOfManyNames(
      connectionsPerExchange,
      address,
    );
    const served = engine.verify(emails[0]!);
    await clock.advance(250);
    connectionLimit.connections = 0;
    const others = await substatuses(emails.slice(1));
    expect(new Set([(await served).substatus, ...others])).toEqual(new Set(['deliverable']));
    expect(exchange.refused).toBeLessThanOrEqual(mostRefusals);
  });
});

describe('exchanges at one address', () => {
  it('are still asked while one of them is paused', async () => {
    const { clock, ask, leases } = startPool();
    await leases.pause(`own host:${host}`, { until: clock.now() + 600_000, reason: 'limited' });
    const paused = ask('ann');
    const other = ask('bob', { at: 'mx.other.example.com', domain: 'other.example.com' });
    await clock.advance(100);
    expect([await paused.answer, await other.answer]).toEqual(['paused: limited', 'rcpt: accepted']);
  });
});

describe('hosts whose names lead nowhere', () => {
  it.each([
    { kind: 'no-domain', ttlSeconds: 300 },
    { kind: 'failure', reason: 'server-failure', detail: '' },
  ] as const)('say nothing of whether mail servers can be reached: $kind', async (addresses) => {
    const { clock, ask, outage } = startPool({ addresses });
    const answers = ['a-example.com', 'b-example.com', 'c-example.com', 'd-example.com'].map(
      (domain) => ask('ann', { at: `mx.${domain}`, domain }).answer,
    );
    await clock.advance(60_000);
    expect((await Promise.all(answers)).every((answer) => answer.startsWith('unreachable: '))).toBe(true);
    expect(outage.inDoubt).toBe(false);
  });
});

describe('the addresses of a host', () => {
  const addresses = ['192.0.2.1', '192.0.2.2', '192.0.2.3'];

  it('are tried for a moment each if they are silent, two at most, and then the first one patiently', async () => {
    const { clock, ask, dialled } = startPool({ addresses, dials: Array(9).fill('connection_timeout') });
    const { answer } = ask('ann');
    await clock.advance(60_000);
    expect(await answer).toBe('unreachable: connection_timeout');
    expect(dialled.map(({ address, timeoutMs }) => [address, timeoutMs])).toEqual([
      ['192.0.2.1', 1_500],
      ['192.0.2.2', 1_500],
      ['192.0.2.1', 10_000],
    ]);
  });

  it('come last for five minutes once they were silent', async () => {
    const { clock, ask, dialled } = startPool({ addresses, dials: ['connection_timeout'] });
    for (const person of ['ann', 'bob']) {
      const { answer } = ask(person);
      await clock.advance(10_000);
      expect(await answer).toBe('rcpt: accepted');
    }
    expect(dialled.map(({ address }) => address)).toEqual(['192.0.2.1', '192.0.2.2', '192.0.2.2']);
  });
});
