import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { netPorts } from '../../adapters/net/index.ts';
import { type SandboxExchange, type SandboxWorld, startSandbox } from '../../adapters/sandbox/index.ts';
import { createEngine } from '../../src/engine.ts';
import { sandboxedEngine } from '../support/sandboxed-engine.ts';

const tenants = Array.from({ length: 30 }, (_, index) => `tenant${index}`);

/** Thirty domains of a provider that allows ten connections, each on an exchange of its own. */
function providerWorld(exchange: SandboxExchange): SandboxWorld {
  const hostOf = (tenant: string) => `${tenant}.mail.protection.outlook.com`;
  return {
    domains: Object.fromEntries(
      tenants.map((tenant) => [`${tenant}.example.org`, { mx: [hostOf(tenant)], mailboxes: ['ann'] }]),
    ),
    exchanges: Object.fromEntries(tenants.map((tenant) => [hostOf(tenant), exchange])),
  };
}

const addresses = tenants.flatMap((tenant) =>
  ['ann', 'bob', 'carol'].map((name) => `${name}@${tenant}.example.org`),
);

describe('a provider with ten connections, counted at its servers', () => {
  const servers: Record<string, SandboxExchange> = {
    'answers in 60 ms': { replyDelayMs: 60 },
    'closes connections only after a while': { replyDelayMs: 20, fault: 'silent', faultAt: 'quit' },
    'offers TLS': { replyDelayMs: 30, startTls: 'offered' },
    'hangs up': { replyDelayMs: 40, fault: 'closes', faultAt: 'rcpt' },
  };
  for (const [server, exchange] of Object.entries(servers)) {
    it(`never has more, and ${server}`, async () => {
      await using running = await sandboxedEngine(providerWorld(exchange), {
        pace: 'fixed',
        tuning: { sessionIdleMs: 20 },
      });
      await Promise.allSettled(
        addresses.map((address) => running.engine.verify(address, { timeoutMs: 3_000 })),
      );
      const { peakConnections } = running.sandbox.statistics.totals;
      expect(peakConnections).toBeLessThanOrEqual(10);
      expect(peakConnections).toBeGreaterThan(3);
    });
  }

  it('never has more while callers leave in the middle of a dialogue, and others come', async () => {
    const leavers = new Map(tenants.map((tenant) => [tenant, new AbortController()]));
    await using running = await sandboxedEngine(providerWorld({ replyDelayMs: 60 }), {
      pace: 'fixed',
      tuning: { sessionIdleMs: 20 },
      trace: (event) => {
        if (event.kind !== 'received') return;
        const { host, session } = event;
        if (session % 2 === 0) leavers.get(host.split('.', 1)[0] ?? '')?.abort();
      },
    });
    await Promise.allSettled(
      addresses.map((address) => {
        const tenant = address.slice(address.indexOf('@') + 1).split('.', 1)[0] ?? '';
        const signal = leavers.get(tenant)?.signal;
        return running.engine.verify(address, signal === undefined ? {} : { signal });
      }),
    );
    expect([...leavers.values()].filter(({ signal }) => signal.aborted).length).toBeGreaterThan(5);
    expect(running.sandbox.statistics.totals.peakConnections).toBeLessThanOrEqual(10);
  });
});

/** An engine on the sandbox's network, where many names of exchanges lead to one server. */
async function manyNames(count: number, exchange: SandboxExchange) {
  const names = Array.from({ length: count }, (_, index) => `mx${index}.example.org`);
  const sandbox = await startSandbox({
    domains: { 'example.org': { mx: ['mx0.example.org'], mailboxes: ['ann'] } },
    exchanges: { 'mx0.example.org': exchange },
  });
  const [address = ''] = sandbox.network.dialTable.keys();
  sandbox.patchZone(
    Object.fromEntries(
      names.flatMap((name, index) => [
        [name, { a: [address] }],
        [`domain${index}.example.net`, { mx: [[10, name]] }],
      ]),
    ),
  );
  const engine = createEngine({ ...memoryStores(), ...netPorts(sandbox.network) });
  return {
    sandbox,
    engine,
    emails: names.map((_, index) => `ann@domain${index}.example.net`),
    async [Symbol.asyncDispose]() {
      await engine.close();
      await sandbox.close();
    },
  };
}

describe('forty exchange names on one IP address', () => {
  it('get the connections of one exchange together, and share sessions', async () => {
    await using running = await manyNames(40, { replyDelayMs: 20 });
    const verdicts = await Promise.all(running.emails.map((email) => running.engine.verify(email)));
    expect(new Set(verdicts.map(({ mx_record }) => mx_record)).size).toBe(40);
    const { peakConnections, connections } = running.sandbox.statistics.totals;
    expect(peakConnections).toBe(2);
    expect(connections).toBeLessThanOrEqual(10);
  });

  it('are left alone together, once one of them has blocked us at its greeting', async () => {
    await using running = await manyNames(40, { blocks: 'greeting' });
    const [first = '', ...others] = running.emails;
    expect((await running.engine.verify(first)).substatus).toBe('blocked');
    for (const email of others)
      await expect(running.engine.verify(email)).rejects.toMatchObject({ cause: { why: 'blocked' } });
    expect(running.sandbox.statistics.totals.connections).toBe(1);
  });
});
