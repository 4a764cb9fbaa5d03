import { describe, expect, it } from 'vitest';
import {
  countsOf,
  engineAndServers,
  numbered,
  verdictsInTurn,
  verdictsOfList,
} from './engine-and-servers.ts';

const people = numbered(20, (index) => `person${index}`);
const world = {
  domains: { 'example.com': { mx: ['mx.example.com'], mailboxes: people.slice(0, 10) } },
  exchanges: { 'mx.example.com': { dropsPipelinedInput: true, softRefusals: false } },
} as const;

describe('an exchange that offers PIPELINING, and drops what is pipelined', () => {
  it('answers for the first recipient within 15 seconds', async () => {
    const { engine, clock } = await engineAndServers(world);
    const from = clock.now();
    expect((await engine.verify('person0@example.com')).status).toBe('safe');
    expect(clock.now() - from).toBeLessThanOrEqual(15_000);
  });

  it.each([
    ['single requests', verdictsInTurn],
    ['a list', verdictsOfList],
  ])('answers at once from then on: %s', async (_, verdictsOf) => {
    const { engine, clock } = await engineAndServers(world);
    await engine.verify('somebody@example.com');
    const from = clock.now();
    const emails = people.map((person) => `${person}@example.com`);
    expect(countsOf(await verdictsOf(engine, emails))).toEqual({ safe: 10, invalid: 10 });
    expect(clock.now() - from).toBeLessThanOrEqual(10_000);
  });
});
