import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { createMetrics } from '../../adapters/http/index.ts';
import { problemOf } from '../../adapters/http/problem.ts';
import { memoryStores } from '../../adapters/memory/index.ts';
import { systemClock } from '../../adapters/system-clock.ts';
import { type BudgetName, budgetTable } from '../../src/budgets/budget-table.ts';
import { createBudgets, describeLimit } from '../../src/budgets/budgets.ts';

const names = Object.keys(budgetTable) as BudgetName[];

/** What `Retry-After` says at most. */
const frees: Record<(typeof budgetTable)[BudgetName]['kind'], string> = {
  rate: 'within the period',
  amount: 'within the period',
  fruitless: 'within the period',
  open: 'when one ends',
  stored: 'when some have ended',
};

function rowOf(name: BudgetName): string {
  const budget: { kind: keyof typeof frees; note?: string } = budgetTable[name];
  const { kind } = budget;
  const note = budget.note === undefined ? '' : `. ${budget.note}`;
  const status = kind === 'stored' || kind === 'amount' ? '429, 403 for more than the limit' : '429';
  return `| \`${name}\` | ${describeLimit(name)}${note} | ${status}; frees ${frees[kind]} |`;
}

describe('The table of budgets in docs/operations.md', () => {
  it('has a row for each budget, with its default and its answer', async () => {
    const page = await readFile(new URL('../../docs/operations.md', import.meta.url), 'utf8');
    const section = page.slice(page.indexOf('## Budgets'));
    const rows = section
      .slice(0, section.indexOf('\n## '))
      .split('\n')
      .filter((line) => line.startsWith('| `'));
    expect(rows).toEqual(names.map(rowOf));
  });
});

describe('A refusal for want of a budget', () => {
  it.each(names)('names %s in its answer, and says when it frees', (name) => {
    const { rateLimits } = memoryStores();
    const budgets = createBudgets({ rateLimits, clock: systemClock, onRefused: () => {} });
    const refused = problemOf(budgets.refusal(name, 1_500));
    expect([refused.status, refused.headers['Retry-After']]).toEqual([429, '2']);
    expect(refused.message).toContain(`(${name}). Try again in 2 seconds.`);
    const tooMuch = problemOf(budgets.refusal(name, null));
    expect([tooMuch.status, tooMuch.headers['Retry-After']]).toEqual([403, undefined]);
  });

  it.each(names)('is counted with the label %s', async (name) => {
    const metrics = createMetrics();
    metrics.recordEvent({ kind: 'budget_exceeded', budget: name });
    expect(await metrics.registry.metrics()).toContain(`mailproof_budget_refusals_total{budget="${name}"} 1`);
  });
});
