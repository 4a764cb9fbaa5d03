/** Returns a duration in seconds, to a tenth: `1.5`. */
export function secondsOf(durationMs: number): string {
  return String(Math.max(0.1, Math.round(durationMs / 100) / 10));
}
