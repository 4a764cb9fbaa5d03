import { describe, expect, it } from 'vitest';
import { budgetSettings } from '../../../adapters/cli/settings/engine-settings.ts';
import { type FlagsOf, readSettings } from '../../../adapters/cli/settings/setting-value.ts';

const readBudgets = (flags: FlagsOf<typeof budgetSettings>, env: Record<string, string>) =>
  readSettings(budgetSettings, flags, env).budget;
const read = (...budget: string[]) => readBudgets({ budget }, {});

describe('Limits of budgets', () => {
  it('are left to the engine without the setting', () => {
    expect(readBudgets({}, {})).toBeUndefined();
  });

  it('are set by name, or taken away', () => {
    expect(read('unpaid_requests=50', ' unpaid_bytes = none')).toEqual({
      unpaid_requests: 50,
      unpaid_bytes: Number.POSITIVE_INFINITY,
    });
    const env = { MAILPROOF_BUDGETS: 'unpaid_items=1000,unpaid_lists=5' };
    expect(readBudgets({}, env)).toEqual({ unpaid_items: 1_000, unpaid_lists: 5 });
    expect(readBudgets({ budget: ['unpaid_lists=6'] }, env)).toEqual({ unpaid_lists: 6 });
  });

  it.each([
    '',
    'unpaid_requests',
    '=5',
    'unpaid_requests=0',
    'unpaid_requests=-1',
    'unpaid_requests=1.5',
    'a=b=c',
  ])('cannot be "%s"', (text) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ parameter: '--budget' }));
  });

  it('have names that are suggested if they are misspelt', () => {
    expect(() => read('unpaid_request=5')).toThrow(
      /no budget unpaid_request. Did you mean unpaid_requests\?/,
    );
  });
});
