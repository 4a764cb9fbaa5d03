import { describe, expect, it } from 'vitest';
import { BudgetExceeded, type EngineEvent, type EngineOptions } from '../../src/index.ts';
import { passTime } from '../support/manual-clock.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';
import { oneExchangeDns } from '../support/scripted-exchange.ts';
import { withResolvers } from '../support/until.ts';

/** An engine whose resolver answers when it is told to. */
function start(options: EngineOptions = {}) {
  const { promise: answered, resolve: answer } = withResolvers();
  const dns = oneExchangeDns();
  const silentDns: typeof dns = {
    ...dns,
    mx: async (domain) => {
      await answered;
      return dns.mx(domain);
    },
  };
  const { engine, clock, stores } = scriptedEngine({ knows: () => true }, { dns: silentDns, ...options });
  const refused: string[] = [];
  engine.observe((event: EngineEvent) => {
    if (event.kind === 'budget_exceeded') refused.push(event.budget);
  });
  return { engine, clock, stores, answer, refused };
}

const isRefused = (result: PromiseSettledResult<unknown>) =>
  result.status === 'rejected' && result.reason instanceof BudgetExceeded;

describe('Requests that cost their account nothing', () => {
  it('are 20 under way at once, whatever else is asked for, and leave others theirs', async () => {
    const { engine, answer, refused } = start({ budgets: { unpaid_requests: 1_000 } });
    const asked = Array.from({ length: 25 }, (_, n) =>
      engine.verify(`user${n}@example.com`, { account: 'acme', level: 'dns' }),
    );
    const settled = Promise.allSettled(asked);
    const another = engine.verify('ann@example.com', { account: 'another', level: 'dns' });
    const hosts = engine.verify('bob@example.com', { level: 'dns' });
    await expect(engine.verify('kim@example.com', { account: 'acme', level: 'dns' })).rejects.toMatchObject({
      code: 'budget_exceeded',
      budget: 'unpaid_requests_open',
    });
    answer();
    expect((await settled).filter(isRefused)).toHaveLength(5);
    expect(await another).toMatchObject({ substatus: 'not_asked' });
    expect(await hosts).toMatchObject({ substatus: 'not_asked' });
    expect(refused).toEqual(Array(6).fill('unpaid_requests_open'));
    await engine.verify('kim@example.com', { account: 'acme', level: 'dns' });
  });

  it('are under way until their answer is found, not while the host is asked what it knows', async () => {
    const { promise: asked, resolve: tell } = withResolvers();
    const { engine, clock, answer } = start({
      budgets: { unpaid_requests_open: 1 },
      knownMail: () => {
        tell();
        return new Promise(() => {});
      },
    });
    answer();
    const first = engine.verify('ann@example.com', { account: 'acme', unpaid: true });
    const stopTime = passTime(clock);
    await asked;
    stopTime();
    await engine.verify('bob@example.com', { account: 'acme', level: 'syntax' });
    await clock.advance(2_000);
    expect(await first).toMatchObject({ substatus: 'catch_all' });
  });

  it.each(['syntax', 'dns'] as const)('are 20 a second at the level %s', async (level) => {
    const { engine, clock, answer } = start();
    answer();
    for (let n = 0; n < 20; n += 1) await engine.verify(`user${n}@example.com`, { account: 'acme', level });
    await expect(engine.verify('ann@example.com', { account: 'acme', level })).rejects.toMatchObject({
      budget: 'unpaid_requests',
      retryAfterMs: 1_000,
    });
    clock.leap(1_000);
    await engine.verify('ann@example.com', { account: 'acme', level });
  });

  it('are not those that have a price, that nobody is charged for, or that the operator gives away', async () => {
    const { engine, answer } = start({
      budgets: { unpaid_requests: 1, unpaid_requests_open: 1 },
      prices: { verifyDns: 1, verify: 0 },
    });
    answer();
    await engine.accounts.grant('acme', { id: 'g', milliCredits: 100 });
    for (let n = 0; n < 3; n += 1) {
      await engine.verify(`user${n}@example.com`, { account: 'acme', level: 'dns' });
      await engine.verify(`user${n}@@example.com`, { account: 'acme' });
      await engine.verify(`user${n}@example.com`, { level: 'syntax' });
    }
    expect((await engine.accounts.balance('acme')).available).toBe(97);
  });

  it('are those asked for as unpaid, of both kinds', async () => {
    const { engine, answer } = start({ budgets: { unpaid_requests: 2 } });
    answer();
    const options = { account: 'acme', unpaid: true };
    await engine.verify('ann@@example.com', options);
    await engine.lookup({ first_name: 'Ann', last_name: 'Lee', domain: 'no domain' }, options);
    await expect(engine.verify('ann@@example.com', options)).rejects.toBeInstanceOf(BudgetExceeded);
    expect(await engine.accounts.balance('acme')).toEqual({ available: 0, held: 0 });
  });
});
