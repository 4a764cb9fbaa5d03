import { describe, expect, it } from 'vitest';
import type { SandboxExchange, SandboxWorld } from '../../../adapters/sandbox/index.ts';
import {
  countsOf,
  engineAndServers,
  numbered,
  verdictsInTurn,
  verdictsOfList,
} from './engine-and-servers.ts';

const refusal = '550 5.7.1 Service unavailable; Client host [{client}] blocked using zen.spamhaus.org';

/** Servers that refuse a client at EHLO, and what they do then. */
const refusing: Readonly<Record<string, (refused: readonly string[]) => SandboxExchange>> = {
  'hangs up': (refused) => ({
    reply(command, session) {
      if (command.verb !== 'EHLO' || !refused.includes(session.client)) return undefined;
      session.hangUp();
      return refusal;
    },
  }),
  'says 503 to HELO': (refused) => ({
    reply(command, { client }) {
      if (!refused.includes(client)) return undefined;
      if (command.verb === 'EHLO') return refusal;
      return command.verb === 'HELO' ? '503 5.5.1 Bad sequence of commands' : undefined;
    },
  }),
};

const people = numbered(20, (index) => `person${index}`);
const emails = people.map((person) => `${person}@example.com`);
const worldOf = (exchange: SandboxExchange): SandboxWorld => ({
  domains: { 'example.com': { mx: ['mx.example.com'], mailboxes: people.slice(0, 10) } },
  exchanges: { 'mx.example.com': exchange },
});

describe.each(Object.entries(refusing))('a server that refuses a client at EHLO and %s', (_, exchangeFor) => {
  it.each([
    ['a list', verdictsOfList],
    ['single requests', verdictsInTurn],
  ])('is asked through another egress: %s', async (_way, verdictsOf) => {
    const world = worldOf(exchangeFor(['127.0.0.2']));
    const { engine, sandbox } = await engineAndServers(world, { from: ['127.0.0.2', '127.0.0.3'] });
    expect(countsOf(await verdictsOf(engine, emails))).toEqual({ safe: 10, invalid: 10 });
    expect(sandbox.countsOf('mx.example.com', '127.0.0.2').connections).toBeLessThanOrEqual(3);
  });

  it('blocks us, if there is no other', async () => {
    const { engine, sandbox } = await engineAndServers(worldOf(exchangeFor(['192.0.2.25'])));
    expect(countsOf(await verdictsOfList(engine, emails))).toEqual({ 'unknown blocked': 20 });
    expect(sandbox.statistics.totals.connections).toBeLessThanOrEqual(3);
  });
});
