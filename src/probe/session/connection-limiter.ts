import { delay, startDeadline } from '../../concurrency/deadline.ts';
import { KeyedMutex } from '../../concurrency/keyed-mutex.ts';
import { type Permit, Semaphore } from '../../concurrency/semaphore.ts';
import { steadyNow } from '../../concurrency/steady-time.ts';
import { permitsForSingles, type WorkShare } from '../../concurrency/work-share.ts';
import type { ExchangePolicy } from '../../exchange/policy.ts';
import type { Clock, Pacing, PacingLease, PacingPause, PauseReason } from '../../ports.ts';

/** The right to open one connection, or the reason not to connect now. */
export type ConnectionGrant =
  | { readonly kind: 'lease'; release(): Promise<void> }
  | { readonly kind: 'pause'; readonly reason: PauseReason };

export interface ConnectionGrantOptions {
  readonly signal: AbortSignal;
  /** On whose behalf the connection is opened. */
  readonly share: WorkShare;
  /** A short pause is waited out if it ends before this time. */
  readonly waitUntil: number;
  /** Called when the lease has expired. Another process may hold it, so the connection must be closed. */
  readonly onLost: () => void;
}

export interface ConnectionLimiterDependencies {
  readonly pacing: Pacing;
  readonly clock: Clock;
  /** Sockets of this engine, over all exchanges. */
  readonly maxConnections: number;
  /** Closes an idle session of this pacing key, or of any exchange if undefined. */
  readonly closeIdleSession: (pacingKey: string | undefined) => void;
}

/** How long a lease outlives a killed process. Renewed at a third of it. */
const leaseMs = 15_000;
/** Longer pauses are not waited out. */
const longestWaitedPauseMs = 10_000;
/** How long a socket is kept from others to get a lease for it. */
const leaseTryMs = 250;

/** Sessions of one pacing key that wait for a lease. */
interface LeaseWaits {
  single: number;
  bulk: number;
  /** Sessions that end so that single requests get their leases. */
  yielding: number;
}

/**
 * Limits connections. Each one needs a lease on the exchange, which counts over all processes of a store, and a permit
 * for a socket of this engine. No socket is held while a session waits for a lease, nor a lease while it waits for a
 * socket: a busy exchange keeps sockets from nobody, and a busy process keeps leases from no other. Single requests are
 * served first. A session that has to wait asks for an idle one to be closed.
 */
export class ConnectionLimiter {
  readonly #pacing: Pacing;
  readonly #clock: Clock;
  readonly #closeIdleSession: ConnectionLimiterDependencies['closeIdleSession'];
  readonly #sockets: Semaphore;
  readonly #waitingForLease = new Map<string, LeaseWaits>();
  /** One session at a time asks for a lease of a pacing key, so that single requests can go before bulk work. */
  readonly #leaseCalls = new KeyedMutex();

  constructor({ pacing, clock, maxConnections, closeIdleSession }: ConnectionLimiterDependencies) {
    this.#pacing = pacing;
    this.#clock = clock;
    this.#sockets = new Semaphore(maxConnections, { reserved: permitsForSingles(maxConnections) });
    this.#closeIdleSession = closeIdleSession;
  }

  /** True if a session waits for a connection that an idle session of this pacing key could give up. */
  isContended(pacingKey: string): boolean {
    return this.#sockets.contended || this.#waitingForLease.has(pacingKey);
  }

  /**
   * True if a session with only bulk work must end, because a single request waits for a lease of this pacing key.
   * Returns true to one session for each such request.
   */
  mustYield(pacingKey: string): boolean {
    const waits = this.#waitingForLease.get(pacingKey);
    if (waits === undefined || waits.single <= waits.yielding) return false;
    waits.yielding += 1;
    return true;
  }

  /** Waits for a lease and a permit. Rejects with the signal's reason, or if the store fails. */
  async acquire(policy: ExchangePolicy, options: ConnectionGrantOptions): Promise<ConnectionGrant> {
    for (;;) {
      const lease = await this.#waitForLease(policy, options);
      if (lease.kind === 'pause') return lease;
      const permit = this.#sockets.tryAcquire(options.share);
      if (permit !== undefined) return this.#keepRenewed(lease, permit, options.onLost);
      await releaseLease(lease);
      const grant = await this.#waitForSocket(policy, options);
      if (grant !== undefined) return grant;
    }
  }

  /** Never rejects: if the store loses a pause, the answer that caused it still counts. */
  async pause(pacingKey: string, pause: { until: number; reason: PauseReason }): Promise<void> {
    await this.#pacing.pause(pacingKey, pause).catch(() => {});
  }

  /** Waits for a permit, then tries to get a lease. Undefined if the exchange has become busy or paused meanwhile. */
  async #waitForSocket(
    policy: ExchangePolicy,
    { signal, share, onLost }: ConnectionGrantOptions,
  ): Promise<ConnectionGrant | undefined> {
    this.#closeIdleSession(undefined);
    const permit = await this.#sockets.acquire({ signal, share });
    let lease: PacingLease | undefined;
    try {
      lease = await this.#tryLease(policy, signal);
      return lease === undefined ? undefined : this.#keepRenewed(lease, permit, onLost);
    } finally {
      if (lease === undefined) permit.release();
    }
  }

  async #tryLease(policy: ExchangePolicy, signal: AbortSignal): Promise<PacingLease | undefined> {
    const trying = startDeadline(this.#clock, leaseTryMs, signal);
    try {
      const grant = await this.#requestLease(policy, trying.signal);
      return grant.kind === 'lease' ? grant : undefined;
    } catch (error) {
      if (trying.passed) return undefined;
      throw error;
    } finally {
      trying.clear();
    }
  }

  async #waitForLease(
    policy: ExchangePolicy,
    { signal, share, waitUntil }: ConnectionGrantOptions,
  ): Promise<PacingLease | { readonly kind: 'pause'; readonly reason: PauseReason }> {
    const { pacingKey } = policy;
    for (;;) {
      this.#countWaiting(pacingKey, share, 1);
      this.#closeIdleSession(pacingKey);
      const grant = await this.#queueForLease(policy, signal, share).finally(() =>
        this.#countWaiting(pacingKey, share, -1),
      );
      if (grant.kind === 'lease') return grant;
      const pauseMs = grant.until - this.#clock.now();
      const waitsItOut = pauseMs <= longestWaitedPauseMs && pauseMs < waitUntil - steadyNow(this.#clock);
      if (!waitsItOut) return { kind: 'pause', reason: grant.reason };
      await delay(this.#clock, Math.max(1, pauseMs), signal);
    }
  }

  async #queueForLease(
    policy: ExchangePolicy,
    signal: AbortSignal,
    share: WorkShare,
  ): Promise<PacingLease | PacingPause> {
    signal.throwIfAborted();
    const call = await this.#leaseCalls.acquire(policy.pacingKey, signal, share);
    try {
      return await this.#requestLease(policy, signal);
    } finally {
      call.release();
    }
  }

  #requestLease(
    { pacingKey, maxConnections }: ExchangePolicy,
    signal: AbortSignal,
  ): Promise<PacingLease | PacingPause> {
    return this.#pacing.acquire(pacingKey, { maxConnections, leaseMs, signal });
  }

  /** Renews the lease until it is released. */
  #keepRenewed(lease: PacingLease, permit: Permit, onLost: () => void): ConnectionGrant {
    let cancelRenewal = () => {};
    let released = false;
    const renew = async () => {
      // A store that is out of reach has not said that the lease has expired.
      const alive = await lease.renew().catch(() => true);
      if (released) return;
      if (alive) scheduleRenewal();
      else onLost();
    };
    const scheduleRenewal = () => {
      cancelRenewal = this.#clock.after(leaseMs / 3, () => void renew());
    };
    scheduleRenewal();
    return {
      kind: 'lease',
      release: async () => {
        if (released) return;
        released = true;
        cancelRenewal();
        permit.release();
        await releaseLease(lease);
      },
    };
  }

  #countWaiting(pacingKey: string, { kind }: WorkShare, change: number): void {
    const waits = this.#waitingForLease.get(pacingKey) ?? { single: 0, bulk: 0, yielding: 0 };
    waits[kind] += change;
    waits.yielding = Math.min(waits.yielding, waits.single);
    if (waits.single + waits.bulk > 0) this.#waitingForLease.set(pacingKey, waits);
    else this.#waitingForLease.delete(pacingKey);
  }
}

/** A lease that cannot be released expires by itself. */
async function releaseLease(lease: PacingLease): Promise<void> {
  await lease.release().catch(() => {});
}
