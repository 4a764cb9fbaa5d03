import type { Environment } from '../terminal.ts';
import { type FlagsOf, invalidSetting, readSettingValue, setting } from './setting-value.ts';

export const bulkSettings = {
  retryDelays: setting(
    '--retry-delays <seconds,...>',
    'MAILPROOF_RETRY_DELAYS',
    'delays before unknown results of bulk jobs are retried, or none (default: 360,960,2100)',
  ),
};

export type BulkSettingFlags = FlagsOf<typeof bulkSettings>;

const maxDelaySeconds = 30 * 86_400;
const maxDelays = 20;

/**
 * Reads the delay before each attempt after the first; undefined leaves them to the engine. Throws InvalidArgument
 * that names the flag or the variable.
 */
export function readRetryDelaysMs(flags: BulkSettingFlags, env: Environment): readonly number[] | undefined {
  const value = readSettingValue(bulkSettings.retryDelays, flags.retryDelays, env);
  if (value === undefined) return undefined;
  if (value.text.trim().toLowerCase() === 'none') return [];
  const parts = value.text.split(',').map((part) => part.trim());
  const seconds = parts.map((part) => (/^\d{1,7}(\.\d{1,3})?$/.test(part) ? Number(part) : Number.NaN));
  if (parts.length <= maxDelays && seconds.every((delay) => delay <= maxDelaySeconds)) {
    return seconds.map((delay) => Math.round(delay * 1_000));
  }
  throw invalidSetting(
    value,
    `Set it to at most ${maxDelays} numbers of seconds up to ${maxDelaySeconds}, such as 360,960,2100, or to none.`,
  );
}
