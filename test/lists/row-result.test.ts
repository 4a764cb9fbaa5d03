import { describe, expect, it } from 'vitest';
import { cellResult, rowResult } from '../../adapters/lists/row-result.ts';
import type { Status } from '../../src/resources.ts';
import { verification } from '../cli/verification.ts';

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

  it.each([
    ['ann baker@example.com', 'invalid_syntax', 'unknown', 'not_asked'],
    ['ann@@example.com', 'invalid_syntax', 'invalid', 'invalid_syntax'],
    ['ann@example.com', 'mailbox_not_found', 'invalid', 'mailbox_not_found'],
  ] as const)('of "%s" (%s) is %s, %s', (email, found, status, substatus) => {
    const result = verification({ email, status: 'invalid', substatus: found, confidence: 99 });
    const confidence = status === 'unknown' ? null : 99;
    expect(cellResult(result)).toMatchObject({ email, status, substatus, confidence });
  });
});
