/** Returns a time in milliseconds since the epoch as `2030-01-31T12:00:00.000Z`. */
export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

/** The same; null for null. */
export function isoTimeOrNull(at: number | null): string | null {
  return at === null ? null : isoTime(at);
}
