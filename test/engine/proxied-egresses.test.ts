import { once } from 'node:events';
import { type AddressInfo, createConnection, createServer } from 'node:net';
import { pipeline } from 'node:stream';
import { inspect } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { type EgressOptions, netPorts } from '../../adapters/net/index.ts';
import {
  type DialTarget,
  type Sandbox,
  type SandboxWorld,
  startSandbox,
} from '../../adapters/sandbox/index.ts';
import { createEngine, type Engine, type EngineEvent, type TraceEvent } from '../../src/index.ts';
import { statusesOfList } from '../support/sandboxed-engine.ts';
import { startScriptedProxy } from '../support/scripted-proxy.ts';
import { type Socks5Server, type Socks5ServerOptions, startSocks5Server } from '../support/socks5-server.ts';
import { until } from '../support/until.ts';

const identity = { helo: 'probe.example.net', mailFrom: 'check@probe.example.net' };
const login = { user: 'probe', password: 'open-sesame' };

async function startProxy(options: Socks5ServerOptions = {}): Promise<Socks5Server> {
  const proxy = await startSocks5Server(options);
  onTestFinished(() => proxy.kill());
  return proxy;
}

interface Running {
  readonly engine: Engine;
  readonly sandbox: Sandbox;
  readonly events: readonly EngineEvent[];
  readonly trace: readonly TraceEvent[];
}

async function runningEngine(
  world: SandboxWorld,
  ...ways: readonly Pick<EgressOptions, 'socks5' | 'localAddress'>[]
): Promise<Running> {
  const sandbox = await startSandbox(world);
  const { dns, dialTable } = sandbox.network;
  const egresses = ways.map((way) => ({ ...identity, ...way }));
  const trace: TraceEvent[] = [];
  const engine = createEngine(
    { ...memoryStores(), ...netPorts({ egresses, dns, dialTable }) },
    { tuning: { sessionIdleMs: 20 }, trace: (event) => trace.push(event) },
  );
  onTestFinished(async () => {
    await engine.close();
    await sandbox.close();
  });
  const events: EngineEvent[] = [];
  engine.observe((event) => events.push(event));
  return { engine, sandbox, events, trace };
}

const domains = ['example.com', 'example.net', 'example.org'];
const world = (exchange: SandboxWorld['exchanges'][string] = {}): SandboxWorld => ({
  domains: Object.fromEntries(
    domains.map((domain) => [domain, { mx: [`mx.${domain}`], mailboxes: ['ann', 'bob'] }]),
  ),
  exchanges: Object.fromEntries(domains.map((domain) => [`mx.${domain}`, exchange])),
});
const emails = domains.flatMap((domain) =>
  ['ann', 'bob', 'carol', 'dave'].map((name) => `${name}@${domain}`),
);
const truth = emails.map((email) => (/^(ann|bob)@/.test(email) ? 'safe' : 'invalid'));

describe('an egress through a SOCKS5 server', () => {
  it('verifies single addresses and lists, with early greetings and TLS', async () => {
    const proxy = await startProxy({ login, outgoingAddress: '127.0.0.9' });
    const servers = world({ startTls: 'offered' });
    const { engine, sandbox, trace } = await runningEngine(servers, { socks5: proxy.url(login) });
    expect(await engine.verify('ann@example.com')).toMatchObject({ status: 'safe' });
    expect(await statusesOfList(engine, emails)).toEqual(truth);
    for (const domain of domains) {
      const { connections } = sandbox.countsOf(`mx.${domain}`, '127.0.0.9');
      expect(connections).toBe(sandbox.statistics.exchanges.get(`mx.${domain}`)?.connections);
    }
    const egresses = trace.flatMap((event) => ('egress' in event ? [event.egress] : []));
    expect(new Set(egresses)).toEqual(new Set([`probe@127.0.0.1:${proxy.port}`]));
    expect(trace.some(({ kind }) => kind === 'secured')).toBe(true);
  });

  it('that does not let us in costs nothing, and shows its password nowhere', async () => {
    const proxy = await startProxy({ login });
    const socks5 = proxy.url({ ...login, password: 'wrong-secret' });
    const { engine, sandbox, events, trace } = await runningEngine(world(), { socks5 });
    await engine.accounts.grant('acme', { id: 'first', milliCredits: 1_000 });
    for (const email of emails.slice(0, 3)) {
      const error = await engine.verify(email, { account: 'acme' }).then(
        () => undefined,
        (reason: unknown) => reason,
      );
      expect(error).toMatchObject({
        code: 'service_unavailable',
        message: expect.stringContaining(
          `Egress probe@127.0.0.1:${proxy.port}: The SOCKS5 proxy 127.0.0.1:${proxy.port} refuses the user and password.`,
        ),
        // Also while the egress rests.
        cause: { code: 'egress_failed' },
      });
      expect(inspect(error, { depth: 9 })).not.toMatch(/wrong-secret|open-sesame/);
    }
    expect(await engine.accounts.balance('acme')).toEqual({ available: 1_000, held: 0 });
    expect(sandbox.statistics.totals.connections).toBe(0);
    expect(events.filter(({ kind }) => kind === 'egress_failed')).toMatchObject([
      { egress: `probe@127.0.0.1:${proxy.port}`, restMs: 5_000, cause: { code: 'egress_failed' } },
    ]);
    expect(inspect({ events, trace }, { depth: 9 })).not.toMatch(/wrong-secret|open-sesame/);
  });

  it('that is killed in mid-session leaves its addresses to the others', async () => {
    const [mortal, other] = [await startProxy(), await startProxy({ outgoingAddress: '127.0.0.9' })];
    const { engine, sandbox, events } = await runningEngine(
      world({ replyDelayMs: 40 }),
      { socks5: mortal.url() },
      { socks5: other.url() },
    );
    const statuses = statusesOfList(engine, emails);
    statuses.catch(() => {});
    await until(() => sandbox.statistics.totals.recipients >= 2);
    await mortal.kill();
    expect(await statuses).toEqual(truth);
    for (const email of ['eve@example.com', 'frank@example.net', 'grace@example.org'])
      expect(await engine.verify(email)).toMatchObject({ status: 'invalid' });
    expect(events.filter(({ kind }) => kind === 'egress_failed').length).toBeGreaterThan(0);
  });

  it('that is killed in mid-session, where it is the only one, lets a request fail uncharged', async () => {
    const proxy = await startProxy();
    const { engine, sandbox } = await runningEngine(world({ replyDelayMs: 200 }), { socks5: proxy.url() });
    await engine.accounts.grant('acme', { id: 'first', milliCredits: 1_000 });
    const verdict = engine.verify('ann@example.com', { account: 'acme' });
    const failed = expect(verdict).rejects.toMatchObject({ code: 'service_unavailable' });
    await until(() => sandbox.statistics.totals.commands >= 1);
    await proxy.kill();
    await failed;
    expect(await engine.accounts.balance('acme')).toEqual({ available: 1_000, held: 0 });
  });

  it('that only claims to connect leaves its addresses to the others', async () => {
    const liar = await startScriptedProxy('connects-to-nothing');
    onTestFinished(() => liar.stop());
    const { engine } = await runningEngine(world(), { socks5: liar.url }, { localAddress: '127.0.0.2' });
    expect(await statusesOfList(engine, emails)).toEqual(truth);
    expect(liar.targets.length).toBeGreaterThan(0);
  });

  it('that only claims to connect, where it is the only one, is found out at the third provider', async () => {
    const liar = await startScriptedProxy('connects-to-nothing');
    onTestFinished(() => liar.stop());
    const { engine } = await runningEngine(world(), { socks5: liar.url });
    for (const domain of ['example.com', 'example.net']) await engine.verify(`ann@${domain}`);
    await expect(engine.verify('ann@example.org')).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('and one of this machine share the work', async () => {
    const proxy = await startProxy({ outgoingAddress: '127.0.0.9' });
    const { engine, sandbox } = await runningEngine(
      world(),
      { socks5: proxy.url() },
      { localAddress: '127.0.0.2' },
    );
    expect(await statusesOfList(engine, emails)).toEqual(truth);
    const connectionsOf = (client: string) =>
      domains.reduce((sum, domain) => sum + sandbox.countsOf(`mx.${domain}`, client).connections, 0);
    expect(connectionsOf('127.0.0.9')).toBeGreaterThan(0);
    expect(connectionsOf('127.0.0.2')).toBeGreaterThan(0);
  });
});

describe('mail servers with an IPv6 address alone', () => {
  /** Asks about them through proxies. Returns the verdicts, and who connected to the servers. */
  async function askThrough(...proxies: readonly Socks5Server[]) {
    const sandbox = await startSandbox(world({ ip: '6' }));
    const { dns, dialTable } = sandbox.network;
    const overIpv6 = new Map<string, DialTarget>();
    const clients = new Set<string | undefined>();
    for (const [address, { address: host, port }] of dialTable) {
      const relay = createServer((socket) => {
        clients.add(socket.remoteAddress);
        pipeline(socket, createConnection({ host, port }), socket, () => {});
      }).listen(0, '::1');
      await once(relay, 'listening');
      onTestFinished(() => void relay.close());
      overIpv6.set(address, { address: '::1', port: (relay.address() as AddressInfo).port });
    }
    const egresses = proxies.map((proxy) => ({ ...identity, socks5: proxy.url() }));
    const engine = createEngine({ ...memoryStores(), ...netPorts({ egresses, dns, dialTable: overIpv6 }) });
    onTestFinished(async () => {
      await engine.close();
      await sandbox.close();
    });
    return { statuses: await statusesOfList(engine, emails), clients };
  }

  it('are asked through a SOCKS5 server that has one, too', async () => {
    const { statuses, clients } = await askThrough(await startProxy());
    expect(statuses).toEqual(truth);
    expect(clients).toEqual(new Set(['::1']));
  });

  it('are left to another one by a SOCKS5 server that goes out over IPv4 alone', async () => {
    const overIpv4 = await startProxy({ outgoingAddress: '127.0.0.9' });
    const { statuses } = await askThrough(overIpv4, await startProxy());
    expect(statuses).toEqual(truth);
  });
});

describe('an egress whose local address is not of this machine', () => {
  it('is left out', async () => {
    const { engine } = await runningEngine(
      world(),
      { localAddress: '192.0.2.1' },
      { localAddress: '127.0.0.2' },
    );
    expect(await statusesOfList(engine, emails)).toEqual(truth);
  });
});
