import { describe, expect, it } from 'vitest';
import type { SandboxWorld } from '../../../adapters/sandbox/index.ts';
import {
  countsOf,
  type EngineAndServers,
  engineAndServers,
  numbered,
  verdictsInTurn,
  verdictsOfList,
} from './engine-and-servers.ts';

const people = numbered(200, (index) => `person${index}`);
const emails = people.map((person) => `${person}@example.com`);
const counts = { safe: 100, invalid: 100 };
const world: SandboxWorld = {
  domains: { 'example.com': { mx: ['mx.example.com'], mailboxes: people.slice(0, 100) } },
  exchanges: { 'mx.example.com': { silentAddresses: 1, softRefusals: false } },
};

/** The world gives the silent address first. */
async function addressesIn({ sandbox }: EngineAndServers) {
  const [silent = '', live = ''] = sandbox.network.dialTable.keys();
  return { silent, live };
}

describe('an exchange whose first address does not answer', () => {
  it('is tried at the next one after a second or two', async () => {
    const running = await engineAndServers(world);
    const { silent, live } = await addressesIn(running);
    expect((await running.engine.verify('person0@example.com')).status).toBe('safe');
    const [first, second] = running.attempts;
    expect([first?.address, second?.address]).toEqual([silent, live]);
    const waitedMs = (second?.at ?? 0) - (first?.at ?? 0);
    expect(waitedMs).toBeGreaterThanOrEqual(1_000);
    expect(waitedMs).toBeLessThanOrEqual(2_100);
  });

  it.each([
    ['single requests', verdictsInTurn],
    ['a list', verdictsOfList],
  ])('is asked at the next one from then on: %s', async (_, verdictsOf) => {
    const running = await engineAndServers(world);
    const { silent } = await addressesIn(running);
    await running.engine.verify('somebody@example.com');
    const before = running.attempts.length;
    expect(countsOf(await verdictsOf(running.engine, emails))).toEqual(counts);
    const later = running.attempts.slice(before);
    expect(later.filter(({ address }) => address === silent)).toHaveLength(0);
  });
});
