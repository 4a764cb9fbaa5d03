import type { EngineOptions } from '../../../src/engine.ts';
import type { Environment } from '../terminal.ts';
import { type BulkSettingFlags, readRetryDelaysMs } from './bulk-settings.ts';
import { type NetworkFlags, readMaxConnections } from './network-settings.ts';

/**
 * Reads the engine options of commands that work on bulk jobs. Throws InvalidArgument that names the flag or the
 * variable.
 */
export function readEngineSettings(
  flags: NetworkFlags & BulkSettingFlags,
  env: Environment,
): Pick<EngineOptions, 'maxConnections' | 'bulk'> {
  const retryDelaysMs = readRetryDelaysMs(flags, env);
  const maxConnections = readMaxConnections(flags, env);
  return {
    ...(maxConnections === undefined ? {} : { maxConnections }),
    bulk: retryDelaysMs === undefined ? {} : { retryDelaysMs },
  };
}
