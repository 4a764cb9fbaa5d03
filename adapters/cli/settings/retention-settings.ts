import type { RetentionOptions } from '../../../src/retention.ts';
import type { Environment } from '../terminal.ts';
import { type FlagsOf, invalidSetting, readSettingValue, setting } from './setting-value.ts';

export const retentionSettings = {
  retentionDays: setting(
    '--retention-days <jobs[,journal]>',
    'MAILPROOF_RETENTION_DAYS',
    'days after which finished jobs are deleted and the journal is folded, or none (default: 30,400)',
  ),
};

export type RetentionFlags = FlagsOf<typeof retentionSettings>;

const maxDays = 36_500;
const minJournalDays = 7;

/** Returns undefined if the engine decides. Throws InvalidArgument that names the flag or the variable. */
export function readRetention(flags: RetentionFlags, env: Environment): RetentionOptions | undefined {
  const value = readSettingValue(retentionSettings.retentionDays, flags.retentionDays, env);
  if (value === undefined) return undefined;
  const [jobs, journal, ...others] = value.text.split(',').map((text) => daysOf(text.trim().toLowerCase()));
  const isValid =
    jobs !== undefined &&
    jobs > 0 &&
    others.length === 0 &&
    (journal === undefined || journal >= minJournalDays);
  if (isValid) return { jobsDays: jobs, ...(journal === undefined ? {} : { journalDays: journal }) };
  throw invalidSetting(
    value,
    `Set it to a number of days up to ${maxDays} or to none, such as 30; a second one, from ${minJournalDays}, is for the journal: 30,400.`,
  );
}

/** Returns NaN for anything but a number of days or `none`. */
function daysOf(text: string): number {
  if (text === 'none') return Number.POSITIVE_INFINITY;
  const days = /^\d{1,5}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  return days <= maxDays ? days : Number.NaN;
}
