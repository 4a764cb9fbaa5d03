import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../../adapters/memory/index.ts';
import { ConfidenceLearner } from '../../../src/verdict/outcomes/confidence-learner.ts';
import type { MailOutcome, OutcomeCount } from '../../../src/verdict/outcomes/outcome-count.ts';
import { RecordedOutcomes } from '../../../src/verdict/outcomes/outcomes.ts';
import { countersOf } from '../../counters/counters-of.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { times } from '../../support/values/for-all.ts';
import { verdictWith } from '../verdicts.ts';

function start() {
  const clock = new ManualClock();
  const counters = countersOf(memoryStores({ clock }), clock);
  const learner = new ConfidenceLearner({ counters, clock });
  const outcomes = new RecordedOutcomes({ counters, clock, learner, accounts: [] });
  const record = (email: string, outcome: MailOutcome) => outcomes.record(verdictWith({ email }), outcome);
  return { clock, learner, outcomes, record, counters };
}

const addressesAt = (domain: string, count: number) =>
  Array.from({ length: count }, (_, index) => `person${index}@${domain}`);

function total(counts: readonly OutcomeCount[]): number {
  return counts.reduce(
    (sum, { delivered, bounced, complained }) => sum + delivered + bounced + complained,
    0,
  );
}

describe('of one domain', () => {
  it('at most ten addresses count, whatever is recorded', async () => {
    const { outcomes, record } = start();
    const records = await Promise.all(
      addressesAt('company.example', 500).map((email) => record(email, 'bounced')),
    );
    expect(total(await outcomes.counts())).toBe(10);
    const by = (kind: string) => records.filter((each) => each === kind).length;
    expect(by('counted')).toBe(10);
    expect(by('counted') + by('replaced') + by('represented')).toBe(500);
  });

  it('the same addresses count in whatever order, so that bounces reported before deliveries do not count for more', async () => {
    const emails = addressesAt('company.example', 500);
    const outcomeOf = (email: string): MailOutcome =>
      Number(/\d+/.exec(email)) % 10 === 0 ? 'bounced' : 'delivered';
    const byOutcome = emails.toSorted((one, other) => outcomeOf(one).localeCompare(outcomeOf(other)));
    const shown: (readonly OutcomeCount[])[] = [];
    for (const order of [emails, byOutcome, byOutcome.toReversed()]) {
      const { outcomes, record } = start();
      for (const email of order) await record(email, outcomeOf(email));
      shown.push(await outcomes.counts());
    }
    expect(shown[1]).toEqual(shown[0]);
    expect(shown[2]).toEqual(shown[0]);
    expect(shown[0]![0]!.bounced).toBeLessThanOrEqual(4);
  });

  it('each address counts at free providers', async () => {
    const { outcomes, record } = start();
    for (const email of addressesAt('gmail.com', 300)) await record(email, 'bounced');
    expect(total(await outcomes.counts())).toBe(300);
  });

  it('an address that was forgotten leaves its place, and those of others as they are', async () => {
    const { outcomes, record } = start();
    const emails = addressesAt('company.example', 30);
    for (const email of emails) await record(email, 'delivered');
    const before = total(await outcomes.counts());
    const again: string[] = [];
    for (const email of emails) {
      await outcomes.forget(email);
      again.push(await record(email, 'delivered'));
    }
    const countedAgain = again.filter((each) => each === 'counted').length;
    expect(countedAgain).toBe(before);
    expect(new Set(again)).toEqual(new Set(['counted', 'represented']));
  });

  it('never count more than ten addresses, and confidence moves no further than ten could move it (any outcomes, any order)', async () => {
    const outcome = fc.constantFrom<MailOutcome>('delivered', 'bounced', 'complained');
    const recorded = fc.array(fc.record({ person: fc.nat(80), outcome }), { minLength: 1, maxLength: 120 });
    const run = async (
      others: readonly MailOutcome[],
      ofDomain: readonly { person: number; outcome: MailOutcome }[],
    ) => {
      const { learner, outcomes, record } = start();
      for (const [index, other] of others.entries()) await record(`ann@other${index}.example`, other);
      for (const { person, outcome: each } of ofDomain) await record(`person${person}@company.example`, each);
      await learner.refresh();
      const confidence = learner.giveConfidence(verdictWith()) ?? 0;
      await learner.close();
      return { counts: await outcomes.counts(), confidence };
    };
    const limitOf = async (others: readonly MailOutcome[], outcomeOfTen: MailOutcome) => {
      const { learner, record } = start();
      for (const [index, other] of others.entries()) await record(`ann@other${index}.example`, other);
      for (let index = 0; index < 10; index += 1) await record(`ann@ten${index}.example`, outcomeOfTen);
      await learner.refresh();
      const confidence = learner.giveConfidence(verdictWith()) ?? 0;
      await learner.close();
      return confidence;
    };
    await times(60).forAllAsync(
      recorded,
      fc.array(outcome, { maxLength: 30 }),
      fc.infiniteStream(fc.nat()),
      async (all, others, random) => {
        const { counts, confidence } = await run(others, all);
        expect(total(counts)).toBeLessThanOrEqual(others.length + 10);
        expect(confidence).toBeGreaterThanOrEqual(await limitOf(others, 'bounced'));
        expect(confidence).toBeLessThanOrEqual(await limitOf(others, 'delivered'));
        const shuffled = all
          .map((each) => ({ each, key: random.next().value ?? 0 }))
          .toSorted((one, other) => one.key - other.key)
          .map(({ each }) => each);
        expect((await run(others, shuffled)).counts).toEqual(counts);
      },
    );
  });
});
