import { describe, expect, it } from 'vitest';
import { rowResult, unclearResult } from '../../adapters/lists/row-result.ts';
import type { Status } from '../../src/resources.ts';

const resultOf = (email: string, status: Status) => ({ email, status, explanation: `Why ${status}.` });

describe('What a row of a list shows', () => {
  it('is the result of its address, or nothing', () => {
    const only = resultOf('ann@example.com', 'safe');
    expect(rowResult([only])).toBe(only);
    expect(rowResult([])).toBeUndefined();
  });

  it.each<[readonly Status[], Status]>([
    [['safe', 'risky'], 'risky'],
    [['unknown', 'risky', 'safe'], 'unknown'],
    [['unknown', 'invalid'], 'invalid'],
    [['safe', 'safe'], 'safe'],
  ])('of addresses that are %s is the worst, and says all', (statuses, worst) => {
    const shown = rowResult(statuses.map((status, index) => resultOf(`${index}@example.com`, status)));
    expect(shown).toMatchObject({ status: worst });
    const each = statuses.map((status, index) => `${index}@example.com is ${status}`).join(', ');
    expect(shown?.explanation).toBe(`The worst of ${statuses.length} addresses: ${each}. Why ${worst}.`);
  });

  it('of a cell is known without asking if it is not clear where its address begins or ends', () => {
    expect(unclearResult(' ann baker@example.com ')).toMatchObject({
      email: 'ann baker@example.com',
      status: 'unknown',
      substatus: 'not_asked',
      confidence: null,
    });
    for (const cell of ['ann@@example.com', 'ann@example.com', 'ann@example.com; bob@example.com', 'Ann', ''])
      expect(unclearResult(cell)).toBeUndefined();
  });
});
