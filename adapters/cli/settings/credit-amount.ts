import { InvalidArgument } from '../../../src/errors.ts';

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
