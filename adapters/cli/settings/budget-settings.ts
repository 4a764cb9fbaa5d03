import { type BudgetLimits, budgetTable } from '../../../src/budgets/budget-table.ts';
import { nearestName } from '../../../src/nearest-name.ts';
import type { Environment } from '../terminal.ts';
import { type FlagsOf, invalidSetting, readSettingValue, repeatedSetting } from './setting-value.ts';

export const budgetSettings = {
  budget: repeatedSetting(
    '--budget <name=limit>',
    'MAILPROOF_BUDGETS',
    'limit of a budget of what accounts do not pay for, or none, such as unpaid_requests=50; may be repeated (default: see docs/operations.md)',
    ',',
  ),
};

export type BudgetFlags = FlagsOf<typeof budgetSettings>;

/** Returns undefined if the engine decides. Throws InvalidArgument that names the flag or the variable. */
export function readBudgets(flags: BudgetFlags, env: Environment): BudgetLimits | undefined {
  const value = readSettingValue(budgetSettings.budget, flags.budget, env);
  if (value === undefined) return undefined;
  const names = Object.keys(budgetTable);
  const limits = value.text.split(',').map((text): [name: string, limit: number] => {
    const [, name = '', limit = ''] = /^\s*([^=]*?)\s*=\s*(none|[1-9]\d{0,14})\s*$/i.exec(text) ?? [];
    if (limit === '')
      throw invalidSetting(
        value,
        'Set it to the name of a budget and its limit, from 1, or none: unpaid_requests=50.',
      );
    if (names.includes(name)) return [name, /^none$/i.test(limit) ? Number.POSITIVE_INFINITY : Number(limit)];
    const nearest = nearestName(name, names);
    const advice = nearest === undefined ? `Use one of ${names.join(', ')}.` : `Did you mean ${nearest}?`;
    throw invalidSetting(value, `There is no budget ${name}. ${advice}`);
  });
  return Object.fromEntries(limits);
}
