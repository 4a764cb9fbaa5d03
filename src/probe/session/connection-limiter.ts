import { DirectAbortController, onAbort } from '../../concurrency/abort-listeners.ts';
import { delay, startDeadline } from '../../concurrency/deadline.ts';
import { KeyedMutex } from '../../concurrency/keyed-mutex.ts';
import { type Permit, Semaphore } from '../../concurrency/semaphore.ts';
import { steadyNow } from '../../concurrency/steady-time.ts';
import { permitsForSingles, type WorkShare } from '../../concurrency/work-share.ts';
import type { HeldLeases } from '../../exchange/gates/gates.ts';
import type { ConnectionLimit } from '../../exchange/gates/kept-gate.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Lease, LeasePause, Leases, PauseReason } from '../../ports/leases.ts';
import { leaseMs, RenewedLeases, renewalIntervalMs, renewOrKeep } from './renewed-leases.ts';
import { secondsOf } from './trace.ts';

export type ConnectionGrant = ConnectionLease | ConnectionPause;

export interface ConnectionLease {
  readonly kind: 'lease';
  readonly held: HeldLeases;
  /** Tells that the connection is about to be closed, so that no other one need end for whom its leases suffice. */
  markEnding(): void;
  /** To be called once the server no longer counts the connection. */
  release(): Promise<void>;
}

/** `key` and `scope`: those of the limit under which connections are paused. */
export interface ConnectionPause extends LeasePause, Pick<ConnectionLimit, 'key' | 'scope'> {}

export interface ConnectionGrantOptions {
  readonly signal: AbortSignal;
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

export const longestWaitedPauseMs = 10_000;
/** How long a socket is kept from others to get the leases for it. */
const leaseTryMs = 250;

type Kind = WorkShare['kind'];

interface KeyState {
  /** Sessions that ask for a lease, and those of them that have to wait for it. */
  readonly asking: Record<Kind, number>;
  readonly waiting: Record<Kind, number>;
  /** Connections that were granted and not released, and those of them that are about to be closed. */
  granted: number;
  ending: number;
  /** A single request waited in some process when a lease was last renewed, and no connection was given up since. */
  isWanted: boolean;
  /** Calls of the store for a lease that are under way. */
  readonly calls: Set<{ readonly kind: Kind; readonly controller: DirectAbortController }>;
}

/**
 * Limits connections. Each one needs leases on the exchange and on its IP address, which count over all processes of a
 * store, and a permit for a socket of this engine. No socket is held while a session waits for a lease, nor a lease
 * while it waits for a socket: a busy exchange keeps sockets from nobody, and a busy process keeps leases from no other.
 * Single requests are served first. A session that has to wait asks for an idle one to be closed.
 */
export class ConnectionLimiter {
  readonly #leases: Leases;
  readonly #clock: Clock;
  readonly #closeIdleSession: (key: string | undefined) => void;
  readonly #sockets: Semaphore;
  readonly #states = new Map<string, KeyState>();
  /** Connections with a socket that are about to be closed. */
  #ending = 0;
  /** One session at a time asks for a lease with a key, so that single requests can go before bulk work. */
  readonly #turns = new KeyedMutex();

  /** `maxConnections`: sockets of this engine. `closeIdleSession`: with a lease of this key, or of any exchange if undefined. */
  constructor(options: {
    readonly leases: Leases;
    readonly clock: Clock;
    readonly maxConnections: number;
    readonly closeIdleSession: (key: string | undefined) => void;
  }) {
    const { leases, clock, maxConnections, closeIdleSession } = options;
    this.#leases = leases;
    this.#clock = clock;
    this.#sockets = new Semaphore(maxConnections, { reserved: permitsForSingles(maxConnections) });
    this.#closeIdleSession = closeIdleSession;
  }

  /** True if more sessions wait for a connection with one of these keys, or any socket, than are about to be closed. */
  isContended(keys: readonly string[]): boolean {
    if (this.#sockets.contended && this.#sockets.waiting > this.#ending) return true;
    return this.#isAny(keys, ({ waiting, ending }) => waiting.single + waiting.bulk > ending);
  }

  /**
   * True if a session with only bulk work must end: more single requests wait for a lease with one of these keys than
   * connections with such a lease are about to be closed. Those of other processes count as one.
   */
  mustYield(keys: readonly string[]): boolean {
    return this.#isAny(
      keys,
      ({ waiting, isWanted, ending }) => Math.max(waiting.single, isWanted ? 1 : 0) > ending,
    );
  }

  goesBefore(share: WorkShare, other: WorkShare): boolean {
    return this.#sockets.goesBefore(share, other);
  }

  /** Sessions that wait for leases with this key ask for them anew: its limit has changed, or a single request has come. */
  onLimitChange(key: string, kinds: readonly Kind[] = ['single', 'bulk']): void {
    for (const { kind, controller } of this.#states.get(key)?.calls ?? [])
      if (kinds.includes(kind)) controller.abort(new Error('A lease is to be asked for anew.'));
  }

  /**
   * Returns how many connections of this engine have a lease with this key: those that are open, being opened, or closed
   * but perhaps still counted by the server.
   */
  countConnections(key: string): number {
    return this.#states.get(key)?.granted ?? 0;
  }

  /** Never rejects: if the store loses a pause, the answer that caused it still counts. */
  async pause(key: string, pause: { until: number; reason: PauseReason }): Promise<void> {
    await this.#leases.pause(key, pause).catch(() => {});
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
      const waitForLease = (limit: ConnectionLimit) => this.#waitForLease(limit, options);
      const leases = await this.#collectLeases(limits, options.onLost, waitForLease);
      if (!(leases instanceof RenewedLeases)) return leases;
      const permit = this.#sockets.tryAcquire(options.share);
      if (permit !== undefined) return this.#grant(limits, leases, permit);
      await leases.release();
      const grant = await this.#waitForSocket(limits, options);
      if (grant !== undefined) return grant;
    }
  }

  /** Waits for a permit, then tries to get the leases. Undefined if the exchange has become busy or paused meanwhile. */
  async #waitForSocket(
    limits: readonly ConnectionLimit[],
    { signal, share, onWait, onLost }: ConnectionGrantOptions,
  ): Promise<ConnectionGrant | undefined> {
    onWait?.(`one of the ${this.#sockets.permits} connections of this engine`);
    this.#closeIdleSession(undefined);
    const permit = await this.#sockets.acquire({ signal, share });
    const trying = startDeadline(this.#clock, leaseTryMs, signal);
    let grant: ConnectionGrant | undefined;
    try {
      const getLease = (limit: ConnectionLimit) => this.#getLease(limit, trying.signal, share);
      const leases = await this.#collectLeases(limits, onLost, getLease);
      if (leases instanceof RenewedLeases) grant = this.#grant(limits, leases, permit);
      return grant;
    } catch (error) {
      if (trying.passed) return undefined;
      throw error;
    } finally {
      trying.clear();
      if (grant === undefined) permit.release();
    }
  }

  /** Gets a lease under each limit, or the first pause; then, as after an error, it keeps none. */
  async #collectLeases<Pause extends LeasePause>(
    limits: readonly ConnectionLimit[],
    onLost: () => void,
    getLease: (limit: ConnectionLimit) => Promise<Lease | Pause>,
  ): Promise<RenewedLeases | Pause> {
    const onRenewed = (key: string, isWanted: boolean) => {
      const state = this.#states.get(key);
      if (state !== undefined) state.isWanted = isWanted && state.granted > 0;
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

  /** Only a wait that takes time ends idle sessions: a store may need a moment to grant a lease that is free. */
  async #waitForLease(
    limit: ConnectionLimit,
    { signal, share, waitUntil, onWait }: ConnectionGrantOptions,
  ): Promise<Lease | ConnectionPause> {
    const { key, scope } = limit;
    const { kind } = share;
    for (;;) {
      const most = mostFor(share, limit);
      let waits = 0;
      const startWaiting = () => {
        waits = 1;
        this.#change(key, ({ waiting }) => {
          waiting[kind] += 1;
        });
        onWait?.(
          `one of the ${most} connections that ${scope === 'exchange' ? 'it' : 'its address'} allows`,
          key,
        );
        this.#closeIdleSession(key);
      };
      const isFull = this.countConnections(key) >= most;
      if (isFull) startWaiting();
      const cancel = isFull ? () => {} : this.#clock.after(leaseTryMs, startWaiting);
      this.#change(key, ({ asking }) => {
        asking[kind] += 1;
      });
      if (kind === 'single') this.onLimitChange(key, ['bulk']);
      let grant: Lease | LeasePause;
      try {
        grant = await this.#getLease(limit, signal, share);
      } finally {
        cancel();
        this.#change(key, ({ asking, waiting }) => {
          asking[kind] -= 1;
          waiting[kind] -= waits;
        });
      }
      if (grant.kind === 'lease') return grant;
      const pauseMs = grant.until - this.#clock.now();
      if (pauseMs > longestWaitedPauseMs || pauseMs >= waitUntil - steadyNow(this.#clock))
        return { ...grant, key, scope };
      onWait?.(`${secondsOf(pauseMs)} s, because it ${grant.reason} us`, key);
      await delay(this.#clock, Math.max(1, pauseMs), signal);
    }
  }

  /**
   * Gets a lease, or learns of a pause, in turn. Asks the store anew when the limit changes. Bulk work lets a single request go
   * first that has come meanwhile: that could have the connection which is for such alone.
   */
  async #getLease(
    limit: ConnectionLimit,
    signal: AbortSignal,
    share: WorkShare,
  ): Promise<Lease | LeasePause> {
    for (;;) {
      signal.throwIfAborted();
      const turn = await this.#turns.acquire(limit.key, signal, share);
      try {
        do {
          const askedAt = steadyNow(this.#clock);
          const grant = await this.#askStore(limit, signal, share);
          if (grant === undefined) continue;
          if (grant.kind === 'pause' || steadyNow(this.#clock) - askedAt < renewalIntervalMs) return grant;
          // It may have been granted, and have expired, while the process stood still.
          if ((await renewOrKeep(grant)) !== 'ended') return grant;
        } while (share.kind === 'single' || (this.#states.get(limit.key)?.asking.single ?? 0) === 0);
      } finally {
        turn.release();
      }
    }
  }

  async #askStore(
    limit: ConnectionLimit,
    signal: AbortSignal,
    share: WorkShare,
  ): Promise<Lease | LeasePause | undefined> {
    signal.throwIfAborted();
    const { key, lastsMs = leaseMs } = limit;
    const controller = new DirectAbortController();
    const unfollow = onAbort(signal, () => controller.abort(signal.reason));
    const call = { kind: share.kind, controller };
    this.#change(key, ({ calls }) => calls.add(call));
    try {
      return await this.#leases.acquire(key, {
        ...{ max: mostFor(share, limit), leaseMs: lastsMs },
        ...{ urgent: share.kind === 'single', signal: controller.signal },
      });
    } catch (error) {
      if (signal.aborted || !controller.signal.aborted) throw error;
      return undefined;
    } finally {
      unfollow();
      this.#change(key, ({ calls }) => calls.delete(call));
    }
  }

  #grant(limits: readonly ConnectionLimit[], leases: RenewedLeases, permit: Permit): ConnectionLease {
    const count = (by: { granted?: number; ending?: number }) => {
      for (const { key } of limits)
        this.#change(key, (state) => {
          state.granted += by.granted ?? 0;
          state.ending += by.ending ?? 0;
          if (by.granted === -1) state.isWanted = false;
        });
    };
    count({ granted: 1 });
    let [isEnding, isReleased] = [false, false];
    const markEnding = () => {
      if (isEnding) return;
      isEnding = true;
      this.#ending += 1;
      count({ ending: 1 });
    };
    const release = async () => {
      if (isReleased) return;
      markEnding();
      isReleased = true;
      count({ granted: -1 });
      permit.release();
      this.#ending -= 1;
      await leases.release();
      count({ ending: -1 });
    };
    return { kind: 'lease', held: leases.held, markEnding, release };
  }

  #isAny(keys: readonly string[], isMeant: (state: KeyState) => boolean): boolean {
    return keys.some((key) => {
      const state = this.#states.get(key);
      return state !== undefined && isMeant(state);
    });
  }

  /** Changes the state of a key, and forgets it once nothing is left of it. */
  #change(key: string, change: (state: KeyState) => void): void {
    const state = this.#states.get(key) ?? {
      ...{ asking: { single: 0, bulk: 0 }, waiting: { single: 0, bulk: 0 } },
      ...{ granted: 0, ending: 0, isWanted: false, calls: new Set() },
    };
    this.#states.set(key, state);
    change(state);
    const { asking, granted, ending, calls } = state;
    if (asking.single + asking.bulk + granted + ending + calls.size === 0) this.#states.delete(key);
  }
}

/** Bulk work leaves a connection to single requests. Read anew each time, because it may change. */
function mostFor({ kind }: WorkShare, limit: ConnectionLimit): number {
  return kind === 'single' ? limit.maxConnections : limit.maxForBulk;
}
