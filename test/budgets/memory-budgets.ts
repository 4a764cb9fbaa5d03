import { memoryStores } from '../../adapters/memory/index.ts';
import { type Budgets, createBudgets } from '../../src/budgets/budgets.ts';
import type { Clock } from '../../src/ports/clock.ts';

/** The default budgets of one process, for tests of something else. */
export function memoryBudgets(clock: Clock): Budgets {
  return createBudgets({ rateLimits: memoryStores({ clock }).rateLimits, clock, onRefused: () => {} });
}
