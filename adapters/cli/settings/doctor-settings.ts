import type { Environment } from '../terminal.ts';
import { parseHostNames } from './network-settings.ts';
import { type FlagsOf, readSettingValue, type Setting } from './setting-value.ts';

export const doctorSettings = {
  blockLists: {
    flag: '--block-lists',
    variable: 'MAILPROOF_BLOCK_LISTS',
    value: '<zone,...>',
    description:
      'DNS block lists to ask, or none (default: zen.spamhaus.org, bl.spamcop.net, psbl.surriel.com; mind their terms of use)',
  },
} as const satisfies Record<string, Setting>;

export type DoctorFlags = FlagsOf<typeof doctorSettings>;

/** Returns undefined if the default lists are asked. Throws InvalidArgument that names the flag or the variable. */
export function readBlockLists(flags: DoctorFlags, env: Environment): readonly string[] | undefined {
  const value = readSettingValue(doctorSettings.blockLists, flags.blockLists, env);
  if (value === undefined) return undefined;
  return parseHostNames(value, 'Set it to zones of DNS block lists, such as zen.spamhaus.org, or to none.');
}
