import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { createEngine } from '../../src/index.ts';
import { advancing } from '../bulk/advance-until.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { oneExchangeDns, ScriptedExchange } from '../support/scripted-exchange.ts';

const emails = Array.from({ length: 600 }, (_, index) => `ann${index}@company${index % 20}.com`);

it('a job goes on through the worker that its server does not block, and ends with true verdicts', async () => {
  const clock = new ManualClock();
  const stores = memoryStores({ clock });
  const asked = { blocked: 0, welcome: 0 };
  const start = (name: 'blocked' | 'welcome') => {
    const exchange = new ScriptedExchange(clock, {
      knows: (recipient) => recipient.startsWith('ann'),
      replyMs: 20,
      answer: () => {
        asked[name] += 1;
        return name === 'blocked' ? '550 5.7.1 Client host blocked using zen.spamhaus.org' : undefined;
      },
    });
    const identity = { helo: 'probe.example.net', mailFrom: 'check@probe.example.net' };
    const engine = createEngine(
      {
        ...stores,
        close: async () => {},
        dns: oneExchangeDns(),
        egresses: [{ name, identity, smtp: exchange }],
        clock,
        random: { next: Math.random, uuid: randomUUID },
      },
      { bulk: { retryDelaysMs: [360_000] } },
    );
    engine.jobs.work();
    return engine;
  };
  const engines = [start('blocked'), start('welcome')] as const;
  const { advanceUntil, advanceUntilSettled } = advancing(clock, {
    smallSteps: 500,
    smallMs: 100,
    largeMs: 5_000,
    maxSteps: 10_000,
  });
  const [engine] = engines;
  const { id: jobId } = await engine.jobs.submit(emails);
  await advanceUntil(async () => (await engine.jobs.get(jobId)).status === 'complete');
  const substatuses = new Set<string>();
  const { pages } = await engine.jobs.results(jobId);
  for await (const page of pages()) for (const { substatus } of page) substatuses.add(substatus);
  expect([...substatuses]).toEqual(['deliverable']);
  expect(asked.welcome).toBeGreaterThanOrEqual(emails.length);
  expect(asked.blocked).toBeGreaterThan(0);
  expect(asked.blocked).toBeLessThan(60);
  for (const each of engines) await advanceUntilSettled(each.close());
});
