import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { netPorts } from '../../adapters/net/index.ts';
import { startSandbox } from '../../adapters/sandbox/index.ts';
import { createEngine } from '../../src/index.ts';
import { closedPort } from '../support/closed-port.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sandboxedEngine } from '../support/sandboxed-engine.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';
import { oneExchangeDns } from '../support/scripted-exchange.ts';

const identity = { helo: 'probe.example.net', mailFrom: 'check@probe.example.net' };

describe('when no resolver answers', () => {
  it('rejects instead of blaming the address', async () => {
    const dns = [`127.0.0.1:${await closedPort()}`, `127.0.0.1:${await closedPort()}`];
    const engine = createEngine({ ...memoryStores(), ...netPorts({ ...identity, dns }) });
    await expect(engine.verify('ann@example.org')).rejects.toMatchObject({
      name: 'ServiceUnavailable',
      code: 'service_unavailable',
      message: expect.stringContaining('DNS'),
    });
    await engine.close();
  });

  it('also rejects at the deadline, if the resolvers are silent', async () => {
    const silent = () => new Promise<never>(() => {});
    const world = scriptedEngine(
      { knows: () => true },
      { dns: { ...oneExchangeDns(), mx: silent, a: silent } },
    );
    const verdict = world.engine.verify('ann@example.org', { timeoutMs: 3_000 });
    const outcome = expect(verdict).rejects.toMatchObject({ code: 'service_unavailable' });
    await world.clock.advance(3_000);
    await outcome;
  });

  it('blames the domain’s name servers if other queries are answered', async () => {
    const silent = () => new Promise<never>(() => {});
    const world = scriptedEngine({ knows: () => true }, { dns: { ...oneExchangeDns(), mx: silent } });
    const verdict = world.engine.verify('ann@example.org', { timeoutMs: 3_000 });
    await world.clock.advance(3_000);
    expect(await verdict).toMatchObject({ status: 'unknown', substatus: 'timeout' });
  });

  it('does not reject for a domain whose own name servers fail', async () => {
    await using running = await sandboxedEngine({
      domains: { 'example.org': { dns: 'server-failure' } },
      exchanges: {},
    });
    expect(await running.engine.verify('ann@example.org')).toMatchObject({
      status: 'unknown',
      substatus: 'dns_error',
      mx_record: null,
    });
  });
});

describe('when no mail server can be reached', () => {
  const dead = { refusesConnections: true };
  const domains = ['example.com', 'example.net', 'example.org'];
  const world = {
    domains: {
      ...Object.fromEntries(domains.map((domain) => [domain, { mx: [`mx.${domain}`] }])),
      'alive.example.org': { mx: ['alive.example.org'], mailboxes: ['ann'] },
    },
    exchanges: {
      ...Object.fromEntries(domains.map((domain) => [`mx.${domain}`, dead])),
      'alive.example.org': {},
    },
  };

  it('rejects once several providers were unreachable and none was reached', async () => {
    await using running = await sandboxedEngine(world);
    expect((await running.engine.verify('ann@example.com')).substatus).toBe('mail_server_unavailable');
    expect((await running.engine.verify('ann@example.net')).substatus).toBe('mail_server_unavailable');
    await expect(running.engine.verify('ann@example.org')).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining('port 25'),
    });
  });

  it('blames the servers while any other can be reached', async () => {
    await using running = await sandboxedEngine(world);
    await running.engine.verify('ann@example.com');
    await running.engine.verify('ann@example.net');
    expect((await running.engine.verify('ann@alive.example.org')).status).toBe('safe');
    expect((await running.engine.verify('ann@example.org')).substatus).toBe('mail_server_unavailable');
  });
});

describe('a bad argument', () => {
  it('is refused with the name of the parameter, before any query', async () => {
    await using sandbox = await startSandbox({ domains: {}, exchanges: {} });
    const clock = new ManualClock();
    const engine = createEngine({ ...memoryStores({ clock }), ...netPorts({ ...sandbox.network, clock }) });
    for (const timeoutMs of [0, -1, Number.NaN, 600_001]) {
      await expect(engine.verify('ann@example.org', { timeoutMs })).rejects.toMatchObject({
        code: 'invalid_argument',
        parameter: 'timeoutMs',
      });
    }
    expect(sandbox.statistics.dnsQuestions).toBe(0);
    await engine.close();
  });
});
