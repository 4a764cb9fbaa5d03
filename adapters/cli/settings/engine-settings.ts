import type { EngineOptions } from '../../../src/engine.ts';
import type { Environment } from '../terminal.ts';
import { type BulkSettingFlags, readRetryDelaysMs } from './bulk-settings.ts';
import type { NetworkCommandFlags } from './network.ts';
import { readVerificationOptions } from './network-settings.ts';
import { type RetentionFlags, readRetention } from './retention-settings.ts';

/**
 * Reads the engine options of commands that work on bulk jobs. Throws InvalidArgument that names the flag or the
 * variable.
 */
export function readEngineSettings(
  flags: NetworkCommandFlags & BulkSettingFlags & RetentionFlags,
  env: Environment,
): Pick<EngineOptions, 'maxConnections' | 'canaries' | 'bulk' | 'retention'> {
  const retryDelaysMs = readRetryDelaysMs(flags, env);
  const retention = readRetention(flags, env);
  return {
    ...readVerificationOptions(flags, env),
    ...(retention === undefined ? {} : { retention }),
    bulk: retryDelaysMs === undefined ? {} : { retryDelaysMs },
  };
}
