import { describe, expect, it } from 'vitest';
import { providerTexts, type SandboxExchange, type SandboxWorld } from '../../../adapters/sandbox/index.ts';
import {
  countsOf,
  engineAndServers,
  numbered,
  verdictsAtOnce,
  verdictsOfList,
} from './engine-and-servers.ts';

/** Customers of Microsoft 365, each with an MX name of its own, at one IP address. */
function tenantsAtOneAddress(count: number, exchange: SandboxExchange): SandboxWorld {
  const names = numbered(count, (index) => `tenant${index}`);
  const server = { replyDelayMs: 50, ...exchange, address: 'frontend' };
  return {
    domains: Object.fromEntries(
      names.map((name) => [
        `${name}.example.com`,
        { mx: [`${name}-example-com.mail.protection.outlook.com`], mailboxes: ['ann'] },
      ]),
    ),
    exchanges: Object.fromEntries(
      names.map((name) => [`${name}-example-com.mail.protection.outlook.com`, server]),
    ),
  };
}

/** Two addresses at each tenant, of which one exists. */
const emailsAt = ({ domains }: SandboxWorld) =>
  ['ann', 'bob'].flatMap((person) => Object.keys(domains).map((domain) => `${person}@${domain}`));

describe('150 tenants of Microsoft 365 at one IP address', () => {
  it.each([
    ['a list', verdictsOfList],
    ['single requests', verdictsAtOnce],
  ])('share their connections, of which ten are open at most: %s', async (_, verdictsOf) => {
    const world = tenantsAtOneAddress(150, { texts: providerTexts.microsoft365 });
    const { engine, sandbox } = await engineAndServers(world, {
      connectionsPerProvider: { 'microsoft-365': 10 },
    });
    const emails = emailsAt(world);
    expect(countsOf(await verdictsOf(engine, emails))).toEqual({ safe: 150, invalid: 150 });
    const { totals } = sandbox.statistics;
    expect(totals.peakConnections).toBeLessThanOrEqual(10);
    expect(totals.connections).toBeLessThanOrEqual(0.4 * emails.length);
  });
});

describe('60 tenants of Microsoft 365 behind a limit of four connections', () => {
  const greetings = [
    '421 Too many concurrent connections',
    '421 4.3.2 The maximum number of concurrent server connections has exceeded a limit, closing transmission channel',
  ];
  const ways = { 'a list': verdictsOfList, 'single requests': verdictsAtOnce };
  it.each(
    greetings.flatMap((greeting) =>
      Object.entries(ways).map(([way, verdictsOf]) => [greeting, way, verdictsOf] as const),
    ),
  )('are all answered after two refusals at most: %s, %s', async (tooManyConnections, _, verdictsOf) => {
    const world = tenantsAtOneAddress(60, { texts: { tooManyConnections }, maxConnectionsPerClient: 4 });
    const { engine, sandbox } = await engineAndServers(world);
    const counts = countsOf(await verdictsOf(engine, emailsAt(world)));
    expect({ counts, refusals: sandbox.statistics.totals.violations }).toEqual({
      counts: { safe: 60, invalid: 60 },
      refusals: expect.toSatisfy((refusals: number) => refusals <= 2),
    });
  });
});

describe('ten connections to a provider', () => {
  it.each([
    ['a list', verdictsOfList],
    ['single requests', verdictsAtOnce],
  ])('are never more at its servers: %s', async (_, verdictsOf) => {
    const world = tenantsAtOneAddress(40, { softRefusals: false });
    const separate = Object.fromEntries(
      Object.entries(world.exchanges).map(([host, { address, ...exchange }]) => [host, exchange]),
    );
    const { engine, sandbox } = await engineAndServers(
      { ...world, exchanges: separate },
      { connectionsPerProvider: { 'microsoft-365': 10 } },
    );
    const people = numbered(10, (index) => `person${index}`);
    const emails = people.flatMap((person) =>
      Object.keys(world.domains).map((domain) => `${person}@${domain}`),
    );
    expect(countsOf(await verdictsOf(engine, emails))).toEqual({ invalid: 400 });
    expect(sandbox.statistics.totals.peakConnections).toBeLessThanOrEqual(10);
  });
});
