import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LearnedConfidence } from '../../../src/verdict/outcomes/learned-confidence.ts';
import type { OutcomeCount } from '../../../src/verdict/outcomes/outcome-count.ts';
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

  it('counts bounces of refused addresses as right, and deliveries as wrong', () => {
    const refused = verdictWith({ status: 'invalid', substatus: 'mailbox_disabled', confidence: 95 });
    const learned = new LearnedConfidence([counted({ evidence: 'disabled', delivered: 500, bounced: 500 })]);
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
    fc.assert(
      fc.property(amount, amount, fc.constantFrom(verdictWith(), catchAll), (delivered, bounced, verdict) => {
        const evidence = verdict === catchAll ? 'accepted+catch_all' : 'accepted';
        const learned = new LearnedConfidence([counted({ evidence, delivered, bounced })]);
        const before = verdict.confidence!;
        const after = learned.confidenceOf(verdict)!;
        const oddsOf = (percent: number) => percent / (100 - percent);
        // Half a percent of rounding.
        expect(oddsOf(after + 0.5)).toBeGreaterThanOrEqual(oddsOf(before) / 10);
        expect(oddsOf(after - 0.5)).toBeLessThanOrEqual(oddsOf(before) * 10);
        expect(after).toBeGreaterThanOrEqual(1);
        expect(after).toBeLessThanOrEqual(99);
      }),
    );
  });

  it('leaves verdicts without a confidence, and certain ones, as they are', () => {
    const learned = new LearnedConfidence([counted({ delivered: 0, bounced: 1_000 })]);
    const unknown = verdictWith({ status: 'unknown', substatus: 'timeout', confidence: null });
    expect(learned.confidenceOf(unknown)).toBeNull();
    const certain = verdictWith({ status: 'invalid', substatus: 'invalid_syntax', confidence: 100 });
    expect(learned.confidenceOf(certain)).toBe(100);
  });
});
