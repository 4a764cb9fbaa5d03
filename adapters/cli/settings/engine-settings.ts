import type { EngineOptions } from '../../../src/engine.ts';
import type { Environment } from '../terminal.ts';
import { type BulkSettingFlags, readRetryDelaysMs } from './bulk-settings.ts';
import { type NetworkFlags, readMaxConnections } from './network-settings.ts';
import { type RetentionFlags, readRetention } from './retention-settings.ts';

/**
 * Reads the engine options of commands that work on bulk jobs. Throws InvalidArgument that names the flag or the
 * variable.
 */
export function readEngineSettings(
  flags: NetworkFlags & BulkSettingFlags & RetentionFlags,
  env: Environment,
): Pick<EngineOptions, 'maxConnections' | 'bulk' | 'retention'> {
  const retryDelaysMs = readRetryDelaysMs(flags, env);
  const maxConnections = readMaxConnections(flags, env);
  const retention = readRetention(flags, env);
  return {
    ...(retention === undefined ? {} : { retention }),
    ...(maxConnections === undefined ? {} : { maxConnections }),
    bulk: retryDelaysMs === undefined ? {} : { retryDelaysMs },
  };
}
