import { expect, it, onTestFinished } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { netPorts } from '../../adapters/net/index.ts';
import { startSandbox } from '../../adapters/sandbox/index.ts';
import { createEngine, type EngineOptions } from '../../src/index.ts';
import { countersOf } from '../counters/counters-of.ts';
import { withResolvers } from '../support/until.ts';
import { verdictWith } from '../verdict/verdicts.ts';

async function openEngines(...options: readonly EngineOptions[]) {
  const companies = Array.from({ length: 60 }, (_, index) => `company${index}.org`);
  const sandbox = await startSandbox({
    domains: Object.fromEntries(
      companies.map((company) => [company, { mx: [`mx.${company}`], mailboxes: ['ann'] }]),
    ),
    exchanges: Object.fromEntries(companies.map((company) => [`mx.${company}`, {}])),
  });
  const stores = memoryStores();
  const engines = options.map((each) => createEngine({ ...stores, ...netPorts(sandbox.network) }, each));
  onTestFinished(async () => {
    for (const engine of engines) await engine.close();
    await sandbox.close();
  });
  return { engines, emails: companies.map((company) => `ann@${company}`) };
}

it('what became of mail moves the confidence of the next verdicts, if the operator has not turned that off', async () => {
  const { engines, emails } = await openEngines({}, {}, { learnFromOutcomes: false });
  const [first, second, unmoved] = engines;
  const verdicts = await Promise.all(emails.slice(0, 50).map((email) => first!.verify(email)));
  expect(new Set(verdicts.map(({ confidence }) => confidence))).toEqual(new Set([97]));
  for (const [index, verdict] of verdicts.entries())
    await first!.outcomes.record(structuredClone(verdict), index < 10 ? 'bounced' : 'delivered');
  expect(await second!.outcomes.counts()).toEqual([
    {
      evidence: 'accepted',
      provider: 'Unknown',
      predicts: 'delivery',
      confidence: 97,
      unlearnedConfidence: 97,
      delivered: 40,
      bounced: 10,
      complained: 0,
    },
  ]);
  const moved = await second!.verify(emails[58]!);
  expect(moved).toMatchObject({ status: 'safe', substatus: 'deliverable' });
  expect(moved.confidence).toBeLessThan(92);
  expect((await unmoved!.verify(emails[59]!)).confidence).toBe(97);
});

it('a process that does not learn leaves its verdicts as the tables have them, and records outcomes for others', async () => {
  const { engines, emails } = await openEngines({}, { learnFromOutcomes: false });
  const [learning, other] = engines;
  const verdicts = await Promise.all(emails.slice(0, 50).map((email) => learning!.verify(email)));
  for (const verdict of verdicts) expect(await other!.outcomes.record(verdict, 'bounced')).toBe('counted');
  expect((await other!.verify(emails[50]!)).confidence).toBe(97);
  expect(await other!.outcomes.counts()).toMatchObject([{ confidence: 97, bounced: 50 }]);
});

it('outcomes of strangers move nothing unless they are named', async () => {
  const { engines, emails } = await openEngines({}, { outcomesFrom: ['acme'] });
  const [engine, trusting] = engines;
  const verdict = await engine!.verify(emails[0]!);
  expect(await engine!.outcomes.record(verdict, 'bounced', { account: 'acme' })).toBe('ignored');
  expect(await trusting!.outcomes.record(verdict, 'bounced', { account: 'eve' })).toBe('ignored');
  expect(await trusting!.outcomes.record(verdict, 'bounced', { account: 'acme' })).toBe('counted');
  const ports = { ...memoryStores(), ...netPorts({ helo: 'a.example.net', mailFrom: 'probe@example.net' }) };
  expect(() => createEngine(ports, { outcomesFrom: 'acme' as never })).toThrow(
    'outcomesFrom must be an array',
  );
  expect(() => createEngine(ports, { learnFromOutcomes: 'no' as never })).toThrow('must be true or false');
});

it('closing waits for outcomes that are being recorded, and later ones are refused', async () => {
  const stores = memoryStores();
  const { cache } = stores;
  const { replace } = cache;
  const order: string[] = [];
  const { promise: released, resolve: release } = withResolvers();
  cache.replace = async (...args) => {
    await released;
    return replace.apply(cache, args);
  };
  const engine = createEngine({
    ...stores,
    ...netPorts({ helo: 'a.example.net', mailFrom: 'probe@example.net' }),
    close: async () => {
      order.push('stores closed');
      await stores.close();
    },
  });
  const recording = engine.outcomes
    .record(verdictWith(), 'bounced')
    .then((record) => order.push(`outcome ${record}`));
  const closing = engine.close();
  for (const call of [
    () => engine.outcomes.record(verdictWith({ email: 'bob@example.org' }), 'bounced'),
    () => engine.outcomes.counts(),
    () => engine.outcomes.clear(),
    () => engine.replies.list(),
    () => engine.replies.clear(),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'engine_closed' });
  release();
  await Promise.all([closing, recording]);
  expect(order).toEqual(['outcome counted', 'stores closed']);
  expect(await countersOf(stores).read('outcomes')).toHaveLength(1);
});

it('forgetting an address also forgets that its outcome counts', async () => {
  const { engines, emails } = await openEngines({});
  const [engine] = engines;
  const verdict = await engine!.verify(emails[0]!);
  await engine!.outcomes.record(verdict, 'delivered');
  await engine!.forget(emails[0]!);
  expect(await engine!.outcomes.record(verdict, 'delivered')).toBe('counted');
});
