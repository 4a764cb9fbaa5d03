import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { type EgressOptions, netPorts } from '../../adapters/net/index.ts';
import { type Sandbox, type SandboxWorld, startSandbox } from '../../adapters/sandbox/index.ts';
import { createEngine, type Engine, type EngineEvent, type EngineOptions } from '../../src/index.ts';
import type { Clock } from '../../src/ports/clock.ts';
import { gateShutOf } from '../../src/verdict/gate-shut.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { statusesOfList } from '../support/sandboxed-engine.ts';
import { startScriptedProxy } from '../support/scripted-proxy.ts';

const identity = { helo: 'probe.example.net', mailFrom: 'check@probe.example.net' };

/** An egress from an address of this machine. */
const from = (localAddress: string, more: Partial<EgressOptions> = {}): EgressOptions => ({
  ...identity,
  localAddress,
  ...more,
});

interface Running extends AsyncDisposable {
  readonly engine: Engine;
  readonly sandbox: Sandbox;
  readonly events: readonly EngineEvent[];
}

async function runningEngine(
  world: SandboxWorld,
  egresses: readonly EgressOptions[],
  options: EngineOptions & { readonly sandboxClock?: Clock } = {},
): Promise<Running> {
  const { sandboxClock: clock, ...engineOptions } = options;
  const sandbox = await startSandbox(world, clock === undefined ? {} : { clock });
  const { dns, dialTable } = sandbox.network;
  const engine = createEngine(
    { ...memoryStores(), ...netPorts({ egresses, dns, dialTable }) },
    { tuning: { sessionIdleMs: 20 }, ...engineOptions },
  );
  const events: EngineEvent[] = [];
  engine.observe((event) => events.push(event));
  return {
    engine,
    sandbox,
    events,
    async [Symbol.asyncDispose]() {
      await engine.close();
      await sandbox.close();
    },
  };
}

const people = Array.from({ length: 60 }, (_, index) => `person${index}`);
/** Half of them exist. */
const mailboxes = people.filter((_, index) => index % 2 === 0);

/** Sixty addresses at a provider, whose exchanges behave as given. */
function providerWorld(exchange: SandboxWorld['exchanges'][string]): SandboxWorld {
  const hosts = ['aspmx.l.google.com', 'alt1.aspmx.l.google.com', 'alt2.aspmx.l.google.com'];
  const domains = ['example.com', 'example.org', 'example.net'].map(
    (domain, index) =>
      [domain, { mx: [...hosts.slice(index), ...hosts.slice(0, index)], mailboxes }] as const,
  );
  return {
    domains: Object.fromEntries(domains),
    exchanges: Object.fromEntries(hosts.map((host) => [host, exchange])),
  };
}

const addresses = people.map((person, index) => `${person}@example.${['com', 'org', 'net'][index % 3]}`);
const verdicts = people.map((_, index) => (index % 2 === 0 ? 'safe' : 'invalid'));

function connectionsFrom(sandbox: Sandbox, client: string): number {
  let connections = 0;
  for (const host of sandbox.statistics.exchanges.keys())
    connections += sandbox.countsOf(host, client).connections;
  return connections;
}

describe('several egresses', () => {
  it('share the work, each from its address and with its identity', async () => {
    const helos = new Map<string, Set<string>>();
    const world = providerWorld({
      replyDelayMs: 5,
      reply(command, { client }) {
        if (command.verb === 'EHLO')
          helos.set(client, (helos.get(client) ?? new Set()).add(command.argument));
        return undefined;
      },
    });
    const other = { helo: 'other.example.net', mailFrom: 'check@other.example.net' };
    await using running = await runningEngine(world, [
      from('127.0.0.2'),
      from('127.0.0.3', { ...other, name: 'second' }),
    ]);
    expect(await statusesOfList(running.engine, addresses)).toEqual(verdicts);
    expect(Object.fromEntries(helos)).toEqual({
      '127.0.0.2': new Set(['probe.example.net']),
      '127.0.0.3': new Set(['other.example.net']),
    });
  });

  it('have their connections counted each for itself', async () => {
    const world = providerWorld({ replyDelayMs: 20, maxConnectionsPerClient: 4 });
    await using running = await runningEngine(world, [from('127.0.0.2'), from('127.0.0.3')]);
    expect(await statusesOfList(running.engine, addresses)).toEqual(verdicts);
    expect(running.sandbox.statistics.totals.peakConnections).toBeGreaterThan(4);
    expect(running.sandbox.statistics.totals.violations).toBe(0);
  });

  it('of the same name share their limits', async () => {
    const world = providerWorld({ replyDelayMs: 20 });
    const sandbox = await startSandbox(world);
    const stores = memoryStores();
    const { dns, dialTable } = sandbox.network;
    const engines = ['127.0.0.2', '127.0.0.3'].map((address) =>
      createEngine(
        {
          ...stores,
          close: async () => {},
          ...netPorts({ ...from(address, { name: 'same' }), dns, dialTable }),
        },
        { pace: 'fixed' },
      ),
    );
    const work = engines.map((engine, half) =>
      Promise.all(addresses.filter((_, index) => index % 2 === half).map((email) => engine.verify(email))),
    );
    await Promise.all(work);
    expect(sandbox.statistics.totals.peakConnections).toBeLessThanOrEqual(4);
    for (const engine of engines) await engine.close();
    await sandbox.close();
  });

  it('need names that differ', async () => {
    await using sandbox = await startSandbox({ domains: {}, exchanges: {} });
    const ports = netPorts(sandbox.network);
    const egress = ports.egresses[0]!;
    for (const egresses of [
      [egress, egress],
      [{ ...egress, name: '' }],
      [{ ...egress, name: 'two words' }],
    ] as const)
      expect(() => createEngine({ ...memoryStores(), ...ports, egresses })).toThrow(/egress/);
    await ports.dns.close();
  });
});

describe('a domain that blocks our egresses by its own policy', () => {
  const strict = (email: string) => email.endsWith('@example.com');

  it('is left alone by each, while all other domains of the provider are asked through both', async () => {
    const asked = new Map<string, number>();
    const world = providerWorld({
      replyDelayMs: 5,
      reply(command, { client }) {
        if (command.verb !== 'RCPT' || !command.argument.includes('@example.com')) return undefined;
        asked.set(client, (asked.get(client) ?? 0) + 1);
        return '550 5.7.1 Client host [{client}] blocked using zen.spamhaus.org';
      },
    });
    const clients = ['127.0.0.2', '127.0.0.3'];
    await using running = await runningEngine(
      world,
      clients.map((client) => from(client)),
    );
    const [refused, others] = [addresses.filter(strict), addresses.filter((email) => !strict(email))];
    for (const email of refused) {
      const outcome = await running.engine.verify(email).catch(({ cause }) => cause);
      expect(outcome.substatus ?? outcome.why).toBe('blocked');
    }
    expect(await statusesOfList(running.engine, others)).toEqual(
      verdicts.filter((_, index) => !strict(addresses[index] ?? '')),
    );
    const before = new Map(asked);
    const late = running.engine.verify('late@example.com');
    await expect(late).rejects.toMatchObject({ cause: { why: 'blocked' } });
    const more = others.map((email) => email.replace('person', 'somebody'));
    expect(new Set(await statusesOfList(running.engine, more))).toEqual(new Set(['invalid']));
    expect(asked).toEqual(before);
    expect(running.events.filter(({ kind }) => kind === 'egress_blocked')).toEqual(
      expect.arrayContaining(
        clients.map((egress) =>
          expect.objectContaining({ egress, exchange: 'provider:google-workspace domain:example.com' }),
        ),
      ),
    );
    expect(running.events.filter(({ kind }) => kind === 'egress_blocked')).toHaveLength(2);
  });
});

describe('one of two egresses that a provider blocks', () => {
  it.each(['greeting', 'hello', 'mail', 'rcpt'] as const)(
    'at %s costs few connections, and every address gets its true verdict through the other',
    async (blocks) => {
      const world = providerWorld({ replyDelayMs: 5, clients: { '127.0.0.2': { blocks } } });
      await using running = await runningEngine(world, [from('127.0.0.2'), from('127.0.0.3')]);
      expect(await statusesOfList(running.engine, addresses)).toEqual(verdicts);
      expect(connectionsFrom(running.sandbox, '127.0.0.2')).toBeLessThanOrEqual(3);
      const more = addresses.map((email) => email.replace('person', 'somebody'));
      expect(new Set(await statusesOfList(running.engine, more))).toEqual(new Set(['invalid']));
      expect(connectionsFrom(running.sandbox, '127.0.0.2')).toBeLessThanOrEqual(3);
      const ofProviders = running.events.filter(
        (event) => event.kind === 'egress_blocked' && !event.exchange.includes(' domain:'),
      );
      expect(ofProviders).toEqual([
        {
          kind: 'egress_blocked',
          egress: '127.0.0.2',
          exchange: 'provider:google-workspace',
          until: expect.any(Number),
        },
      ]);
    },
  );

  it('while it works passes its requests on', async () => {
    let answered = 0;
    const world = providerWorld({
      replyDelayMs: 5,
      reply(command, { client }) {
        if (command.verb !== 'RCPT' || client !== '127.0.0.2') return undefined;
        answered += 1;
        return answered > 10 ? '550 5.7.1 Client host [{client}] blocked using zen.spamhaus.org' : undefined;
      },
    });
    await using running = await runningEngine(world, [from('127.0.0.2'), from('127.0.0.3')]);
    expect(await statusesOfList(running.engine, addresses)).toEqual(verdicts);
    const before = connectionsFrom(running.sandbox, '127.0.0.2');
    await statusesOfList(running.engine, ['later@example.com', 'later@example.org']);
    expect(connectionsFrom(running.sandbox, '127.0.0.2')).toBe(before);
  });

  it('goes on to ask other exchanges', async () => {
    const world: SandboxWorld = {
      domains: {
        ...providerWorld({}).domains,
        'small.example.com': { mx: ['mx.small.example.com'], mailboxes: ['ann'] },
      },
      exchanges: {
        ...providerWorld({ clients: { '127.0.0.2': { blocks: 'greeting' } } }).exchanges,
        'mx.small.example.com': { clients: { '127.0.0.3': { blocks: 'greeting' } } },
      },
    };
    await using running = await runningEngine(world, [from('127.0.0.2'), from('127.0.0.3')]);
    expect(await statusesOfList(running.engine, [...addresses, 'ann@small.example.com'])).toEqual([
      ...verdicts,
      'safe',
    ]);
  });
});

describe('one of two egresses that a server tells to come less often', () => {
  it('leaves its recipients to the other, which is free', async () => {
    const world = providerWorld({
      reply: (command, { client }) =>
        command.verb === 'RCPT' && client === '127.0.0.2'
          ? '450 4.7.1 Error: too much mail from {client}'
          : undefined,
    });
    const options = { bulk: { retryDelaysMs: [] } };
    await using running = await runningEngine(world, [from('127.0.0.2'), from('127.0.0.3')], options);
    expect(await statusesOfList(running.engine, addresses)).toEqual(verdicts);
    expect(connectionsFrom(running.sandbox, '127.0.0.2')).toBeGreaterThan(0);
  });
});

describe('egresses that are all blocked', () => {
  it('give the verdict blocked to those who were asked about, and none to the others', async () => {
    const world = providerWorld({ blocks: 'rcpt' });
    await using running = await runningEngine(world, [from('127.0.0.2'), from('127.0.0.3')]);
    const outcomes: unknown[] = [];
    for (const email of addresses.slice(0, 8))
      outcomes.push(
        await running.engine.verify(email).then(
          ({ substatus }) => substatus,
          (error: unknown) => gateShutOf(error)?.why,
        ),
      );
    expect(outcomes).toEqual(Array(8).fill('blocked'));
    await expect(running.engine.verify('late@example.com')).rejects.toThrow('It is left alone for now');
    for (const client of ['127.0.0.2', '127.0.0.3'])
      expect(connectionsFrom(running.sandbox, client)).toBeLessThanOrEqual(3);
  });
});

describe('one of three egresses whose sender a server refuses', () => {
  const clients = ['127.0.0.2', '127.0.0.3', '127.0.0.4'];
  const refusals = [
    '550 5.7.23 SPF validation failed',
    '550 5.1.8 Sender address rejected: Domain not found',
    '553 5.7.1 Sender address rejected: not allowed',
    '550 5.7.1 Access denied',
    '554 5.7.1 Message refused by policy',
  ];
  /** One mailbox, and a server that refuses some clients at RCPT. */
  const worldThatRefuses = (refusal: string, refused: readonly string[]): SandboxWorld => ({
    domains: { 'example.com': { mx: ['mx.example.com'], mailboxes } },
    exchanges: {
      'mx.example.com': {
        reply: (command, { client }) =>
          command.verb === 'RCPT' && refused.includes(client) ? refusal : undefined,
      },
    },
  });

  it.each(refusals)('leaves the recipient to another one: %s', async (refusal) => {
    const world = worldThatRefuses(refusal, ['127.0.0.2']);
    await using running = await runningEngine(
      world,
      clients.map((client) => from(client)),
    );
    for (const index of [0, 2, 1, 3])
      expect(await running.engine.verify(`person${index}@example.com`)).toMatchObject({
        status: index % 2 === 0 ? 'safe' : 'invalid',
      });
    expect(running.events.filter(({ kind }) => kind === 'egress_blocked')).toEqual([]);
  });

  it.each(refusals)('asks one more, if all are refused: %s', async (refusal) => {
    await using running = await runningEngine(
      worldThatRefuses(refusal, clients),
      clients.map((client) => from(client)),
    );
    expect(await running.engine.verify('person0@example.com')).toMatchObject({
      status: 'unknown',
      substatus: 'blocked',
    });
    expect(running.sandbox.statistics.totals.recipients).toBe(2);
  });

  it('gives its answer if the other one does not work', async () => {
    const world = worldThatRefuses('550 5.7.1 Access denied', clients);
    await using running = await runningEngine(world, [from('127.0.0.2'), from('192.0.2.1')]);
    expect(await running.engine.verify('person0@example.com')).toMatchObject({ substatus: 'blocked' });
  });
});

describe('a blocked egress, while the other one does not work', () => {
  const broken: EgressOptions = { ...identity, localAddress: '192.0.2.1' };

  it.each(['greeting', 'rcpt'] as const)('gives no verdict: blocked at %s', async (blocks) => {
    const world = providerWorld({ clients: { '127.0.0.2': { blocks } } });
    await using running = await runningEngine(world, [from('127.0.0.2'), broken]);
    await running.engine.accounts.grant('acme', { id: 'first', milliCredits: 1_000 });
    for (const email of addresses.slice(0, 4))
      await expect(running.engine.verify(email, { account: 'acme' })).rejects.toMatchObject({
        code: 'service_unavailable',
        message: expect.stringContaining('Some egresses'),
      });
    expect(await running.engine.accounts.balance('acme')).toEqual({ available: 1_000, held: 0 });
  });

  it('gives no verdict either if that reaches no mail server', async () => {
    const proxy = await startScriptedProxy({ reply: 5 });
    onTestFinished(() => proxy.stop());
    const provider = providerWorld({ clients: { '127.0.0.2': { blocks: 'greeting' } } });
    const others = ['at', 'de', 'es', 'fr', 'it', 'nl'].map((country) => `example.${country}`);
    const world: SandboxWorld = {
      domains: {
        ...provider.domains,
        ...Object.fromEntries(others.map((name) => [name, { mx: [name], mailboxes: ['ann'] }])),
      },
      exchanges: { ...provider.exchanges, ...Object.fromEntries(others.map((name) => [name, {}])) },
    };
    const egresses = [{ ...identity, socks5: proxy.url }, from('127.0.0.2')];
    await using running = await runningEngine(world, egresses, { canaries: ['example.at'] });
    for (const name of others) await running.engine.verify(`ann@${name}`);
    await expect(running.engine.verify('person0@example.com')).rejects.toMatchObject({
      code: 'service_unavailable',
    });
  });

  it('asks the next exchange of a domain', async () => {
    const world: SandboxWorld = {
      domains: { 'example.com': { mx: ['mx.example.com', 'mx.example.net'], mailboxes } },
      exchanges: {
        'mx.example.com': { clients: { '127.0.0.2': { blocks: 'greeting' } } },
        'mx.example.net': {},
      },
    };
    await using running = await runningEngine(world, [from('127.0.0.2'), broken]);
    expect(await running.engine.verify('person0@example.com')).toMatchObject({ status: 'safe' });
    expect(await running.engine.verify('person1@example.com')).toMatchObject({ status: 'invalid' });
  });
});

describe('a greylisted recipient', () => {
  const world: SandboxWorld = {
    domains: { 'example.com': { mx: ['mx.example.com'], mailboxes } },
    exchanges: { 'mx.example.com': { greylistMs: 300_000, greylists: 'everybody' } },
  };

  it('is asked again through the egress of the first attempt', async () => {
    const clock = new ManualClock();
    // Each in a network of its own: to another one, the server would be new.
    const clients = ['127.0.2.1', '127.0.3.1', '127.0.4.1'];
    const options = { sandboxClock: clock, bulk: { retryDelaysMs: [] } };
    await using running = await runningEngine(
      world,
      clients.map((client) => from(client)),
      options,
    );
    const emails = people.map((person) => `${person}@example.com`);
    expect(new Set(await statusesOfList(running.engine, emails))).toEqual(new Set(['unknown']));
    for (const client of clients)
      expect(running.sandbox.countsOf('mx.example.com', client).recipients).toBeGreaterThan(0);
    clock.leap(300_000);
    expect(await statusesOfList(running.engine, emails)).toEqual(verdicts);
  });
});
