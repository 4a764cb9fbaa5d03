import { describe, expect, it } from 'vitest';
import type { SandboxWorld } from '../../../adapters/sandbox/index.ts';
import type { LookupRow } from '../../../src/index.ts';
import { countsOf, engineAndServers, numbered, verdictsOfList } from './engine-and-servers.ts';

/** Domains with a server each, which takes so long for a reply. */
function ownServers(
  domains: readonly string[],
  mailboxes: readonly string[],
  replyDelayMs: number,
): SandboxWorld {
  return {
    domains: Object.fromEntries(domains.map((domain) => [domain, { mx: [`mx.${domain}`], mailboxes }])),
    exchanges: Object.fromEntries(domains.map((domain) => [`mx.${domain}`, { replyDelayMs }])),
  };
}

describe('domains with a server each', () => {
  it.each([50, 1_000])('get one connection each for one address each, if a reply takes %d ms', async (ms) => {
    const domains = numbered(600, (index) => `company${index}.example.com`);
    const { engine, sandbox } = await engineAndServers(ownServers(domains, ['ann'], ms), {
      maxConnections: 256,
    });
    const verdicts = await verdictsOfList(
      engine,
      domains.map((domain) => `ann@${domain}`),
    );
    expect(countsOf(verdicts)).toEqual({ safe: 600 });
    expect(sandbox.statistics.totals.connections).toBeLessThanOrEqual(1.05 * domains.length);
  });

  it('get about two connections each for a person each that is looked up', async () => {
    const staff: string[][] = [['ann.baker'], ['abaker'], [], []];
    const world = (index: number) => ownServers([`company${index}.example.com`], staff[index % 4] ?? [], 50);
    const worlds = numbered(400, world);
    const domains = worlds.flatMap((each) => Object.keys(each.domains));
    const { engine, sandbox } = await engineAndServers({
      domains: Object.assign({}, ...worlds.map((each) => each.domains)),
      exchanges: Object.assign({}, ...worlds.map((each) => each.exchanges)),
    });
    const rows = domains.map((domain): LookupRow => ({ first_name: 'Ann', last_name: 'Baker', domain }));
    const found = await Promise.all(rows.map((row) => engine.lookup(row, { timeoutMs: 300_000 })));
    expect(found.map(({ email }) => email)).toEqual(
      domains.map((domain, index) => {
        const [mailbox] = staff[index % 4] ?? [];
        return mailbox === undefined ? null : `${mailbox}@${domain}`;
      }),
    );
    expect(sandbox.statistics.totals.connections).toBeLessThanOrEqual(2.2 * domains.length);
  });
});
