import type { Clock, Pacing, PacingLease, PacingPause, PauseReason } from '../../src/ports.ts';

interface Lease {
  expiresAt: number;
}

interface Waiter {
  readonly maxConnections: number;
  readonly leaseMs: number;
  admit(grant: PacingLease | PacingPause): void;
}

interface Exchange {
  readonly leases: Set<Lease>;
  readonly waiters: Waiter[];
  pause: PacingPause | undefined;
  /** Cancels the wake-up for the next lease that may lapse. */
  cancelWakeUp: (() => void) | undefined;
}

/** Limits within this process. */
export class MemoryPacing implements Pacing {
  readonly #exchanges = new Map<string, Exchange>();
  readonly #clock: Clock;

  constructor(options: { clock: Clock }) {
    this.#clock = options.clock;
  }

  acquire(
    exchange: string,
    options: { maxConnections: number; leaseMs: number; signal?: AbortSignal },
  ): Promise<PacingLease | PacingPause> {
    const { maxConnections, leaseMs, signal } = options;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const state = this.#state(exchange);
      const waiter: Waiter = {
        maxConnections,
        leaseMs,
        admit: (grant) => {
          signal?.removeEventListener('abort', leave);
          resolve(grant);
        },
      };
      const leave = () => {
        state.waiters.splice(state.waiters.indexOf(waiter), 1);
        this.#advance(exchange, state);
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', leave, { once: true });
      state.waiters.push(waiter);
      this.#advance(exchange, state);
    });
  }

  async pause(exchange: string, pause: { until: number; reason: PauseReason }): Promise<void> {
    const state = this.#state(exchange);
    if (state.pause === undefined || pause.until > state.pause.until)
      state.pause = { kind: 'pause', ...pause };
    this.#advance(exchange, state);
  }

  #state(exchange: string): Exchange {
    const known = this.#exchanges.get(exchange);
    if (known !== undefined) return known;
    const state: Exchange = { leases: new Set(), waiters: [], pause: undefined, cancelWakeUp: undefined };
    this.#exchanges.set(exchange, state);
    return state;
  }

  /** Serves those who wait, in order, as far as the limits allow. */
  #advance(exchange: string, state: Exchange): void {
    const now = this.#clock.now();
    if (state.pause !== undefined && state.pause.until <= now) state.pause = undefined;
    for (const lease of state.leases) if (lease.expiresAt <= now) state.leases.delete(lease);
    for (;;) {
      const [waiter] = state.waiters;
      if (waiter === undefined) break;
      if (state.pause === undefined && state.leases.size >= waiter.maxConnections) break;
      state.waiters.shift();
      waiter.admit(state.pause ?? this.#grant(exchange, state, waiter.leaseMs));
    }
    this.#wakeUpLater(exchange, state);
    const quiet = state.waiters.length === 0 && state.leases.size === 0 && state.pause === undefined;
    if (quiet) this.#exchanges.delete(exchange);
  }

  #grant(exchange: string, state: Exchange, leaseMs: number): PacingLease {
    const lease: Lease = { expiresAt: this.#clock.now() + leaseMs };
    state.leases.add(lease);
    return {
      kind: 'lease',
      renew: async () => {
        const alive = state.leases.has(lease) && lease.expiresAt > this.#clock.now();
        if (alive) lease.expiresAt = this.#clock.now() + leaseMs;
        return alive;
      },
      release: async () => {
        if (state.leases.delete(lease)) this.#advance(exchange, state);
      },
    };
  }

  /** Somebody waits and nobody may ever release: look again when the first lease lapses. */
  #wakeUpLater(exchange: string, state: Exchange): void {
    state.cancelWakeUp?.();
    state.cancelWakeUp = undefined;
    if (state.waiters.length === 0) return;
    const soonest = Math.min(...[...state.leases].map((lease) => lease.expiresAt));
    state.cancelWakeUp = this.#clock.after(Math.max(0, soonest - this.#clock.now()), () =>
      this.#advance(exchange, state),
    );
  }
}
