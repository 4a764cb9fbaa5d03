import { describe, expect, it } from 'vitest';
import { memoryStores } from '../../adapters/memory/index.ts';
import { type BudgetName, budgetTable } from '../../src/budgets/budget-table.ts';
import { BudgetExceeded, createBudgets } from '../../src/budgets/budgets.ts';
import { InvalidArgument } from '../../src/errors.ts';
import { ManualClock } from '../support/manual-clock.ts';

function startBudgets(limits = {}) {
  const clock = new ManualClock();
  const { rateLimits } = memoryStores({ clock });
  const refused: BudgetName[] = [];
  const budgets = createBudgets({ rateLimits, clock, limits, onRefused: (name) => refused.push(name) });
  return { budgets, clock, refused };
}

describe('A budget of a rate', () => {
  it('allows as many uses as its limit, to each owner, and says when it frees', async () => {
    const { budgets, clock, refused } = startBudgets();
    for (let n = 0; n < 20; n += 1) await budgets.take('unpaid_requests', 'acme');
    clock.leap(250);
    const refusal = await budgets.take('unpaid_requests', 'acme').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(BudgetExceeded);
    expect(refusal).toMatchObject({
      code: 'budget_exceeded',
      budget: 'unpaid_requests',
      retryAfterMs: 750,
      message:
        'Rate limit exceeded: the maximum is 20 unpaid requests per second per account (unpaid_requests). Try again in 1 second.',
    });
    expect(refused).toEqual(['unpaid_requests']);
    await budgets.take('unpaid_requests', 'another');
    clock.leap(750);
    await budgets.take('unpaid_requests', 'acme');
  });

  it('has the limit of its option, and none with Infinity', async () => {
    const { budgets } = startBudgets({ unpaid_requests: 1, unpaid_submissions: Number.POSITIVE_INFINITY });
    await budgets.take('unpaid_requests', 'acme');
    await expect(budgets.take('unpaid_requests', 'acme')).rejects.toThrow(/1 unpaid requests/);
    for (let n = 0; n < 100; n += 1) await budgets.take('unpaid_submissions', 'acme');
  });
});

describe('A budget of what is under way', () => {
  it('counts what is open, once each, and forgets owners with nothing open', () => {
    const { budgets } = startBudgets({ unpaid_requests_open: 2 });
    const first = budgets.open('unpaid_requests_open', 'acme');
    budgets.open('unpaid_requests_open', 'acme');
    expect(() => budgets.open('unpaid_requests_open', 'acme')).toThrow(BudgetExceeded);
    budgets.open('unpaid_requests_open', 'another');
    first();
    first();
    budgets.open('unpaid_requests_open', 'acme');
    expect(() => budgets.open('unpaid_requests_open', 'acme')).toThrow(/unpaid_requests_open/);
  });
});

describe('The limit of a budget', () => {
  it.each([0, -1, 1.5, Number.NaN, '5'])('is refused if it is %s', (limit) => {
    expect(() => startBudgets({ unpaid_items: limit })).toThrow(InvalidArgument);
  });

  it('is by default an integer from 1', () => {
    for (const { limit } of Object.values(budgetTable))
      expect(Number.isSafeInteger(limit) && limit >= 1).toBe(true);
  });
});
