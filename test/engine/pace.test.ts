import { describe, expect, it } from 'vitest';
import type { SandboxWorld } from '../../adapters/sandbox/index.ts';
import { sandboxedEngine } from '../support/sandboxed-engine.ts';

const tenants = Array.from({ length: 12 }, (_, index) => `tenant${index}`);
const hostOf = (tenant: string) => `${tenant}.mail.protection.outlook.com`;
const people = ['ann', 'bob', 'carol', 'dan'];

/** Twelve domains of one provider, whose servers together serve a client so many connections. */
function providerWorld(allowed: number): SandboxWorld {
  const exchange = { replyDelayMs: 10, maxConnectionsPerClient: allowed, connectionsCountedAs: 'provider' };
  return {
    domains: Object.fromEntries(
      tenants.map((tenant) => [`${tenant}.example.org`, { mx: [hostOf(tenant)], mailboxes: ['ann', 'bob'] }]),
    ),
    exchanges: Object.fromEntries(tenants.map((tenant) => [hostOf(tenant), exchange])),
  };
}

const addresses = people.flatMap((person) => tenants.map((tenant) => `${person}@${tenant}.example.org`));
const truths = addresses.map((address) => (/^(ann|bob)@/.test(address) ? 'safe' : 'invalid'));

describe('a provider that tells nobody how many connections it allows', () => {
  it.each([1, 2, 5])('gets no address a verdict for its limit of %d', async (allowed) => {
    await using running = await sandboxedEngine(providerWorld(allowed), { tuning: { sessionIdleMs: 20 } });
    const statuses = await Promise.all(
      addresses.map(async (address) => (await running.engine.verify(address)).status),
    );
    expect(statuses).toEqual(truths);
    const { totals } = running.sandbox.statistics;
    // Refused connections: fewer than one in five of the addresses, even where the first ones are too many.
    expect(totals.violations).toBeLessThan(addresses.length / 5);
  });
});
