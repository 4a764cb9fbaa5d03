import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { ConfidenceLearner } from '../../../src/verdict/outcomes/confidence-learner.ts';
import { outcomesCounterAfter } from '../../../src/verdict/outcomes/outcome-counter.ts';
import { RecordedOutcomes } from '../../../src/verdict/outcomes/outcomes.ts';
import { countersOf } from '../../counters/counters-of.ts';
import { startStores } from '../../sqlite/temporary-file.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { verdictWith } from '../verdicts.ts';
import { startRecording } from './recorded-outcomes.ts';

const dayMs = 86_400_000;

/** Stores of each kind that needs no server, and processes on them. */
const places = {
  memory: async () => {
    const clock = new ManualClock();
    return { clock, counters: countersOf(memoryStores({ clock }), clock), stop: async () => {} };
  },
  SQLite: async () => {
    const clock = new ManualClock();
    const { stores, stop } = await startStores({ clock });
    return { clock, counters: countersOf(stores, clock), stop };
  },
} as const;

describe.each(Object.entries(places))('what the tables had said of a verdict, in %s', (_, open) => {
  const addresses = (from: number, count: number) =>
    Array.from({ length: count }, (__, index) => `ann@company${from + index}.example`);
  const catchAll = verdictWith({
    status: 'risky',
    substatus: 'catch_all',
    is_domain_catch_all: true,
    confidence: 58,
  });

  it('is known when its outcome is recorded, by another process and after more was learned', async () => {
    const { clock, counters, stop } = await open();
    const process = () => {
      const learner = new ConfidenceLearner({ counters, clock });
      return { learner, outcomes: new RecordedOutcomes({ counters, clock, learner, accounts: [] }) };
    };
    /** Three of four such mails arrive, whatever the verdicts say. */
    const recordAll = async (emails: readonly string[], confidence: number | null) => {
      const { outcomes } = process();
      for (const [index, email] of emails.entries())
        await outcomes.record({ ...catchAll, email, confidence }, index % 4 === 0 ? 'bounced' : 'delivered');
    };
    const verdictsOf = async (emails: readonly string[]) => {
      const { learner } = process();
      await learner.refresh();
      const given = emails.map((email) => learner.giveConfidence({ ...catchAll, email }));
      await learner.close();
      return given;
    };
    const [early] = await verdictsOf(addresses(0, 200));
    expect(early).toBe(58);
    await recordAll(addresses(0, 100), 58);
    const [learned] = await verdictsOf(addresses(200, 200));
    expect(learned).toBeGreaterThanOrEqual(67);
    expect(learned).toBeLessThanOrEqual(75);
    await recordAll(addresses(200, 200), learned!);
    await recordAll(addresses(100, 100), 58);
    const { outcomes } = process();
    const counts = await outcomes.counts();
    expect(new Set(counts.map(({ unlearnedConfidence }) => unlearnedConfidence))).toEqual(new Set([58]));
    const [late] = await verdictsOf(addresses(400, 1));
    expect(Math.abs(late! - 75)).toBeLessThanOrEqual(2);
    await stop();
  });

  it('is what they said, where a provider that accepts everybody is asked about a role account', async () => {
    const { clock, counters, stop } = await open();
    const learner = new ConfidenceLearner({ counters, clock });
    const outcomes = new RecordedOutcomes({ counters, clock, learner, accounts: [] });
    const given = verdictWith({
      status: 'risky',
      substatus: 'role_account',
      email_provider: 'Yahoo Mail',
      is_domain_catch_all: null,
      is_role_account: true,
      confidence: 40,
    });
    for (const [index, email] of addresses(0, 500).entries())
      await outcomes.record({ ...given, email }, index % 5 < 2 ? 'delivered' : 'bounced');
    await learner.refresh();
    expect(learner.giveConfidence(given)).toBe(40);
    expect(learner.giveConfidence({ ...given, email_provider: 'Unknown', confidence: 75 })).toBe(75);
    await learner.close();
    await stop();
  });
});

describe('what is learned, round after round,', () => {
  const day = 86_400_000;
  const probabilityAfter = (confidence: number, shift: number) =>
    1 / (1 + Math.exp(-Math.log(confidence / (100 - confidence)) - shift));

  function startRounds() {
    const clock = new ManualClock();
    const counters = countersOf(memoryStores({ clock }), clock);
    const process = (tables?: string) => {
      const learner = new ConfidenceLearner({ counters, clock, ...(tables !== undefined && { tables }) });
      return { learner, outcomes: new RecordedOutcomes({ counters, clock, learner, accounts: [] }) };
    };
    return { clock, process };
  }

  it('stays, however much more was said before anything was learned', async () => {
    const { clock, process } = startRounds();
    const range = Array.from({ length: 18 }, (_, index) => 79 + index);
    const verdictOf = (email: string, confidence: number) =>
      verdictWith({ email, is_domain_catch_all: null, confidence });
    const errors: number[] = [];
    for (const round of [0, 1, 2, 3]) {
      const { learner } = process();
      await learner.refresh();
      const given = range.flatMap((table) => {
        const truth = probabilityAfter(table, -0.9);
        const count = round === 0 ? 3_000 : 150;
        return Array.from({ length: count }, (_, index) => ({
          verdict: verdictOf(
            `ann@p${round}-${table}-${index}.example`,
            learner.giveConfidence(verdictOf('ann@example.org', table)) ?? 0,
          ),
          truth,
          // The share that arrives is exact, without chance.
          arrives: Math.floor((index + 1) * truth) > Math.floor(index * truth),
          isRecorded: index < 100,
        }));
      });
      const error = given.reduce(
        (sum, { verdict, truth }) => sum + Math.abs((verdict.confidence ?? 0) / 100 - truth),
        0,
      );
      errors.push(error / given.length);
      await learner.close();
      clock.leap(14 * day);
      const { outcomes, learner: recorder } = process();
      for (const { verdict, arrives, isRecorded } of given)
        if (isRecorded) await outcomes.record(verdict, arrives ? 'delivered' : 'bounced');
      await recorder.close();
      clock.leap(14 * day);
    }
    expect(errors[0]).toBeGreaterThan(0.1);
    for (const error of errors.slice(1)) expect(error).toBeLessThan(0.01);
  });

  it('is not learned again by a release that has corrected its tables', async () => {
    const { clock, process } = startRounds();
    const catchAll = verdictWith({
      status: 'risky',
      substatus: 'catch_all',
      is_domain_catch_all: true,
      confidence: 58,
    });
    const before = process('before');
    await before.learner.refresh();
    expect(before.learner.giveConfidence(catchAll)).toBe(58);
    for (let index = 0; index < 500; index += 1)
      await before.outcomes.record(
        { ...catchAll, email: `ann@company${index}.example` },
        index % 2 === 0 ? 'delivered' : 'bounced',
      );
    await before.learner.close();
    clock.leap(14 * day);
    const again = process('before');
    await again.learner.refresh();
    expect(again.learner.giveConfidence(catchAll)).toBeLessThan(55);
    const corrected = process();
    await corrected.learner.refresh();
    const now = { ...catchAll, confidence: 49 };
    expect(corrected.learner.giveConfidence(now)).toBe(49);
    expect(await corrected.outcomes.record({ ...catchAll, email: 'zoe@example.org' }, 'bounced')).toBe(
      'ignored',
    );
    expect(await corrected.outcomes.record({ ...now, email: 'zoe@example.org' }, 'bounced')).toBe('counted');
    expect(await corrected.outcomes.counts()).toMatchObject([{ confidence: 49, bounced: 1 }]);
  });
});

describe('the confidence of a process', () => {
  it('follows what other processes record, ten minutes later at most', async () => {
    const { counters, clock } = startRecording();
    const learner = new ConfidenceLearner({ counters, clock });
    learner.refreshIfDue();
    await learner.close();
    const name = JSON.stringify(['accepted', 'Unknown', 97, 'bounced', 97, learner.tables]);
    await counters.add(outcomesCounterAfter(0), [{ name, by: 100 }], { maxBytes: 1_000 });
    learner.refreshIfDue();
    await learner.close();
    expect(learner.giveConfidence(verdictWith())).toBe(97);
    clock.leap(600_000);
    learner.refreshIfDue();
    await learner.close();
    expect(learner.giveConfidence(verdictWith())).toBeLessThan(90);
  });

  it('stays that of the tables if the process does not learn, which counts what it gives nevertheless', async () => {
    const { counters, clock } = startRecording();
    const learning = new ConfidenceLearner({ counters, clock });
    const other = new ConfidenceLearner({ counters, clock, learns: false });
    const outcomesOf = (learner: ConfidenceLearner) =>
      new RecordedOutcomes({ counters, clock, learner, accounts: [] });
    for (let each = 0; each < 100; each += 1)
      await outcomesOf(other).record(verdictWith({ email: `person@company${each}.example` }), 'bounced');
    await Promise.all([learning.refresh(), other.refresh()]);
    const moved = learning.giveConfidence(verdictWith())!;
    expect(moved).toBeLessThan(80);
    expect(other.giveConfidence(verdictWith())).toBe(97);
    await Promise.all([learning.close(), other.close()]);
    const reader = new ConfidenceLearner({ counters, clock, learns: false });
    for (const confidence of [moved, 97])
      await outcomesOf(reader).record(
        verdictWith({ email: `ann@said${confidence}.example`, confidence }),
        'delivered',
      );
    const delivered = (await outcomesOf(reader).counts()).filter((count) => count.delivered > 0);
    expect(delivered.map(({ unlearnedConfidence }) => unlearnedConfidence)).toEqual([97, 97]);
    const week = `given-confidences-${Math.floor(clock.now() / (7 * dayMs))}`;
    expect(await counters.read(week)).toHaveLength(2);
  });

  it('stays what it was while the store is out of reach', async () => {
    const clock = new ManualClock();
    const read = async () => Promise.reject(new Error('out of reach'));
    const learner = new ConfidenceLearner({
      counters: { read, add: read, clear: read },
      clock,
    });
    learner.refreshIfDue();
    await learner.close();
    expect(learner.giveConfidence(verdictWith())).toBe(97);
  });
});
