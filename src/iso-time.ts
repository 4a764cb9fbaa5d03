/** Returns a time in milliseconds since the Unix epoch as text: ISO 8601 in UTC. */
export function isoTime(at: number): string {
  // biome-ignore lint/style/noRestrictedGlobals: formats a given time, does not read the clock
  return new Date(at).toISOString();
}

/** The same of a time that there may not be. */
export function isoTimeOrNull(at: number | null | undefined): string | null {
  return at === null || at === undefined ? null : isoTime(at);
}
