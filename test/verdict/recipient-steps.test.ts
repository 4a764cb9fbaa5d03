import { expect, it } from 'vitest';
import type { SandboxExchange } from '../../adapters/sandbox/index.ts';
import type { Engine, VerificationStep } from '../../src/index.ts';
import { sandboxedEngine } from '../support/sandboxed-engine.ts';

const twoExchanges = (first: SandboxExchange, second: SandboxExchange = {}) => ({
  domains: {
    'example.org': {
      mx: ['mx1.example.org', 'mx2.example.org'],
      mailboxes: ['ann', 'bob'],
    },
  },
  exchanges: { 'mx1.example.org': first, 'mx2.example.org': second },
});

/** Verifies an address, and returns its steps as `kind exchange: text`. */
async function stepsOf(engine: Engine, email: string, options = {}): Promise<readonly string[]> {
  const steps: VerificationStep[] = [];
  await engine.verify(email, { ...options, onStep: (step) => void steps.push(step) }).catch(() => {});
  expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).sort((a, b) => a - b));
  return steps.map(({ kind, exchange, text }) => `${kind} ${exchange ?? '-'}: ${text}`);
}

/** Expects lines that match these patterns, in this order, perhaps with others between them. */
function expectInOrder(lines: readonly string[], patterns: readonly RegExp[]): void {
  let from = 0;
  for (const pattern of patterns) {
    const place = lines.findIndex((line, index) => index >= from && pattern.test(line));
    expect([pattern, lines.slice(from), place >= 0]).toEqual([pattern, lines.slice(from), true]);
    from = place + 1;
  }
}

it('the steps of a verification begin with what DNS answers, and end with what the reply means', async () => {
  await using running = await sandboxedEngine(twoExchanges({}));
  expectInOrder(await stepsOf(running.engine, 'ann@example.org'), [
    /^dns -: MX example\.org: 10 mx1\.example\.org, 20 mx2\.example\.org \(TTL \d+ s\)$/,
    /^note mx1\.example\.org: is asked$/,
    /^dns mx1\.example\.org: A mx1\.example\.org: [\d.]+ \(TTL \d+ s\)$/,
    /^connect mx1\.example\.org: connecting /,
    /^connect mx1\.example\.org: connected /,
    /^reply mx1\.example\.org: 220 /,
    /^command mx1\.example\.org: RCPT TO:<ann@example\.org>$/,
    /^reply mx1\.example\.org: 250 /,
    /^note mx1\.example\.org: its reply to RCPT means: accepted$/,
  ]);
  expectInOrder(await stepsOf(running.engine, 'bob@example.org'), [
    /^dns -: MX example\.org: .*, remembered$/,
  ]);
});

it('a domain without mail has steps, too: the questions to DNS', async () => {
  await using running = await sandboxedEngine(twoExchanges({}));
  expect(await stepsOf(running.engine, 'ann@no-such.example.org')).toEqual([
    'dns -: MX no-such.example.org: no such name',
  ]);
  expect(await stepsOf(running.engine, 'ann@example.org', { level: 'dns' })).toEqual([
    expect.stringMatching(/^dns -: MX example\.org: 10 mx1/),
  ]);
});

it('an exchange that refuses connections is seen to do so, and why the next one is asked', async () => {
  await using running = await sandboxedEngine(twoExchanges({ refusesConnections: true }));
  expectInOrder(await stepsOf(running.engine, 'ann@example.org'), [
    /^note mx1\.example\.org: is asked$/,
    /^connect mx1\.example\.org: connecting /,
    /^connect mx1\.example\.org: failed .* refuses connections/,
    /^note mx1\.example\.org: it cannot be reached: connection refused$/,
    /^note mx2\.example\.org: is asked$/,
    /^reply mx2\.example\.org: 250 /,
  ]);
  expectInOrder(await stepsOf(running.engine, 'bob@example.org'), [
    /^note mx1\.example\.org: it cannot be reached: connection refused, as was found out a moment ago$/,
    /^note mx2\.example\.org: is asked$/,
  ]);
});

it('an exchange that refuses to talk to us is seen to do so, in its own words', async () => {
  const greeting = '554 5.7.1 No service for you';
  await using running = await sandboxedEngine(twoExchanges({ greeting }));
  expectInOrder(await stepsOf(running.engine, 'ann@example.org'), [
    /^connect mx1\.example\.org: connected /,
    /^reply mx1\.example\.org: 554 5\.7\.1 No service for you$/,
    /^note mx1\.example\.org: its greeting means: /,
    /^note mx2\.example\.org: is asked$/,
  ]);
});

it('a pause is a step: an exchange that has blocked us is not asked', async () => {
  await using running = await sandboxedEngine({
    domains: { 'example.org': { mx: ['mx.example.org'], mailboxes: ['ann', 'bob'] } },
    exchanges: { 'mx.example.org': { blocks: 'greeting' } },
  });
  await running.engine.verify('bob@example.org');
  expectInOrder(await stepsOf(running.engine, 'ann@example.org'), [
    /^note mx\.example\.org: is asked$/,
    /^pause mx\.example\.org: not asked, because it blocked us: the pause lasts for another [\d.]+ s$/,
  ]);
});

it('a wait for a connection is a step: of the exchange, and of the engine', async () => {
  const world = {
    domains: {
      'example.org': { mx: ['mx.example.org'], mailboxes: ['ann', 'bob'] },
      'example.com': { mx: ['mx.example.com'], mailboxes: ['carl'] },
    },
    exchanges: { 'mx.example.org': { replyDelayMs: 100 }, 'mx.example.com': {} },
  };
  const limits = {
    pace: 'fixed',
    connectionsPerExchange: 1,
    tuning: { recipientsPerTransaction: 1 },
    maxConnections: 1,
  };
  await using running = await sandboxedEngine(world, limits as never);
  const { engine } = running;
  const first = engine.verify('ann@example.org');
  await expect.poll(() => running.sandbox.statistics.totals.open).toBe(1);
  const [ofEngine] = await Promise.all([stepsOf(engine, 'carl@example.com'), first]);
  expectInOrder(ofEngine, [
    /^pause mx\.example\.com: waits for one of the 1 connections of this engine$/,
    /^connect mx\.example\.com: connected /,
  ]);
});

it('steps are about one address alone, also while others are asked over the same connections', async () => {
  await using running = await sandboxedEngine(twoExchanges({ replyDelayMs: 5 }));
  const { engine } = running;
  const others = Array.from({ length: 20 }, (_, index) => `other${index}@example.org`);
  const [lines] = await Promise.all([
    stepsOf(engine, 'ann@example.org'),
    ...others.map((email) => engine.verify(email)),
  ]);
  expect(lines.join('\n')).toContain('RCPT TO:<ann@example.org>');
  expect(lines.join('\n')).not.toMatch(/other\d/);
});
