import type { Environment } from '../terminal.ts';
import { type FlagsOf, invalidSetting, readSettingValue, type Setting } from './setting-value.ts';

export const bulkSettings = {
  retryDelays: {
    flag: '--retry-delays',
    variable: 'MAILPROOF_RETRY_DELAYS',
    value: '<seconds,...>',
    about: 'when unknown results of bulk jobs are tried again, or none (default: 360,960,2100)',
  },
} as const satisfies Record<string, Setting>;

export type BulkSettingFlags = FlagsOf<typeof bulkSettings>;

const longestDelaySeconds = 30 * 86_400;
const mostDelays = 20;

/**
 * From an unknown result to the next attempt, for each attempt after the first; undefined leaves it to the engine.
 * Throws InvalidArgument that names the flag or the variable.
 */
export function readRetryDelaysMs(flags: BulkSettingFlags, env: Environment): readonly number[] | undefined {
  const given = readSettingValue(bulkSettings.retryDelays, flags.retryDelays, env);
  if (given === undefined) return undefined;
  if (given.text.trim().toLowerCase() === 'none') return [];
  const parts = given.text.split(',').map((part) => part.trim());
  const seconds = parts.map((part) => (/^\d{1,7}(\.\d{1,3})?$/.test(part) ? Number(part) : Number.NaN));
  if (parts.length <= mostDelays && seconds.every((delay) => delay <= longestDelaySeconds)) {
    return seconds.map((delay) => Math.round(delay * 1_000));
  }
  throw invalidSetting(
    given,
    `Set it to at most ${mostDelays} numbers of seconds up to ${longestDelaySeconds}, such as 360,960,2100, or to none.`,
  );
}
