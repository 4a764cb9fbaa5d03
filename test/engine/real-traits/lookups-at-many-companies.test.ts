import { describe, expect, it } from 'vitest';
import type { LookupRow } from '../../../src/index.ts';
import { engineAndServers, numbered } from './engine-and-servers.ts';
import { ownServers } from './own-servers.ts';

describe('companies with a server each', () => {
  it('get about two connections each for a person each that is looked up', async () => {
    const staff: string[][] = [['ann.baker'], ['abaker'], [], []];
    const world = (index: number) => ownServers([`company${index}.example.com`], staff[index % 4] ?? [], 50);
    const worlds = numbered(200, world);
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
