import { isoTime } from '../../../src/iso-time.ts';
import { invalidSetting } from './setting-value.ts';

/** Returns the beginning of a day such as 2030-01-31 (UTC), in milliseconds since the epoch. Throws InvalidArgument for any other text. */
export function parseDay(text: string, source: string): number {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  // Date.parse takes 2030-02-31 for a day in March.
  if (!Number.isNaN(at) && isoTime(at).startsWith(text)) return at;
  throw invalidSetting({ text, source }, 'Give a day such as 2030-01-31.');
}
