import type { MetLimit, PaceState } from './pace.ts';

/** A limit is written so soon after it was met, at most. Clocks of machines may differ by a little of that. */
const writtenWithinMs = 10_000;

/**
 * Returns what a pace becomes once it is known what another process, or an earlier one, has found out: a limit that was
 * met later wins, and a rate counts where there is none. Without limits, the more connections count. Undefined if nothing
 * changes. `readBefore`: when this process read it last, if its own pace is still of use.
 */
export function adoptPace(
  own: PaceState,
  stored: PaceState,
  { now, readBefore }: { readonly now: number; readonly readBefore: number | undefined },
): PaceState | undefined {
  // Where this process has passed its limit since, one that was met before it read last is out of date.
  const since = readBefore === undefined ? Number.NEGATIVE_INFINITY : readBefore - writtenWithinMs;
  const isLimitNewer = stored.limit !== undefined && isMetLater(stored.limit, own.limit, since);
  const isUnlimited = own.limit === undefined && own.rate.found === undefined;
  const earned = isUnlimited ? Math.max(own.connections, stored.connections) : own.connections;
  const connections = isLimitNewer ? stored.connections : earned;
  const found = own.rate.found ?? stored.rate.found;
  if (!isLimitNewer && connections === own.connections && found === own.rate.found) return undefined;
  return {
    ...own,
    connections,
    limit: isLimitNewer ? stored.limit : own.limit,
    rate: { ...own.rate, found },
    acceptedRecipients: 0,
    mostGreeted: 0,
    changedAt: now,
  };
}

/** The hold of a limit begins when it is met, or passed. What was kept is rounded, so that less than a second is no later. */
function isMetLater(limit: MetLimit, known: MetLimit | undefined, since: number): boolean {
  const metAt = limit.retryAt - limit.holdMs;
  return metAt > (known === undefined ? since : known.retryAt - known.holdMs + 1_000);
}
