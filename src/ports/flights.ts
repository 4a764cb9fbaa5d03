/**
 * Keeps several processes from working out the same answer at the same time. A flight is such work for one key: its
 * leader holds a lease, and all others who ask wait until the flight has ended. May forget flights at any time: that
 * costs work done twice, but is never an error.
 */
export interface Flights {
  /**
   * Begins a flight for `key` and returns its lease. If one is under way, waits instead, until it has ended in any way,
   * and returns `ended`: the caller then looks for the answer in the cache, and otherwise joins again. Of concurrent
   * callers, one begins the flight; of those who waited and join again, one leads the next. A flight ends when its lease is
   * released, `leaseMs` after the lease was acquired or last renewed, or, where the store can tell, when the process of
   * its leader has died. It has also ended if the clock was set back to before its lease began. Keys are any texts,
   * compared exactly, and independent of one another.
   *
   * When the signal fires, before or during the call, rejects with its reason: the caller then leads nothing, and the others
   * are not affected.
   */
  join(
    key: string,
    options: { leaseMs: number; signal?: AbortSignal },
  ): Promise<FlightLease | { readonly kind: 'ended' }>;
}

/** Permission to lead a flight. */
export interface FlightLease {
  readonly kind: 'lease';
  /**
   * Another flight for the key was released in the last 10 seconds, so the answer may be in the cache by now. False if it
   * only lapsed.
   */
  readonly releasedBefore: boolean;
  /**
   * Makes the lease last `leaseMs` from now, even if it had lapsed. Returns false if it was released, or another flight for
   * the key has begun since, and be it over again: the caller no longer leads.
   */
  renew(): Promise<boolean>;
  /** Ends the flight. Does nothing if another one has begun, or at a second call. */
  release(): Promise<void>;
}
