import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { netPorts } from '../../adapters/net/index.ts';
import { startSandbox } from '../../adapters/sandbox/index.ts';
import {
  createEngine,
  type EngineOptions,
  type VerificationStep,
  type VerifyRequestOptions,
} from '../../src/index.ts';
import { scriptedEngine } from '../support/scripted-engine.ts';
import type { ExchangeScript } from '../support/scripted-exchange.ts';
import { type EachStorage, startEachStorage, storageNames } from './stores.ts';

const knowsAnn: ExchangeScript = { knows: (to) => to.startsWith('ann') };
/** What says whether the mail server takes mail for the address. */
const telling = /5\.1\.1|2\.1\.5|reply to RCPT|reply to RSET|2\.0\.0 Ok/;

async function start(script: ExchangeScript, options: EngineOptions = {}) {
  const scripted = scriptedEngine(script, options);
  const { engine, clock } = scripted;
  onTestFinished(async () => {
    const closed = engine.close();
    await clock.advance(60_000);
    await closed;
  });
  await engine.accounts.grant('acme', { id: 'first', milliCredits: 100_000 });
  /** Milli-credits that the account has paid so far. */
  const paid = async () => {
    const { available, held } = await engine.accounts.balance('acme');
    expect(held).toBe(0);
    return 100_000 - available;
  };
  return { ...scripted, paid };
}

/** Keeps the texts of steps. `leaveAt`: the caller leaves at this step, counted from 1. */
function watcher(leaveAt = Number.POSITIVE_INFINITY) {
  const texts: string[] = [];
  const controller = new AbortController();
  const options = {
    signal: controller.signal,
    onStep({ text }: VerificationStep) {
      texts.push(text);
      if (texts.length === leaveAt) controller.abort(new Error('The caller left.'));
    },
  } satisfies VerifyRequestOptions;
  return { texts, options, leave: () => controller.abort(new Error('The caller left.')) };
}

describe('on each storage, over real sockets', () => {
  let storage: EachStorage;
  beforeAll(async () => {
    storage = await startEachStorage();
  });
  afterAll(() => storage.stop());

  it.each(storageNames)(
    'whoever leaves at any step has paid if a step told what the mail server says of the address: %s',
    async (name) => {
      // Each domain has a server of its own, so that each verification has all steps.
      const numbers = Array.from({ length: 40 }, (_, number) => number);
      await using sandbox = await startSandbox({
        domains: Object.fromEntries(
          numbers.map((n) => [`company${n}.example.com`, { mx: [`mx${n}.example.com`], mailboxes: ['ann'] }]),
        ),
        exchanges: Object.fromEntries(numbers.map((n) => [`mx${n}.example.com`, { tarpitMs: 2 }])),
      });
      await using engine = createEngine({ ...(await storage.open[name]()), ...netPorts(sandbox.network) });
      await engine.accounts.grant('acme', { id: 'first', milliCredits: 100_000 });
      let told = 0;
      let left = 0;
      for (let step = 1; left === step - 1; step += 1) {
        const { texts, options } = watcher(step);
        // Refused and accepted ones, in turn.
        const email = `${step % 2 === 0 ? 'ann' : 'bob'}@company${step}.example.com`;
        await engine.verify(email, { ...options, account: 'acme' }).catch(() => {});
        if (options.signal.aborted) left += 1;
        const tells = texts.filter((text) => telling.test(text));
        if (tells.length > 0) told += 1;
        const { available, held } = await engine.accounts.balance('acme');
        expect([step, tells, { available, held }]).toEqual([
          step,
          tells,
          { available: 100_000 - 200 * told, held: 0 },
        ]);
      }
      expect(told).toBeGreaterThan(2);
      expect(left).toBeGreaterThan(told + 2);
    },
  );
});

it('an account sees all the steps that a caller without one sees, in the same order', async () => {
  const free = watcher();
  await (await start(knowsAnn)).engine.verify('ann@example.com', free.options);
  const paying = watcher();
  const { engine } = await start(knowsAnn);
  await engine.verify('ann@example.com', { ...paying.options, account: 'acme' });
  const announced = paying.texts.filter((text) => !free.texts.includes(text));
  expect(announced).toEqual([expect.stringMatching(/once it is charged/)]);
  expect(paying.texts.filter((text) => !announced.includes(text))).toEqual(free.texts);
});

it('who joins the request of another that is then given up is told nothing, and pays nothing', async () => {
  const { engine, exchange, clock, paid } = await start({ ...knowsAnn, replyMs: 1_000 });
  const [leader, follower] = [watcher(), watcher()];
  const email = 'bob@example.com';
  const first = engine.verify(email, { ...leader.options, account: 'acme' }).catch(() => 'left');
  const second = engine.verify(email, { ...follower.options, account: 'acme', timeoutMs: 3_500 });
  await clock.advance(3_600);
  expect((await second).substatus).toBe('timeout');
  expect(exchange.asked).toEqual([email]);
  leader.leave();
  await clock.advance(60_000);
  expect(await first).toBe('left');
  for (const { texts } of [leader, follower]) {
    expect(texts).toContain('RCPT TO:<bob@example.com>');
    expect(texts.filter((text) => telling.test(text))).toEqual([]);
  }
  expect(await paid()).toBe(0);
});

it.each([
  ['without an account', {}, {}],
  ['where a verification costs nothing', { prices: { verify: 0 } }, { account: 'acme' }],
  ['where the host charges nothing for it', {}, { account: 'acme', unpaid: true }],
])('everything is shown at once %s', async (_, engineOptions, requestOptions) => {
  const { engine, clock } = await start({ ...knowsAnn, replyMs: 1_000 }, engineOptions);
  const { texts, options } = watcher();
  let isOver = false;
  const verdict = engine.verify('bob@example.com', { ...options, ...requestOptions }).finally(() => {
    isOver = true;
  });
  while (!texts.some((text) => text.startsWith('550 5.1.1'))) await clock.advance(100);
  expect(isOver).toBe(false);
  await clock.advance(60_000);
  expect((await verdict).status).toBe('invalid');
});

it('what DNS says is shown at once unless that has a price, too', async () => {
  for (const [verifyDns, shown] of [
    [0, ['MX example.com: 10 mx.example.com (TTL 300 s)']],
    [50, []],
  ] as const) {
    const { engine, paid } = await start(knowsAnn, { prices: { verifyDns } });
    const { texts, options } = watcher(1);
    await engine.verify('ann@example.com', { ...options, account: 'acme' }).catch(() => {});
    expect(texts.slice(0, 1).filter((text) => text.startsWith('MX'))).toEqual(shown);
    expect(await paid()).toBe(0);
  }
});
