import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { netPorts } from '../../adapters/net/index.ts';
import { type Sandbox, startSandbox } from '../../adapters/sandbox/index.ts';
import { delay } from '../../src/concurrency/deadline.ts';
import { createEngine } from '../../src/index.ts';
import type { Dns, DnsAnswer } from '../../src/ports/dns.ts';
import { closedPort } from '../support/closed-port.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { sandboxedEngine } from '../support/sandboxed-engine.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';
import { oneExchangeDns } from '../support/scripted-exchange.ts';
import { times } from '../support/values/for-all.ts';

/** How often an exchange was connected to. */
function connectionsTo(sandbox: Sandbox, host: string): number {
  return sandbox.statistics.exchanges.get(host)?.connections ?? 0;
}

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

  it.each(['no-domain', 'no-data'] as const)(
    'rejects as well if the resolvers say of every name that there is %s, and believes them when they are right again',
    async (kind) => {
      let lies = true;
      const denial = { kind, ttlSeconds: 86_400 } as const;
      const root = { kind: 'records', records: ['198.41.0.4'], ttlSeconds: 60 } as const;
      const dns: Dns = {
        mx: async () => denial,
        a: async (name) => (name === 'a.root-servers.net' && !lies ? root : denial),
        aaaa: async () => denial,
        close: async () => {},
      };
      const { engine } = scriptedEngine({ knows: () => true }, { dns });
      const account = 'acme';
      await engine.accounts.grant(account, { id: 'purchase', milliCredits: 10_000 });
      const unavailable = { code: 'service_unavailable', message: expect.stringContaining('denies names') };
      await expect(engine.verify('ann@example.org', { account })).rejects.toMatchObject(unavailable);
      const row = { first_name: 'Ann', last_name: 'Lee', domain: 'example.org' };
      await expect(engine.lookup(row, { account })).rejects.toMatchObject(unavailable);
      expect(await engine.accounts.balance(account)).toMatchObject({ available: 10_000 });
      lies = false;
      expect(await engine.verify('ann@example.org')).toMatchObject({ substatus: 'no_mx_records' });
      await engine.close();
    },
  );

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

  it('rejects for any patience, and charges nothing', async () => {
    const silence: DnsAnswer<never> = { kind: 'failure', reason: 'timeout', detail: 'no answer' };
    const patience = fc.oneof(fc.integer({ min: 1_000, max: 180_000 }), fc.constantFrom(1_000, 6_000, 9_000));
    const questionMs = fc.constantFrom(1, 900, 2_000, 6_000, 9_000, 12_000, 30_000, 36_000);
    await times(300).forAllAsync(
      patience,
      questionMs,
      fc.constantFrom('verify', 'lookup'),
      async (timeoutMs, silentMs, kind) => {
        const { engine, clock, stores } = scriptedEngine(
          { knows: () => true },
          {
            dns: (clock) => {
              const ask = async () => {
                await delay(clock, silentMs);
                return silence;
              };
              return { mx: ask, a: ask, aaaa: ask, close: async () => {} };
            },
          },
        );
        await engine.accounts.grant('acme', { id: 'first', milliCredits: 1_000 });
        const options = { timeoutMs, account: 'acme' };
        const work =
          kind === 'verify'
            ? engine.verify('ann@example.org', options)
            : engine.lookup({ first_name: 'Ann', last_name: 'Lee', domain: 'example.org' }, options);
        const outcome = expect(work).rejects.toMatchObject({ code: 'service_unavailable' });
        await clock.advance(timeoutMs + 1_000);
        await outcome;
        expect(await stores.ledger.balance('acme')).toEqual({ available: 1_000, held: 0 });
        await engine.close();
      },
    );
  });

  it('rejects although they answered shortly before, and for an exchange whose address they do not give', async () => {
    let answering = true;
    const { engine, clock } = scriptedEngine(
      { knows: () => true },
      {
        dns: (clock) => {
          const answers = oneExchangeDns();
          const unlessSilent =
            <Answer>(ask: (name: string) => Promise<DnsAnswer<Answer>>) =>
            async (name: string): Promise<DnsAnswer<Answer>> => {
              if (answering) return ask(name);
              await delay(clock, 6_000);
              return { kind: 'failure', reason: 'timeout', detail: 'no answer' };
            };
          return {
            mx: unlessSilent((name) => answers.mx(name)),
            a: unlessSilent((name) => answers.a(name)),
            aaaa: unlessSilent((name) => answers.aaaa(name)),
            close: async () => {},
          };
        },
      },
    );
    const first = engine.verify('ann@example.org');
    await clock.advance(5_000);
    await first;
    answering = false;
    for (const timeoutMs of [4_000, 9_000, 20_000]) {
      const outcome = expect(engine.verify('ann@example.net', { timeoutMs })).rejects.toMatchObject({
        code: 'service_unavailable',
      });
      await clock.advance(timeoutMs);
      await outcome;
    }
    await engine.close();
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

  const canary = 'gmail-smtp-in.l.google.com';
  const withoutCanary = { domains: world.domains, exchanges: { ...world.exchanges, [canary]: dead } };

  it('rejects once several providers were unreachable, and neither another nor a canary was reached', async () => {
    await using running = await sandboxedEngine(withoutCanary);
    expect((await running.engine.verify('ann@example.com')).substatus).toBe('mail_server_unavailable');
    expect((await running.engine.verify('ann@example.net')).substatus).toBe('mail_server_unavailable');
    await expect(running.engine.verify('ann@example.org')).rejects.toMatchObject({
      code: 'service_unavailable',
      message: expect.stringContaining('port 25'),
    });
  });

  it('blames the servers if a canary greets us, even if it refuses us', async () => {
    for (const exchange of [{}, { greeting: '554 5.7.1 Go away' }]) {
      await using running = await sandboxedEngine({
        domains: world.domains,
        exchanges: { ...world.exchanges, [canary]: exchange },
      });
      for (const domain of [...domains, 'example.com']) {
        const verdict = await running.engine.verify(`bob@${domain}`);
        expect(verdict.substatus).toBe('mail_server_unavailable');
      }
      expect(connectionsTo(running.sandbox, canary)).toBe(1);
    }
  });

  it('finishes a job of dead domains only', async () => {
    await using running = await sandboxedEngine(world, { bulk: { retryDelaysMs: [] } });
    const results: string[] = [];
    const emails = domains.flatMap((domain) => [`ann@${domain}`, `bob@${domain}`]);
    for await (const { substatus } of running.engine.runBulk(emails)) results.push(substatus);
    expect(results).toEqual(emails.map(() => 'mail_server_unavailable'));
  });

  it('asks the canaries that the engine names, and no other', async () => {
    const exchanges = { ...world.exchanges, [canary]: {}, 'canary.example.net': {} };
    await using running = await sandboxedEngine(
      { domains: world.domains, exchanges },
      { canaries: ['canary.example.net'] },
    );
    for (const domain of domains) await running.engine.verify(`ann@${domain}`);
    expect(connectionsTo(running.sandbox, 'canary.example.net')).toBe(1);
    expect(connectionsTo(running.sandbox, canary)).toBe(0);
  });

  it('blames the servers while any other can be reached', async () => {
    await using running = await sandboxedEngine(withoutCanary);
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
