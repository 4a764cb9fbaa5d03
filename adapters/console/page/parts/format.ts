const counts = new Intl.NumberFormat('en');
const amounts = new Intl.NumberFormat('en', { maximumFractionDigits: 3 });
const moments = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short' });

export function countText(count: number): string {
  return counts.format(count);
}

/** Credits, with at most three decimals. */
export function creditText(credits: number): string {
  return amounts.format(credits);
}

/** A moment in the time zone of the browser; a dash for none. */
export function momentText(iso: string | null | undefined): string {
  return iso === null || iso === undefined ? '–' : moments.format(new Date(iso));
}

/** A duration such as `45 s`, `12 min` or `3 h 5 min`. */
export function durationText(ms: number): string {
  const seconds = Math.round(ms / 1_000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  if (hours < 48) return minutes % 60 === 0 ? `${hours} h` : `${hours} h ${minutes % 60} min`;
  return `${Math.floor(hours / 24)} days`;
}

/** A code such as `mailbox_not_found` in words. */
export function codeText(code: string): string {
  return code.replaceAll('_', ' ');
}
