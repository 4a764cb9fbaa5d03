import { describe, expect, it } from 'vitest';
import { countsOf, engineAndServers, numbered, verdictsOfList } from './engine-and-servers.ts';
import { ownServers } from './own-servers.ts';

describe('domains with a server each', () => {
  it.each([50, 1_000])('get one connection each for one address each, if a reply takes %d ms', async (ms) => {
    const domains = numbered(400, (index) => `company${index}.example.com`);
    const { engine, sandbox } = await engineAndServers(ownServers(domains, ['ann'], ms), {
      maxConnections: 256,
    });
    const verdicts = await verdictsOfList(
      engine,
      domains.map((domain) => `ann@${domain}`),
    );
    expect(countsOf(verdicts)).toEqual({ safe: 400 });
    expect(sandbox.statistics.totals.connections).toBeLessThanOrEqual(1.05 * domains.length);
  });
});
