import { describe, expect, it } from 'vitest';
import { scriptedEngine } from '../../support/scripted-engine.ts';
import { manyNamesDns } from '../../support/scripted-exchange.ts';

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
