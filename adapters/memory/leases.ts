import { steadyNow } from '../../src/concurrency/steady-time.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { Lease, LeasePause, Leases, PauseReason } from '../../src/ports/leases.ts';
import {
  type AcquireResult,
  isUrgent,
  joinWaiters,
  type LeaseOptions,
  type LeaseWaiter,
  mostPassed,
  releaseRememberedMs,
} from '../stores/lease-waiters.ts';

/** Times are by the steady reading of the clock. */
interface MemoryLease {
  expiresAt: number;
}

interface MemoryPause {
  readonly endsAt: number;
  readonly reason: PauseReason;
}

interface ExchangeState {
  readonly leases: Set<MemoryLease>;
  readonly waiters: LeaseWaiter[];
  /** How many leases urgent callers have got since another one waits for its turn. */
  passed: number;
  pause: MemoryPause | undefined;
  /** When a lease that was to be remembered was last released. */
  releasedAt: number;
  /** Cancels the timer for the next lease that may expire. */
  cancelTimer: (() => void) | undefined;
}

/** Leases within this process. */
export class MemoryLeases implements Leases {
  readonly #exchanges = new Map<string, ExchangeState>();
  /** Iterator of the clean-up over all exchanges; it restarts at the end. */
  #cleanup = this.#exchanges.entries();
  readonly #clock: Clock;

  constructor(options: { clock: Clock }) {
    this.#clock = options.clock;
  }

  /** Number of exchanges remembered. Those without leases, callers and pause are removed as others are used. */
  get size(): number {
    return this.#exchanges.size;
  }

  acquire(exchange: string, options: LeaseOptions): Promise<AcquireResult> {
    if (options.signal?.aborted) return Promise.reject(options.signal.reason);
    this.#removeIdle();
    const state = this.#ensureState(exchange);
    const acquired = joinWaiters(state.waiters, options, () => this.#grantLeases(exchange, state));
    this.#grantLeases(exchange, state);
    return acquired;
  }

  async pause(exchange: string, pause: { until: number; reason: PauseReason }): Promise<void> {
    this.#removeIdle();
    const state = this.#ensureState(exchange);
    const endsAt = steadyNow(this.#clock) + pause.until - this.#clock.now();
    if (state.pause === undefined || endsAt > state.pause.endsAt)
      state.pause = { endsAt, reason: pause.reason };
    this.#grantLeases(exchange, state);
  }

  /** Checks two exchanges per call: enough to keep up with new ones, and no call takes long. */
  #removeIdle(): void {
    for (let checks = 2; checks > 0; checks -= 1) {
      const { done, value } = this.#cleanup.next();
      if (done) this.#cleanup = this.#exchanges.entries();
      else if (value[1].waiters.length === 0) this.#grantLeases(...value);
    }
  }

  #ensureState(exchange: string): ExchangeState {
    const known = this.#exchanges.get(exchange);
    if (known !== undefined) return known;
    const state: ExchangeState = {
      leases: new Set(),
      waiters: [],
      passed: 0,
      pause: undefined,
      releasedAt: Number.NEGATIVE_INFINITY,
      cancelTimer: undefined,
    };
    this.#exchanges.set(exchange, state);
    return state;
  }

  /** Grants leases to waiting callers, in order, as far as the limits allow. */
  #grantLeases(exchange: string, state: ExchangeState): void {
    const now = steadyNow(this.#clock);
    if (state.pause !== undefined && state.pause.endsAt <= now) state.pause = undefined;
    for (const lease of state.leases) if (lease.expiresAt <= now) state.leases.delete(lease);
    for (;;) {
      const waiter = nextOf(state);
      if (waiter === undefined) break;
      if (state.pause === undefined && state.leases.size >= waiter.options.max) break;
      state.waiters.splice(state.waiters.indexOf(waiter), 1);
      this.#countPassed(state, waiter);
      waiter.resolve(
        state.pause === undefined
          ? this.#createLease(exchange, state, waiter.options)
          : this.#pauseOf(state.pause),
      );
    }
    this.#setTimer(exchange, state);
    const isUnused = state.waiters.length === 0 && state.leases.size === 0 && state.pause === undefined;
    if (isUnused && now - state.releasedAt >= releaseRememberedMs) this.#exchanges.delete(exchange);
  }

  /** Counts how often urgent callers went before the first one that is not. */
  #countPassed(state: ExchangeState, served: LeaseWaiter): void {
    const waits = state.waiters.some(({ options }) => !isUrgent(options));
    if (waits && isUrgent(served.options)) state.passed += 1;
    else state.passed = 0;
  }

  #pauseOf({ endsAt, reason }: MemoryPause): LeasePause {
    return { kind: 'pause', until: endsAt - steadyNow(this.#clock) + this.#clock.now(), reason };
  }

  #createLease(
    exchange: string,
    state: ExchangeState,
    { leaseMs, isRemembered = false }: LeaseOptions,
  ): Lease {
    const grantedAt = steadyNow(this.#clock);
    const lease: MemoryLease = { expiresAt: grantedAt + leaseMs };
    state.leases.add(lease);
    return {
      kind: 'lease',
      held: state.leases.size,
      releasedBefore: isRemembered && grantedAt - state.releasedAt < releaseRememberedMs,
      renew: async () => {
        const now = steadyNow(this.#clock);
        if (!state.leases.has(lease) || lease.expiresAt <= now) return 'ended';
        lease.expiresAt = now + leaseMs;
        return state.waiters.some(({ options }) => isUrgent(options)) ? 'wanted' : 'renewed';
      },
      release: async () => {
        if (!state.leases.delete(lease)) return;
        if (isRemembered) state.releasedAt = steadyNow(this.#clock);
        this.#grantLeases(exchange, state);
      },
    };
  }

  /** Wakes at the next expiry while callers wait: the holders may never release. */
  #setTimer(exchange: string, state: ExchangeState): void {
    state.cancelTimer?.();
    state.cancelTimer = undefined;
    if (state.waiters.length === 0) return;
    const soonest = Math.min(...[...state.leases].map((lease) => lease.expiresAt));
    state.cancelTimer = this.#clock.after(Math.max(0, soonest - steadyNow(this.#clock)), () =>
      this.#grantLeases(exchange, state),
    );
  }
}

/** The urgent callers are first in the queue. */
function nextOf({ waiters, passed }: ExchangeState): LeaseWaiter | undefined {
  const other = passed < mostPassed ? undefined : waiters.find(({ options }) => !isUrgent(options));
  return other ?? waiters[0];
}
