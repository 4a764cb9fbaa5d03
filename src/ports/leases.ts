/**
 * Leases, of which at most so many on one key are alive at a time, over all processes that share the store. Two things need
 * them: each connection of an egress, one under each limit (the name of the egress, a space, and `host:…` for a single exchange,
 * `provider:…` for all of a provider's, or `address:…` for an IP address or an IPv6 /64, whatever names lead there); and work
 * whose answer others wait for, one (`flight:…`). Keys are any texts, compared exactly, and independent of one another.
 */
export interface Leases {
  /**
   * Waits until fewer than `max` leases on the key are alive, then returns one; never are more alive, however many call at
   * once. Urgent callers (`urgent`, default false: somebody waits for what they will do) get their leases before all others,
   * in whichever process those wait, but a process without any has its turn when four went before it. Of the urgent ones of a
   * process, and of the others, whoever called first is served first, also if the clock is set back meanwhile. If the key is
   * paused, now or while the caller waits, returns the pause instead.
   *
   * A lease ends when it is released, `leaseMs` after it was acquired or last renewed, or, where the store can tell that the
   * process of its holder has died, earlier than that, but not before servers have seen the end of its connections. One that is
   * waited for is granted then. If the clock is set back, it ends no later than it would have. When the signal fires, or has
   * fired before, rejects with its reason, and takes no lease. `isRemembered` (default false): those who get the next leases
   * are told of its release.
   */
  acquire(
    key: string,
    options: {
      max: number;
      leaseMs: number;
      urgent?: boolean | undefined;
      isRemembered?: boolean | undefined;
      signal?: AbortSignal | undefined;
    },
  ): Promise<Lease | LeasePause>;
  /**
   * Stops granting leases while `now < until`, to back off after 421, 4.7.x or a block. A pause replaces one that ends
   * earlier, with its reason, and does nothing if the one there ends later. If the clock is set back, a pause lasts as long
   * as it was to last at first, with an `until` that fits, and a new one is compared with that.
   */
  pause(key: string, pause: { until: number; reason: PauseReason }): Promise<void>;
}

/** Permission to have one connection open, or to do work that nobody else does meanwhile. */
export interface Lease {
  readonly kind: 'lease';
  /** How many leases on the key were alive right after this one was granted, over all processes, this one included. */
  readonly held: number;
  /**
   * A lease on the key that was to be remembered was released in the last 10 seconds, so what it was for may be done by now.
   * Only of one that is to be remembered itself; false if the other only expired.
   */
  readonly releasedBefore: boolean;
  /** Makes the lease last `leaseMs` from now, unless it had ended. */
  renew(): Promise<LeaseRenewal>;
  /** Ends the lease, so that the next waiting caller gets one. Does nothing if it has already ended. */
  release(): Promise<void>;
}

/**
 * `renewed`: the lease lasts. `wanted`: it lasts, and an urgent caller, in this process or another one, waits for a lease on
 * the key: a holder with less urgent work had better release soon. `ended`: it had ended before, even if nobody waits for one:
 * the holder of a connection must close it.
 */
export type LeaseRenewal = 'renewed' | 'wanted' | 'ended';

/** Returned instead of a lease while no connection may be opened. */
export interface LeasePause {
  readonly kind: 'pause';
  readonly until: number;
  readonly reason: PauseReason;
}

/** `limited`: the server asks us to slow down; `blocked`: it refuses us. */
export type PauseReason = 'limited' | 'blocked';
