import type { Command, Option } from 'commander';
import { InvalidArgument } from '../../../src/errors.ts';
import { isoTime } from '../../../src/iso-time.ts';
import type { Environment } from '../terminal.ts';

/** A setting, set by a flag or by an environment variable; the flag wins. */
export interface Setting<Value = unknown> {
  readonly flag: string;
  readonly variable: string;
  /** Placeholder of the flag's value in the help. Without it, the flag takes no value and means yes. */
  readonly value?: string;
  /** The flag may be repeated. In the variable, its values are separated by this character. */
  readonly repeated?: string;
  /** What it does, for the help. */
  readonly description: string;
  /** Throws InvalidArgument that names the flag or the variable. */
  readonly parse: (value: SettingValue) => Value;
}

/** Describes a setting. `flags`: its flag and the placeholder of its value, as in the help. `parse`: by default, it is a text. */
export function setting(flags: string, variable: string, description: string): Setting<string>;
export function setting<Value>(
  flags: string,
  variable: string,
  description: string,
  parse: (value: SettingValue) => Value,
): Setting<Value>;
export function setting(
  flags: string,
  variable: string,
  description: string,
  parse: (value: SettingValue) => unknown = ({ text }) => text,
): Setting {
  const [flag = '', value] = flags.split(' ');
  return { flag, variable, description, parse, ...(value === undefined ? {} : { value }) };
}

/** Reads and parses those of the settings that are set. Throws InvalidArgument that names the flag or the variable. */
export function readSettings<Settings extends Readonly<Record<string, Setting>>>(
  settings: Settings,
  flags: FlagsOf<Settings>,
  env: Environment,
): { readonly [Name in keyof Settings]?: ReturnType<Settings[Name]['parse']> } {
  const found: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings)) {
    const value = readSettingValue(setting, flags[name], env);
    if (value !== undefined) found[name] = setting.parse(value);
  }
  return found as ReturnType<typeof readSettings<Settings>>;
}

/** Parsed flags of these settings. */
export type FlagsOf<Settings> = {
  readonly [Name in keyof Settings]?: Settings[Name] extends { readonly repeated: string }
    ? readonly string[]
    : string | boolean;
};

/** What a flag is set to: a list if it may be repeated. */
export type FlagValue = string | boolean | readonly string[];

/** The text that a setting is set to. */
export interface SettingValue {
  readonly text: string;
  /** The flag or the variable that it comes from. */
  readonly source: string;
}

/** Reads a setting; undefined if it is not set. A variable counts as not set if it is empty, a flag does not. */
export function readSettingValue(
  { flag, variable }: Setting,
  flagValue: FlagValue | undefined,
  env: Environment,
): SettingValue | undefined {
  if (flagValue !== undefined) return { text: String(flagValue), source: flag };
  const text = env[variable]?.trim();
  return text ? { text, source: variable } : undefined;
}

/** Adds the flags of settings to a command, with their variables in the help. */
export function addSettingOptions(
  command: Command,
  ...settings: readonly Readonly<Record<string, Setting>>[]
): void {
  for (const setting of settings.flatMap((some) => Object.values(some)))
    command.addOption(settingOption(command, setting));
}

function settingOption(command: Command, { flag, value, repeated, description, variable }: Setting): Option {
  const option = command.createOption(
    value === undefined ? flag : `${flag} ${value}`,
    `${description} [${variable}]`,
  );
  if (repeated === undefined) return option;
  return option.argParser((text: string, earlier: readonly string[] = []) => [...earlier, text]);
}

/** Parses an integer of up to nine digits. Throws InvalidArgument that says what is `expected`, and its range. */
export function parseWholeNumber(
  value: SettingValue,
  { expected, min = 1, max }: { expected: string; min?: number; max: number },
): number {
  const number = /^\d{1,9}$/.test(value.text) ? Number(value.text) : Number.NaN;
  if (number >= min && number <= max) return number;
  throw invalidSetting(value, `Set it to ${expected} from ${min} to ${max}.`);
}

/** Parses `true`, `yes`, `1`, `false`, `no` or `0`, in any case. */
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

/** Creates the error of a wrong setting, which names the flag or the variable. */
export function invalidSetting({ text, source }: SettingValue, advice: string): InvalidArgument {
  return new InvalidArgument(source, `${source} is "${text}". ${advice}`);
}

/** Returns the beginning of a day such as 2030-01-31 (UTC), in milliseconds since the epoch. Throws InvalidArgument for any other text. */
export function parseDay(text: string, source: string): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Date.parse takes 2030-02-31 for a day in March.
  if (!Number.isNaN(at) && isoTime(at).startsWith(text)) return at;
  throw invalidSetting({ text, source }, 'Give a day such as 2030-01-31.');
}

const unitsMs: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** Parses a whole number with a unit, such as `30m`, `24h` or `7d`, or `0`. Throws InvalidArgument with `advice`. */
export function parseDurationMs(
  value: SettingValue,
  { maxDays, advice }: { readonly maxDays: number; readonly advice: string },
): number {
  if (value.text === '0') return 0;
  const [, number = '', unit = ''] = /^(\d{1,9})([smhd])$/.exec(value.text) ?? [];
  const durationMs = Number(number) * (unitsMs[unit] ?? Number.NaN);
  if (durationMs <= maxDays * 86_400_000) return durationMs;
  throw invalidSetting(value, advice);
}

/** Parses credits, such as `100` or `12.345`, into integer milli-credits, exactly. Throws InvalidArgument. */
export function parseMilliCredits(text: string): number {
  const [, whole, fraction = ''] = /^(\d{1,12})(?:\.(\d{1,3}))?$/.exec(text) ?? [];
  const milliCredits = whole === undefined ? 0 : Number(whole) * 1_000 + Number(fraction.padEnd(3, '0'));
  if (milliCredits > 0) return milliCredits;
  throw new InvalidArgument(
    'credits',
    `"${text}" is no amount of credits. Give a number above 0 with at most three decimals, such as 100 or 0.2.`,
  );
}
