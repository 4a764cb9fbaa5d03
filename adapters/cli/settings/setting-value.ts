import type { Command, Option } from 'commander';
import { InvalidArgument } from '../../../src/errors.ts';
import type { Environment } from '../terminal.ts';

/** Every setting can be given as a flag or as an environment variable; the flag wins. */
export interface Setting {
  readonly flag: string;
  readonly variable: string;
  /** What the flag takes, for the help; left out where the flag alone means yes. */
  readonly value?: string;
  readonly about: string;
}

/** The flags that were given, as the command line has them. */
export type FlagsOf<Settings> = { readonly [Name in keyof Settings]?: string | boolean };

/** What a setting is set to. */
export interface SettingValue {
  readonly text: string;
  /** The flag or the variable that it came from. */
  readonly source: string;
}

/** A variable that is set to nothing counts as not set; a flag does not. */
export function readSettingValue(
  { flag, variable }: Setting,
  fromFlag: string | boolean | undefined,
  env: Environment,
): SettingValue | undefined {
  if (fromFlag !== undefined) return { text: String(fromFlag), source: flag };
  const fromEnvironment = env[variable]?.trim();
  return fromEnvironment ? { text: fromEnvironment, source: variable } : undefined;
}

/** Adds the flags of settings to a command, with their variables in the help. */
export function addSettingOptions(command: Command, settings: Readonly<Record<string, Setting>>): void {
  for (const setting of Object.values(settings)) command.addOption(settingOption(command, setting));
}

function settingOption(command: Command, { flag, value, about, variable }: Setting): Option {
  return command.createOption(value === undefined ? flag : `${flag} ${value}`, `${about} [${variable}]`);
}

export function parseWholeNumber(
  value: SettingValue,
  { what, lowest = 1, highest }: { what: string; lowest?: number; highest: number },
): number {
  const number = /^\d{1,9}$/.test(value.text) ? Number(value.text) : Number.NaN;
  if (number >= lowest && number <= highest) return number;
  throw invalidSetting(value, `Set it to ${what} from ${lowest} to ${highest}.`);
}

export function parseBoolean(value: SettingValue): boolean {
  switch (value.text.toLowerCase()) {
    case 'true':
    case 'yes':
    case '1':
      return true;
    case 'false':
    case 'no':
    case '0':
      return false;
    default:
      throw invalidSetting(value, 'Set it to true or false.');
  }
}

/** Names what is wrong by where it came from. */
export function invalidSetting({ text, source }: SettingValue, advice: string): InvalidArgument {
  return new InvalidArgument(source, `${source} is "${text}". ${advice}`);
}
