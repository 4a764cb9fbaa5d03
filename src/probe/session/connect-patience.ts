const minConnectMs = 1_000;

/** A caller with at most this much more patience would hardly learn more. */
const negligibleFactor = 1.25;

/** Returns how long to wait for one connection if the caller waits `timeLeftMs` in all, in milliseconds. */
export function connectPatienceMs(timeLeftMs: number, connectMs: number): number {
  return Math.max(minConnectMs, Math.min(connectMs, timeLeftMs / 3));
}

/**
 * Returns whether an exchange that was not reached with a patience of `testedMs` counts as unreachable for a caller
 * with this patience. A more patient caller may reach it.
 */
export function isTested({ testedMs }: { readonly testedMs: number }, patienceMs: number): boolean {
  return patienceMs <= testedMs * negligibleFactor;
}
