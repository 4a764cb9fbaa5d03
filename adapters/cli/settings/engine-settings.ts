import type { EngineOptions } from '../../../src/engine-interface.ts';
import type { Environment } from '../terminal.ts';
import { type BudgetFlags, readBudgets } from './budget-settings.ts';
import { type BulkSettingFlags, readRetryDelaysMs } from './bulk-settings.ts';
import type { NetworkCommandFlags } from './network.ts';
import { readVerificationOptions } from './network-settings.ts';
import { type RetentionFlags, readRetention } from './retention-settings.ts';

/**
 * Reads the engine options of commands that work on bulk jobs. Throws InvalidArgument that names the flag or the
 * variable.
 */
export function readEngineSettings(
  flags: NetworkCommandFlags & BulkSettingFlags & RetentionFlags & BudgetFlags,
  env: Environment,
): Pick<EngineOptions, 'maxConnections' | 'canaries' | 'disposable' | 'bulk' | 'retention' | 'budgets'> {
  const retryDelaysMs = readRetryDelaysMs(flags, env);
  const retention = readRetention(flags, env);
  const budgets = readBudgets(flags, env);
  return {
    ...readVerificationOptions(flags, env),
    ...(retention === undefined ? {} : { retention }),
    ...(budgets === undefined ? {} : { budgets }),
    bulk: retryDelaysMs === undefined ? {} : { retryDelaysMs },
  };
}
