import { describe, expect, it } from 'vitest';
import {
  providerTexts,
  type Sandbox,
  type SandboxExchange,
  type SandboxWorld,
} from '../../../adapters/sandbox/index.ts';
import type { LookupRow } from '../../../src/index.ts';
import { countsOf, engineAndServers, numbered, verdictsOfList } from './engine-and-servers.ts';

interface Server {
  readonly host: string;
  readonly exchange: SandboxExchange;
}

/** Servers whose words for a recipient that does not exist could be about us. */
const servers: Readonly<Record<string, Server>> = {
  'Microsoft 365': {
    host: 'example-com.mail.protection.outlook.com',
    exchange: { texts: providerTexts.microsoft365, softRefusals: false },
  },
  Exim: {
    host: 'mx.example.com',
    exchange: { texts: providerTexts.exim, enhancedCodes: false, softRefusals: false },
  },
};

/** No recipient exists. */
const worldOf = ({ host, exchange }: Server): SandboxWorld => ({
  domains: { 'example.com': { mx: [host], mailboxes: ['zoe.quentin'] } },
  exchanges: { [host]: exchange },
});

/** How often a recipient was asked about again. */
function repetitionsAt({ statistics }: Sandbox): number {
  return statistics.totals.recipients - statistics.recipients.size;
}

describe.each(Object.entries(servers))('missing recipients at a server of %s', (_, server) => {
  const missing = numbered(300, (index) => `nobody${index}@example.com`);

  it('are asked about once each on a list, eight on a connection', async () => {
    const { engine, sandbox } = await engineAndServers(worldOf(server));
    expect(countsOf(await verdictsOfList(engine, missing))).toEqual({ invalid: 300 });
    const { totals } = sandbox.statistics;
    // Two more: probes for a catch-all.
    expect(totals.recipients).toBeLessThanOrEqual(missing.length + 2);
    expect(repetitionsAt(sandbox)).toBe(0);
    expect(totals.connections).toBeLessThanOrEqual(39);
  });

  it('are asked about once each by lookups, eight on a connection', async () => {
    const { engine, sandbox } = await engineAndServers(worldOf(server));
    const names = ['Ann Baker', 'Ben Carter', 'Cora Dawson', 'Dan Ellis', 'Eve Fowler', 'Finn Graham'];
    const more = ['Gail Hughes', 'Hal Irwin', 'Ida Jarvis', 'Jack Kemp', 'Kate Lamb', 'Liam Moore'];
    const rows = [...names, ...more].map((name): LookupRow => {
      const [first = '', last = ''] = name.split(' ');
      return { first_name: first, last_name: last, domain: 'example.com' };
    });
    const found = await Promise.all(rows.map((row) => engine.lookup(row)));
    expect(new Set(found.map(({ substatus }) => substatus))).toEqual(new Set(['no_address_found']));
    const { totals } = sandbox.statistics;
    expect(repetitionsAt(sandbox)).toBe(0);
    expect(totals.connections).toBeLessThanOrEqual(Math.ceil(totals.recipients / 8));
  });
});
