/**
 * Limits the connections of each egress to each exchange, provider and IP address, across all processes that share the
 * store. A connection needs one lease under each limit. `exchange` is the pacing key: the name of the egress, a space,
 * and `host:…` for a single exchange, `provider:…` for all of a provider's, or `address:…` for an IP address or an IPv6
 * /64, whatever names lead there.
 */
export interface Pacing {
  /**
   * Waits until fewer than `maxConnections` leases on `exchange` are alive, then returns a lease; never are more alive,
   * however many call at once. Each exchange counts by itself. Urgent callers (`urgent`, default false: somebody waits
   * for what they will do) get their leases before all others, in whichever process those wait, but a process without
   * any has its turn when four went before it. Of the urgent ones of a process, and of the others, whoever called first
   * is served first, also if the clock is set back meanwhile. If the exchange is paused, now or while the caller waits,
   * returns the pause instead. A lease ends when it is released, `leaseMs` after it was acquired or last renewed, or,
   * where the store can tell that the process of its holder has died, earlier than that, but not before servers have
   * seen the end of its connections. One that is waited for is granted then. If the clock is set back, it ends no later
   * than it would have. When the signal fires, or has fired before, rejects with its reason, and takes no lease.
   */
  acquire(
    exchange: string,
    options: { maxConnections: number; leaseMs: number; urgent?: boolean; signal?: AbortSignal },
  ): Promise<PacingLease | PacingPause>;
  /**
   * Stops granting leases while `now < until`, to back off after 421, 4.7.x or a block. A pause replaces one that ends
   * earlier, with its reason, and does nothing if the one there ends later. If the clock is set back, a pause lasts as long
   * as it was to last at first, with an `until` that fits, and a new one is compared with that.
   */
  pause(exchange: string, pause: { until: number; reason: PauseReason }): Promise<void>;
}

/** Permission to have one connection open. */
export interface PacingLease {
  readonly kind: 'lease';
  /** How many leases on the exchange were alive right after this one was granted, over all processes, this one included. */
  readonly held: number;
  /** Makes the lease last `leaseMs` from now, unless it had ended. */
  renew(): Promise<LeaseRenewal>;
  /** Ends the lease, so that the next waiting caller gets one. Does nothing if it has already ended. */
  release(): Promise<void>;
}

/**
 * `renewed`: the lease lasts. `wanted`: it lasts, and an urgent caller, in this process or another one, waits for a lease on
 * the exchange: a holder with less urgent work had better release soon. `ended`: it had ended before, even if nobody waits
 * for one: the holder must close its connection.
 */
export type LeaseRenewal = 'renewed' | 'wanted' | 'ended';

/** Returned instead of a lease while no connection may be opened. */
export interface PacingPause {
  readonly kind: 'pause';
  readonly until: number;
  readonly reason: PauseReason;
}

/** `limited`: the server asks us to slow down; `blocked`: it refuses us. */
export type PauseReason = 'limited' | 'blocked';
