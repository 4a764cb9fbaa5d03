import { onAbort } from '../../concurrency/abort-listeners.ts';
import { delay, startDeadline } from '../../concurrency/deadline.ts';
import { KeyedMutex } from '../../concurrency/keyed-mutex.ts';
import { type Permit, Semaphore } from '../../concurrency/semaphore.ts';
import { steadyNow } from '../../concurrency/steady-time.ts';
import { permitsForSingles, type WorkShare } from '../../concurrency/work-share.ts';
import type { ConnectionLimit, HeldLeases } from '../../exchange/gates/gates.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Pacing, PacingLease, PacingPause, PauseReason } from '../../ports/pacing.ts';
import { leaseMs, RenewedLeases, renewalIntervalMs, renewOrKeep } from './renewed-leases.ts';
import { secondsOf } from './seconds.ts';

/** The right to open one connection, or the reason not to connect now. */
export type ConnectionGrant = ConnectionLease | ConnectionPause;

export interface ConnectionLease {
  readonly kind: 'lease';
  readonly held: HeldLeases;
  /** Tells that the connection is about to be closed, so that no other one need end for whom its leases suffice. */
  markEnding(): void;
  /** To be called once the server no longer counts the connection. */
  release(): Promise<void>;
}

export interface ConnectionPause {
  readonly kind: 'pause';
  /** That of the limit. */
  readonly key: string;
  readonly reason: PauseReason;
  readonly until: number;
  /** What is paused: the exchange at all of its addresses, or one address under all names. */
  readonly scope: ConnectionLimit['scope'];
}

export interface ConnectionGrantOptions {
  readonly signal: AbortSignal;
  /** On whose behalf the connection is opened. */
  readonly share: WorkShare;
  /** A short pause is waited out if it ends before this time. */
  readonly waitUntil: number;
  /**
   * Called when a wait will not end at once, or has not ended within a moment. `what`: what is waited for, such as
   * `1.5 s, because it limited us`. `key`: that of the limit.
   */
  readonly onWait?: (what: string, key?: string) => void;
  /** Called when a lease has expired. Another process may hold it, so the connection must be closed. */
  readonly onLost: () => void;
}

export interface ConnectionLimiterDependencies {
  readonly pacing: Pacing;
  readonly clock: Clock;
  /** Sockets of this engine, over all exchanges. */
  readonly maxConnections: number;
  /** Closes an idle session that holds a lease with this key, or of any exchange if undefined. */
  readonly closeIdleSession: (key: string | undefined) => void;
}

/** Longer pauses are not waited out. */
export const longestWaitedPauseMs = 10_000;
/** How long a socket is kept from others to get the leases for it. */
const leaseTryMs = 250;

/** A request to the store for a lease. */
interface LeaseRequest {
  readonly kind: WorkShare['kind'];
  readonly controller: AbortController;
}

/** Sessions that wait for a lease with one key. */
interface LeaseWaits {
  single: number;
  bulk: number;
}

/**
 * Limits connections. Each one needs leases on the exchange and on its IP address, which count over all processes of a
 * store, and a permit for a socket of this engine. No socket is held while a session waits for a lease, nor a lease
 * while it waits for a socket: a busy exchange keeps sockets from nobody, and a busy process keeps leases from no other.
 * Single requests are served first. A session that has to wait asks for an idle one to be closed.
 */
export class ConnectionLimiter {
  readonly #pacing: Pacing;
  readonly #clock: Clock;
  readonly #closeIdleSession: ConnectionLimiterDependencies['closeIdleSession'];
  readonly #sockets: Semaphore;
  readonly #waitingForLease = new Map<string, LeaseWaits>();
  /** Connections that were granted and not released, by the key of each lease. */
  readonly #granted = new Map<string, number>();
  /** Those of them that are about to be closed. */
  readonly #ending = new Map<string, number>();
  /**
   * Keys under which, when a lease here was last renewed, a single request waited in some process, and no connection was
   * given up here since.
   */
  readonly #wanted = new Set<string>();
  /** Requests to the store that wait for leases, by key. */
  readonly #requests = new Map<string, Set<LeaseRequest>>();
  /** One session at a time asks for a lease with a key, so that single requests can go before bulk work. */
  readonly #leaseCalls = new KeyedMutex();

  constructor({ pacing, clock, maxConnections, closeIdleSession }: ConnectionLimiterDependencies) {
    this.#pacing = pacing;
    this.#clock = clock;
    this.#sockets = new Semaphore(maxConnections, { reserved: permitsForSingles(maxConnections) });
    this.#closeIdleSession = closeIdleSession;
  }

  /** True if a session waits for a connection that an idle session with leases of these keys could give up. */
  isContended(keys: readonly string[]): boolean {
    return this.#sockets.contended || keys.some((key) => this.#waitingForLease.has(key));
  }

  /** True if a session would get its socket sooner on behalf of one share than of the other. */
  goesBefore(share: WorkShare, other: WorkShare): boolean {
    return this.#sockets.goesBefore(share, other);
  }

  /** The limit with this key has changed: sessions that wait for its leases ask for them anew. */
  onLimitChange(key: string): void {
    this.#askAnew(key, ['single', 'bulk']);
  }

  #askAnew(key: string, kinds: readonly WorkShare['kind'][]): void {
    for (const { kind, controller } of this.#requests.get(key) ?? [])
      if (kinds.includes(kind)) controller.abort(new Error('A lease is to be asked for anew.'));
  }

  /**
   * Returns how many connections of this engine have a lease with this key: those that are open, being opened, or closed
   * but perhaps still counted by the server.
   */
  countConnections(key: string): number {
    return this.#granted.get(key) ?? 0;
  }

  /**
   * True if a session with only bulk work must end: more single requests wait for a lease with one of these keys than
   * connections with such a lease are about to be closed. Those of other processes are known of since a renewal, and count as
   * one.
   */
  mustYield(keys: readonly string[]): boolean {
    return keys.some((key) => {
      const waiting = Math.max(this.#singlesWaiting(key), this.#wanted.has(key) ? 1 : 0);
      return waiting > (this.#ending.get(key) ?? 0);
    });
  }

  /**
   * Waits for a lease under each limit, one after another, and for a permit. Nobody waits in a circle, because all
   * callers name their limits in the same order: the exchange or provider, then the IP address. Rejects with the
   * signal's reason, or if the store fails.
   */
  async acquire(
    limits: readonly ConnectionLimit[],
    options: ConnectionGrantOptions,
  ): Promise<ConnectionGrant> {
    for (;;) {
      const leases = await this.#waitForLeases(limits, options);
      if (!(leases instanceof RenewedLeases)) return leases;
      const permit = this.#sockets.tryAcquire(options.share);
      if (permit !== undefined) return this.#grant(limits, leases, permit);
      await leases.release();
      const grant = await this.#waitForSocket(limits, options);
      if (grant !== undefined) return grant;
    }
  }

  /** Never rejects: if the store loses a pause, the answer that caused it still counts. */
  async pause(key: string, pause: { until: number; reason: PauseReason }): Promise<void> {
    await this.#pacing.pause(key, pause).catch(() => {});
  }

  /** Waits for a permit, then tries to get the leases. Undefined if the exchange has become busy or paused meanwhile. */
  async #waitForSocket(
    limits: readonly ConnectionLimit[],
    options: ConnectionGrantOptions,
  ): Promise<ConnectionGrant | undefined> {
    const { signal, share, onWait } = options;
    onWait?.(`one of the ${this.#sockets.permits} connections of this engine`);
    this.#closeIdleSession(undefined);
    const permit = await this.#sockets.acquire({ signal, share });
    let leases: RenewedLeases | undefined;
    try {
      leases = await this.#tryLeases(limits, options);
      return leases === undefined ? undefined : this.#grant(limits, leases, permit);
    } finally {
      if (leases === undefined) permit.release();
    }
  }

  async #tryLeases(
    limits: readonly ConnectionLimit[],
    { signal, share, onLost }: ConnectionGrantOptions,
  ): Promise<RenewedLeases | undefined> {
    const trying = startDeadline(this.#clock, leaseTryMs, signal);
    const request = async (limit: ConnectionLimit) => {
      for (;;) {
        const lease = await this.#requestLease(limit, trying.signal, share);
        if (lease !== undefined) return lease;
      }
    };
    try {
      const leases = await this.#collectLeases(limits, onLost, request);
      return leases instanceof RenewedLeases ? leases : undefined;
    } catch (error) {
      if (trying.passed) return undefined;
      throw error;
    } finally {
      trying.clear();
    }
  }

  #waitForLeases(
    limits: readonly ConnectionLimit[],
    options: ConnectionGrantOptions,
  ): Promise<RenewedLeases | ConnectionPause> {
    return this.#collectLeases(limits, options.onLost, (limit) => this.#waitForLease(limit, options));
  }

  /** Gets a lease under each limit, or the first pause; then, as after an error, it keeps none. */
  async #collectLeases<Pause extends { readonly kind: 'pause' }>(
    limits: readonly ConnectionLimit[],
    onLost: () => void,
    getLease: (limit: ConnectionLimit) => Promise<PacingLease | Pause>,
  ): Promise<RenewedLeases | Pause> {
    const onRenewed = (key: string, wanted: boolean) => {
      if (wanted && this.countConnections(key) > 0) this.#wanted.add(key);
      else this.#wanted.delete(key);
    };
    const leases = new RenewedLeases({ clock: this.#clock, onLost, onRenewed });
    let complete = false;
    try {
      for (const limit of limits) {
        const lease = await getLease(limit);
        if (lease.kind === 'pause') return lease;
        if (limit.lastsMs === undefined) leases.add(lease, limit.key);
      }
      complete = true;
      return leases;
    } finally {
      if (!complete) await leases.release();
    }
  }

  async #waitForLease(
    limit: ConnectionLimit,
    { signal, share, waitUntil, onWait }: ConnectionGrantOptions,
  ): Promise<PacingLease | ConnectionPause> {
    const { key, scope } = limit;
    for (;;) {
      const most = share.kind === 'single' ? limit.maxConnections : limit.maxForBulk;
      const tell = () =>
        onWait?.(
          `one of the ${most} connections that ${scope === 'exchange' ? 'it' : 'its address'} allows`,
          key,
        );
      const isFull = this.countConnections(key) >= most;
      if (isFull) tell();
      const untell = isFull || onWait === undefined ? undefined : this.#clock.after(leaseTryMs, tell);
      this.#countWaiting(key, share, 1);
      this.#closeIdleSession(key);
      if (share.kind === 'single') this.#askAnew(key, ['bulk']);
      const grant = await this.#queueForLease(limit, signal, share).finally(() => {
        untell?.();
        this.#countWaiting(key, share, -1);
      });
      if (grant.kind === 'lease') return grant;
      const pauseMs = grant.until - this.#clock.now();
      const waitsItOut = pauseMs <= longestWaitedPauseMs && pauseMs < waitUntil - steadyNow(this.#clock);
      if (!waitsItOut) return { kind: 'pause', key, reason: grant.reason, until: grant.until, scope };
      onWait?.(`${secondsOf(pauseMs)} s, because it ${grant.reason} us`, key);
      await delay(this.#clock, Math.max(1, pauseMs), signal);
    }
  }

  async #queueForLease(
    limit: ConnectionLimit,
    signal: AbortSignal,
    share: WorkShare,
  ): Promise<PacingLease | PacingPause> {
    for (;;) {
      signal.throwIfAborted();
      const call = await this.#leaseCalls.acquire(limit.key, signal, share);
      try {
        // A single request that has to wait for bulk work could have the connection that is for such alone.
        const grant = await this.#requestLease(limit, signal, share);
        if (grant !== undefined) return grant;
      } finally {
        call.release();
      }
    }
  }

  /** Returns undefined to bulk work if a single request waits: that could have the connection kept for such. */
  async #requestLease(
    limit: ConnectionLimit,
    signal: AbortSignal,
    share: WorkShare,
  ): Promise<PacingLease | PacingPause | undefined> {
    for (;;) {
      const askedAt = steadyNow(this.#clock);
      const grant = await this.#requestOnce(limit, signal, share);
      if (grant === undefined && share.kind === 'bulk' && this.#singlesWaiting(limit.key) > 0)
        return undefined;
      if (grant === undefined) continue;
      if (grant.kind === 'pause' || steadyNow(this.#clock) - askedAt < renewalIntervalMs) return grant;
      // It may have been granted, and have expired, while the process stood still.
      if ((await renewOrKeep(grant)) !== 'ended') return grant;
    }
  }

  #singlesWaiting(key: string): number {
    return this.#waitingForLease.get(key)?.single ?? 0;
  }

  /** Returns undefined if the lease is to be asked for anew. */
  async #requestOnce(
    { key, maxConnections, maxForBulk, lastsMs = leaseMs }: ConnectionLimit,
    signal: AbortSignal,
    { kind }: WorkShare,
  ): Promise<PacingLease | PacingPause | undefined> {
    signal.throwIfAborted();
    const controller = new AbortController();
    const unfollow = onAbort(signal, () => controller.abort(signal.reason));
    const request = { kind, controller };
    const requests = this.#requests.get(key) ?? new Set();
    this.#requests.set(key, requests.add(request));
    try {
      const most = kind === 'single' ? maxConnections : maxForBulk;
      return await this.#pacing.acquire(key, {
        ...{ maxConnections: most, leaseMs: lastsMs },
        ...{ urgent: kind === 'single', signal: controller.signal },
      });
    } catch (error) {
      if (signal.aborted || !controller.signal.aborted) throw error;
      return undefined;
    } finally {
      unfollow();
      requests.delete(request);
      if (requests.size === 0) this.#requests.delete(key);
    }
  }

  #countWaiting(key: string, { kind }: WorkShare, change: number): void {
    const waits = this.#waitingForLease.get(key) ?? { single: 0, bulk: 0 };
    waits[kind] += change;
    if (waits.single + waits.bulk > 0) this.#waitingForLease.set(key, waits);
    else this.#waitingForLease.delete(key);
  }

  #grant(limits: readonly ConnectionLimit[], leases: RenewedLeases, permit: Permit): ConnectionLease {
    const count = (counts: Map<string, number>, change: number) => {
      for (const { key } of limits) addTo(counts, key, change);
    };
    count(this.#granted, 1);
    let state: 'open' | 'ending' | 'released' = 'open';
    const markEnding = () => {
      if (state !== 'open') return;
      state = 'ending';
      count(this.#ending, 1);
    };
    const release = async () => {
      if (state === 'released') return;
      markEnding();
      state = 'released';
      count(this.#granted, -1);
      for (const { key } of limits) this.#wanted.delete(key);
      permit.release();
      await leases.release();
      count(this.#ending, -1);
    };
    return { kind: 'lease', held: leases.held, markEnding, release };
  }
}

/** Changes the count of a key. Keeps no count of 0. */
function addTo(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count > 0) counts.set(key, count);
  else counts.delete(key);
}
