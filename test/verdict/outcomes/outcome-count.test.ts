import { describe, expect, it } from 'vitest';
import {
  type CountedOutcome,
  isConfidence,
  nameOfOutcome,
  outcomeCountsOf,
  parseOutcomeName,
} from '../../../src/verdict/outcomes/outcome-count.ts';

const bounced: CountedOutcome = {
  evidence: 'not_found',
  provider: 'Gmail',
  confidence: 96,
  unlearnedConfidence: 98,
  tables: 'these',
  outcome: 'bounced',
};

/** Names of counts that this release would not write. */
const broken: readonly (readonly [description: string, name: string])[] = [
  ['no JSON', 'accepted Gmail 97 bounced'],
  ['no text at all', ''],
  ['JSON that is no list', '{"evidence":"not_found"}'],
  ['a number', '97'],
  ['an empty list', '[]'],
  ['evidence that there is none of', nameOfOutcome({ ...bounced, evidence: 'rumour' })],
  ['evidence that is no text', JSON.stringify([1, 'Gmail', 96, 'bounced', 98, 'these'])],
  ['a provider that is no text', JSON.stringify(['not_found', 1, 96, 'bounced', 98, 'these'])],
  ['an outcome that there is none of', nameOfOutcome({ ...bounced, outcome: 'opened' as 'bounced' })],
  ['a confidence of 0', nameOfOutcome({ ...bounced, confidence: 0 })],
  ['a confidence of 100', nameOfOutcome({ ...bounced, confidence: 100 })],
  ['a confidence that is text', JSON.stringify(['not_found', 'Gmail', '96', 'bounced', 98, 'these'])],
  ['a confidence of the tables of 0', nameOfOutcome({ ...bounced, unlearnedConfidence: 0 })],
  ['a confidence of the tables of 100', nameOfOutcome({ ...bounced, unlearnedConfidence: 100 })],
  ['no tables', JSON.stringify(['not_found', 'Gmail', 96, 'bounced', 98])],
];

describe('the name under which an outcome is counted', () => {
  it('tells the outcome, its verdict, and what its evidence predicts', () => {
    expect(parseOutcomeName(nameOfOutcome(bounced))).toEqual({ ...bounced, predicts: 'bounce' });
    const delivered = { ...bounced, evidence: 'accepted+role', outcome: 'delivered' } as const;
    expect(parseOutcomeName(nameOfOutcome(delivered))).toEqual({ ...delivered, predicts: 'delivery' });
  });

  it.each(broken)('is none with %s', (_, name) => {
    expect(parseOutcomeName(name)).toBeUndefined();
  });
});

describe('the counts of a counter', () => {
  it('are put together by verdict, each outcome by itself', () => {
    const outcomes = ['bounced', 'delivered', 'complained'] as const;
    const counts = outcomes.map((outcome, index) => ({
      name: nameOfOutcome({ ...bounced, outcome }),
      count: index + 1,
    }));
    const other = { name: nameOfOutcome({ ...bounced, provider: 'Unknown' }), count: 7 };
    const { outcome: _, tables: __, ...verdict } = { ...bounced, predicts: 'bounce' };
    expect(outcomeCountsOf([...counts, other], 'these')).toEqual([
      { ...verdict, bounced: 1, delivered: 2, complained: 3 },
      { ...verdict, provider: 'Unknown', bounced: 7, delivered: 0, complained: 0 },
    ]);
  });

  it('are read although some are broken, or of verdicts that other tables have given', () => {
    const counts = [
      ...broken.map(([, name]) => ({ name, count: 9 })),
      { name: nameOfOutcome({ ...bounced, tables: 'others' }), count: 9 },
      { name: nameOfOutcome(bounced), count: 2 },
    ];
    expect(outcomeCountsOf(counts, 'these')).toMatchObject([{ bounced: 2, delivered: 0, complained: 0 }]);
    expect(outcomeCountsOf(counts, 'these')).toHaveLength(1);
  });
});

it.each([
  [1, true],
  [99, true],
  [0, false],
  [0.9, false],
  [99.1, false],
  [100, false],
  [Number.NaN, false],
  ['50', false],
  [null, false],
])('outcomes of verdicts with a confidence of %j count: %s', (confidence, counts) => {
  expect(isConfidence(confidence)).toBe(counts);
});
