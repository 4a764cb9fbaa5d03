import { describe, expect, it } from 'vitest';
import {
  type Acceptance,
  deliveryProbability,
  disposableProbability,
  percentOf,
  refusalProbability,
} from '../../src/verdict/confidence/confidence.ts';
import { deliveryRates, refusalRates } from '../../src/verdict/confidence/delivery-rates.ts';

const acceptance: Acceptance = {
  catchAllProbability: 0,
  acceptsEverything: false,
  filtered: false,
  putOffFirst: false,
  roleAccount: false,
  disposable: false,
  full: false,
};

/** Rates of which each product is another. */
const rates = {
  accepted: { successes: 9, trials: 10 },
  filter: { successes: 4, trials: 5 },
  putOffFirst: { successes: 6, trials: 7 },
  roleAccount: { successes: 10, trials: 11 },
  disposable: { successes: 3, trials: 13 },
  mailboxFull: { successes: 8, trials: 17 },
  anyRecipient: { successes: 1, trials: 4 },
  acceptsEverything: { successes: 2, trials: 19 },
};

const of = (changes: Partial<Acceptance>) => deliveryProbability({ ...acceptance, ...changes }, rates);

describe('the probability that mail to an accepted recipient is delivered', () => {
  it.each<[Partial<Acceptance>, number]>([
    [{}, 0.9],
    [{ filtered: true }, 0.9 * (4 / 5)],
    [{ putOffFirst: true }, 0.9 * (6 / 7)],
    [{ roleAccount: true }, 0.9 * (10 / 11)],
    [{ disposable: true }, 0.9 * (3 / 13)],
    [{ full: true }, 0.9 * (8 / 17)],
    [{ filtered: true, roleAccount: true, full: true }, 0.9 * (4 / 5) * (10 / 11) * (8 / 17)],
  ])('is the product of what applies: %j', (changes, expected) => {
    expect(of(changes)).toBeCloseTo(expected, 12);
  });

  it('lies between that of a domain which knows its recipients and that of a catch-all', () => {
    expect(of({ catchAllProbability: 1 })).toBeCloseTo(0.9 / 4, 12);
    expect(of({ catchAllProbability: 0.2 })).toBeCloseTo(0.9 * (0.8 + 0.2 / 4), 12);
  });

  it('does not depend on the domain where the provider accepts everything', () => {
    for (const catchAllProbability of [0, 0.5, 1])
      expect(of({ acceptsEverything: true, catchAllProbability })).toBeCloseTo(0.9 * (2 / 19), 12);
  });
});

it('A disposable address that no server was asked about is as likely to be reached as disposable ones are', () => {
  const { successes, trials } = deliveryRates.disposable;
  expect(disposableProbability()).toBe(successes / trials);
});

it('A refusal is as likely to be right as refusals of its kind are', () => {
  for (const kind of Object.keys(refusalRates) as (keyof typeof refusalRates)[]) {
    const { successes, trials } = refusalRates[kind];
    expect(refusalProbability(kind)).toBe(successes / trials);
  }
});

it.each([
  [0, 1],
  [0.004, 1],
  [0.014, 1],
  [0.015, 2],
  [0.5, 50],
  [0.985, 99],
  [1, 99],
])('A probability of %f is a confidence of %i', (probability, confidence) => {
  expect(percentOf(probability)).toBe(confidence);
});

describe('every rate', () => {
  it.each(Object.entries({ ...deliveryRates, ...refusalRates }))(
    'is one of successes among trials: %s',
    (_, { successes, trials }) => {
      expect(successes).toBeGreaterThan(0);
      expect(successes).toBeLessThan(trials);
    },
  );
});
