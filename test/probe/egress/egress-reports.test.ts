import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { netPorts } from '../../../adapters/net/index.ts';
import { startSandbox } from '../../../adapters/sandbox/index.ts';
import { createEngine, type EgressHistory } from '../../../src/index.ts';
import { sandboxedEngine } from '../../support/sandboxed-engine.ts';

const blocked = '550 5.7.1 Client host [{client}] blocked using zen.spamhaus.org';

function totalsOf({ hour }: EgressHistory) {
  const steps = hour.series.flatMap((series) => series.steps);
  const sum = (field: 'recipients' | 'limits' | 'blocks' | 'failures') =>
    steps.reduce((total, step) => total + step[field], 0);
  return {
    recipients: sum('recipients'),
    limits: sum('limits'),
    blocks: sum('blocks'),
    failures: sum('failures'),
  };
}

describe('the report on egresses', () => {
  it('says nothing of exchanges before any was asked', async () => {
    await using running = await sandboxedEngine({ domains: {}, exchanges: {} });
    const [egress, ...others] = await running.engine.egresses.list();
    expect(egress).toMatchObject({ restsUntil: null, exchanges: [], blocks: [] });
    expect(others).toEqual([]);
    expect(running.engine.egresses.history().hour.series).toEqual([]);
  });

  it('has the open connections and limits of what was asked, the last one first', async () => {
    await using running = await sandboxedEngine(
      {
        domains: {
          'small.example.org': { mx: ['mx.small.example.org'], mailboxes: ['ann'] },
          'gmail.com': { mx: ['gmail-smtp-in.l.google.com'], mailboxes: ['ann'] },
        },
        exchanges: { 'mx.small.example.org': {}, 'gmail-smtp-in.l.google.com': {} },
      },
      { tuning: { sessionIdleMs: 60_000 } },
    );
    const { engine } = running;
    await engine.verify('ann@small.example.org');
    await engine.verify('ann@gmail.com');
    const [egress] = await engine.egresses.list();
    expect(egress?.exchanges).toMatchObject([
      { exchange: 'provider:gmail', provider: 'Gmail', connections: 1, pausedUntil: null, pauseReason: null },
      { exchange: 'host:mx.small.example.org', provider: null, connections: 1, recipientsPerSecond: null },
    ]);
    for (const { maxConnections } of egress?.exchanges ?? []) expect(maxConnections).toBeGreaterThan(0);
    const { recipients, ...others } = totalsOf(engine.egresses.history());
    expect(recipients).toBeGreaterThanOrEqual(2);
    expect(others).toEqual({ limits: 0, blocks: 0, failures: 0 });
  });

  it('has the rate and the pause of a server that asks us to slow down', async () => {
    let answered = 0;
    await using running = await sandboxedEngine({
      domains: { 'example.org': { mx: ['mx.example.org'], mailboxes: ['ann', 'bob', 'carol', 'dan'] } },
      exchanges: {
        'mx.example.org': {
          reply(command) {
            if (command.verb !== 'RCPT') return undefined;
            answered += 1;
            return answered > 2
              ? '450 4.7.1 Error: too many recipients from your address, slow down'
              : undefined;
          },
        },
      },
    });
    const { engine } = running;
    for (const name of ['ann', 'bob', 'carol'])
      await engine.verify(`${name}@example.org`, { timeoutMs: 2_000 }).catch(() => {});
    const [egress] = await engine.egresses.list();
    expect(egress?.exchanges).toMatchObject([{ exchange: 'host:mx.example.org' }]);
    expect(egress?.exchanges[0]?.recipientsPerSecond).toBeGreaterThan(0);
    expect(totalsOf(engine.egresses.history()).limits).toBeGreaterThan(0);
  });

  it('has the blocks that another process of the store found', async () => {
    const sandbox = await startSandbox({
      domains: { 'example.org': { mx: ['mx.example.org'], mailboxes: ['ann'] } },
      exchanges: { 'mx.example.org': { reply: ({ verb }) => (verb === 'RCPT' ? blocked : undefined) } },
    });
    const stores = memoryStores();
    const open = () => createEngine({ ...stores, ...netPorts(sandbox.network) });
    const [first, second] = [open(), open()];
    try {
      for (const name of ['ann', 'bob', 'carol']) await first.verify(`${name}@example.org`);
      const blocks = [{ exchange: 'host:mx.example.org', provider: null, domain: null }];
      const [own] = await first.egresses.list();
      expect(own).toMatchObject({ blocks, exchanges: [{ pauseReason: 'blocked' }] });
      expect(own?.blocks[0]?.until).toBeGreaterThan(Date.now());
      expect(totalsOf(first.egresses.history()).blocks).toBe(1);
      const [other] = await second.egresses.list();
      expect(other).toMatchObject({ blocks, exchanges: [] });
    } finally {
      await first.close();
      await second.close();
      await sandbox.close();
    }
  });
});
