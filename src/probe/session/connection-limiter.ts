import { delay } from '../../concurrency/deadline.ts';
import { type Permit, Semaphore } from '../../concurrency/semaphore.ts';
import type { ExchangePolicy } from '../../exchange/policy.ts';
import type { Clock, Pacing, PacingLease, PauseReason } from '../../ports.ts';

/** The right to open one connection, or the reason not to connect now. */
export type ConnectionGrant =
  | { readonly kind: 'lease'; release(): Promise<void> }
  | { readonly kind: 'pause'; readonly reason: PauseReason };

export interface ConnectionGrantOptions {
  readonly signal: AbortSignal;
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

/**
 * Limits connections. Each one needs a permit for a socket of this engine, then a lease on the exchange, which
 * counts over all processes of a store. A session that has to wait asks for an idle one to be closed.
 */
export class ConnectionLimiter {
  readonly #pacing: Pacing;
  readonly #clock: Clock;
  readonly #closeIdleSession: ConnectionLimiterDependencies['closeIdleSession'];
  readonly #sockets: Semaphore;
  readonly #waitingForLease = new Map<string, number>();

  constructor({ pacing, clock, maxConnections, closeIdleSession }: ConnectionLimiterDependencies) {
    this.#pacing = pacing;
    this.#clock = clock;
    this.#sockets = new Semaphore(maxConnections);
    this.#closeIdleSession = closeIdleSession;
  }

  /** True if a session waits for a connection that an idle session of this pacing key could give up. */
  isContended(pacingKey: string): boolean {
    return this.#sockets.contended || (this.#waitingForLease.get(pacingKey) ?? 0) > 0;
  }

  /** Waits for a permit and a lease. Rejects with the signal's reason, or if the store fails. */
  async acquire(policy: ExchangePolicy, options: ConnectionGrantOptions): Promise<ConnectionGrant> {
    const permit = await this.#acquirePermit(options.signal);
    let grant: ConnectionGrant | undefined;
    try {
      grant = await this.#acquireLease(policy, permit, options);
      return grant;
    } finally {
      if (grant?.kind !== 'lease') permit.release();
    }
  }

  /** Never rejects: if the store loses a pause, the answer that caused it still counts. */
  async pause(pacingKey: string, pause: { until: number; reason: PauseReason }): Promise<void> {
    await this.#pacing.pause(pacingKey, pause).catch(() => {});
  }

  #acquirePermit(signal: AbortSignal): Promise<Permit> {
    signal.throwIfAborted();
    const { held, waiting, permits } = this.#sockets;
    if (held + waiting >= permits) this.#closeIdleSession(undefined);
    return this.#sockets.acquire({ signal });
  }

  async #acquireLease(
    { pacingKey, maxConnections }: ExchangePolicy,
    permit: Permit,
    { signal, waitUntil, onLost }: ConnectionGrantOptions,
  ): Promise<ConnectionGrant> {
    for (;;) {
      this.#countWaiting(pacingKey, 1);
      this.#closeIdleSession(pacingKey);
      const grant = await this.#pacing
        .acquire(pacingKey, { maxConnections, leaseMs, signal })
        .finally(() => this.#countWaiting(pacingKey, -1));
      if (grant.kind === 'lease') return this.#keepRenewed(grant, permit, onLost);
      const pauseMs = grant.until - this.#clock.now();
      const waitsItOut = pauseMs <= longestWaitedPauseMs && grant.until < waitUntil;
      if (!waitsItOut) return { kind: 'pause', reason: grant.reason };
      await delay(this.#clock, Math.max(1, pauseMs), signal);
    }
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
        // A lease that cannot be released expires by itself.
        await lease.release().catch(() => {});
      },
    };
  }

  #countWaiting(pacingKey: string, change: number): void {
    const count = (this.#waitingForLease.get(pacingKey) ?? 0) + change;
    if (count > 0) this.#waitingForLease.set(pacingKey, count);
    else this.#waitingForLease.delete(pacingKey);
  }
}
