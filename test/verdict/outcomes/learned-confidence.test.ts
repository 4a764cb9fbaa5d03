import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LearnedConfidence } from '../../../src/verdict/outcomes/learned-confidence.ts';
import type { OutcomeCount } from '../../../src/verdict/outcomes/outcome-count.ts';
import { evidenceOf } from '../../../src/verdict/outcomes/verdict-evidence.ts';
import { forAll } from '../../support/values/for-all.ts';
import { verdictWith } from '../verdicts.ts';

const catchAll = verdictWith({
  status: 'risky',
  substatus: 'catch_all',
  is_domain_catch_all: true,
  confidence: 58,
});

function counted(fields: Partial<OutcomeCount>): OutcomeCount {
  return {
    evidence: 'accepted',
    provider: 'Unknown',
    predicts: 'delivery',
    confidence: 97,
    unlearnedConfidence: fields.confidence ?? 97,
    delivered: 0,
    bounced: 0,
    complained: 0,
    ...fields,
  };
}

describe('confidence that learns from outcomes', () => {
  it('is that of the tables as long as nothing of the kind was recorded', () => {
    const learned = new LearnedConfidence([counted({ delivered: 1_000, bounced: 500 })]);
    expect(learned.confidenceOf(catchAll)).toBe(58);
    expect(new LearnedConfidence([]).confidenceOf(verdictWith())).toBe(97);
  });

  it('stays where the tables have it if outcomes say the same', () => {
    const learned = new LearnedConfidence([counted({ delivered: 960, complained: 10, bounced: 30 })]);
    expect(learned.confidenceOf(verdictWith())).toBe(97);
  });

  it('hardly moves by a few outcomes, and is what was seen after many', () => {
    const learnedFrom = (delivered: number, bounced: number) =>
      new LearnedConfidence([
        counted({ evidence: 'accepted+catch_all', confidence: 58, delivered, bounced }),
      ]).confidenceOf(catchAll);
    expect(learnedFrom(0, 2)).toBeGreaterThanOrEqual(54);
    expect(learnedFrom(4_000, 6_000)).toBeGreaterThanOrEqual(40);
    expect(learnedFrom(4_000, 6_000)).toBeLessThanOrEqual(41);
  });

  it('is moved by more than two thousand outcomes of a kind as by two thousand', () => {
    const learnedFrom = (times: number) =>
      new LearnedConfidence([counted({ delivered: 803 * times, bounced: 197 * times })]).confidenceOf(
        verdictWith({ email_provider: 'Gmail' }),
      );
    // Of 80.3 % that arrive, and fifty outcomes for which the tables count.
    expect([learnedFrom(2), learnedFrom(20), learnedFrom(2_000)]).toEqual([81, 81, 81]);
  });

  it('passes over counts of a kind that it does not know', () => {
    const learned = new LearnedConfidence([
      counted({ evidence: 'rumour', bounced: 1_000 }),
      counted({ delivered: 970, bounced: 30 }),
    ]);
    expect(learned.confidenceOf(verdictWith())).toBe(97);
  });

  it('counts bounces of refused addresses as right, and deliveries as wrong', () => {
    const refused = verdictWith({ status: 'invalid', substatus: 'mailbox_disabled', confidence: 95 });
    const learned = new LearnedConfidence([
      counted({ evidence: 'disabled', confidence: 95, delivered: 500, bounced: 500 }),
    ]);
    expect(learned.confidenceOf(refused)).toBeLessThan(70);
  });

  it('judges a provider by itself once it differs clearly from others', () => {
    const counts = [
      counted({ delivered: 970, bounced: 30 }),
      counted({ provider: 'Gmail', delivered: 800, bounced: 200 }),
    ];
    const learned = new LearnedConfidence(counts);
    const own = learned.confidenceOf(verdictWith());
    const gmail = learned.confidenceOf(verdictWith({ email_provider: 'Gmail' }));
    expect(gmail).toBeLessThanOrEqual(82);
    expect(own).toBeGreaterThanOrEqual(95);
  });

  it('moves the odds of no verdict by more than a factor of ten, whatever is recorded', () => {
    const amount = fc.integer({ min: 0, max: 1_000_000 });
    forAll(amount, amount, fc.constantFrom(verdictWith(), catchAll), (delivered, bounced, verdict) => {
      const evidence = verdict === catchAll ? 'accepted+catch_all' : 'accepted';
      const learned = new LearnedConfidence([
        counted({ evidence, confidence: verdict.confidence!, delivered, bounced }),
      ]);
      const before = verdict.confidence!;
      const after = learned.confidenceOf(verdict)!;
      const oddsOf = (percent: number) => percent / (100 - percent);
      // Half a percent of rounding.
      expect(oddsOf(after + 0.5)).toBeGreaterThanOrEqual(oddsOf(before) / 10);
      expect(oddsOf(after - 0.5)).toBeLessThanOrEqual(oddsOf(before) * 10);
      expect(after).toBeGreaterThanOrEqual(1);
      expect(after).toBeLessThanOrEqual(99);
    });
  });

  /** Counts of which as many came true as the tables had said, which differ from what is typical of their kind. */
  const asSaid = fc
    .array(
      fc.record({
        verdict: fc.constantFrom(
          ...[70, 78, 85, 91, 96].map((confidence) =>
            verdictWith({ is_domain_catch_all: null, is_secure_email_gateway: confidence < 80, confidence }),
          ),
          ...[26, 50, 58].map((confidence) => ({ ...catchAll, confidence })),
          ...[93, 97].map((confidence) => verdictWith({ confidence })),
          ...[85, 95].map((confidence) =>
            verdictWith({ status: 'invalid', substatus: 'mailbox_disabled', confidence }),
          ),
        ),
        provider: fc.constantFrom('Unknown', 'Gmail', 'Microsoft 365'),
        hundreds: fc.integer({ min: 1, max: 50 }),
      }),
      { minLength: 1, maxLength: 8 },
    )
    .map((all) =>
      all.map(({ verdict, provider, hundreds }) => {
        const { kind } = evidenceOf(verdict)!;
        const held = hundreds * verdict.confidence!;
        const failed = hundreds * (100 - verdict.confidence!);
        return counted({
          evidence: kind.name,
          provider,
          confidence: verdict.confidence!,
          delivered: kind.predicts === 'delivery' ? held : failed,
          bounced: kind.predicts === 'delivery' ? failed : held,
        });
      }),
    );
  const verdicts = [
    ...[70, 91, 96].map((confidence) => verdictWith({ is_domain_catch_all: null, confidence })),
    verdictWith({ is_domain_catch_all: null, is_secure_email_gateway: true, confidence: 78 }),
    verdictWith({ email_provider: 'Gmail' }),
    { ...catchAll, confidence: 30 },
    catchAll,
    verdictWith({ status: 'invalid', substatus: 'mailbox_disabled', confidence: 95 }),
  ];

  it('moves nothing if as many verdicts came true as the tables had said of them, whatever that was', () => {
    forAll(asSaid, fc.constantFrom(...verdicts), (counts, verdict) => {
      expect(new LearnedConfidence(counts).confidenceOf(verdict)).toBe(verdict.confidence);
    });
  });

  it('rises with each outcome of its kind that comes true, and falls with each that does not', () => {
    const one = fc.record({
      unlearnedConfidence: fc.integer({ min: 78, max: 97 }),
      delivered: fc.integer({ min: 0, max: 60 }),
      bounced: fc.integer({ min: 0, max: 60 }),
      provider: fc.constantFrom('Unknown', 'Gmail'),
    });
    forAll(fc.array(one, { maxLength: 8 }), one, (some, more) => {
      const evidence = 'accepted+unsure';
      const verdict = verdictWith({ is_domain_catch_all: null, confidence: 90 });
      const before = some.map((each) => counted({ ...each, evidence }));
      const withMore = (fields: Partial<OutcomeCount>) =>
        new LearnedConfidence([...before, counted({ ...more, evidence, ...fields })]).confidenceOf(verdict)!;
      const same = new LearnedConfidence(before).confidenceOf(verdict)!;
      if (more.provider === 'Unknown' || before.every(({ provider }) => provider !== 'Unknown')) {
        expect(withMore({ bounced: 0 })).toBeGreaterThanOrEqual(same);
        expect(withMore({ delivered: 0 })).toBeLessThanOrEqual(same);
      }
    });
  });

  it('leaves verdicts without a confidence, and certain ones, as they are', () => {
    const learned = new LearnedConfidence([counted({ delivered: 0, bounced: 1_000 })]);
    const unknown = verdictWith({ status: 'unknown', substatus: 'timeout', confidence: null });
    expect(learned.confidenceOf(unknown)).toBeNull();
    expect(learned.confidenceOf(verdictWith({ confidence: null }))).toBeNull();
    const certain = verdictWith({ status: 'invalid', substatus: 'invalid_syntax', confidence: 100 });
    expect(learned.confidenceOf(certain)).toBe(100);
  });
});
