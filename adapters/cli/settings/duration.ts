import { invalidSetting, type SettingValue } from './setting-value.ts';

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
