import { delay } from '../../concurrency/deadline.ts';
import type { ExchangePolicy } from '../../exchange/policy.ts';
import type { Clock, Pacing, PacingLease, PauseReason } from '../../ports.ts';

/** Leave to open one connection, or the reason to keep away. */
export type Admission =
  | { readonly kind: 'lease'; release(): Promise<void> }
  | { readonly kind: 'pause'; readonly reason: PauseReason };

export interface AdmissionOptions {
  readonly signal: AbortSignal;
  /** A pause that ends before this may be sat out. */
  readonly patientUntil: number;
  /** Others may have the place now: the connection must be ended. */
  readonly onLost: () => void;
}

/** After a process was killed, its connections are counted for so long. */
const leaseMs = 15_000;
/** A pause no longer than this is sat out by callers who are patient enough. */
const pauseSatOutMs = 10_000;

/**
 * Lets connections be opened: so many in this process in all, and so many towards one exchange over all processes
 * of a store. Those who wait make idle sessions end.
 */
export class Gate {
  readonly #pacing: Pacing;
  readonly #clock: Clock;
  readonly #makeRoom: (pacingKey: string | undefined) => void;
  #free: number;
  readonly #waiting: (() => void)[] = [];
  readonly #waitingByKey = new Map<string, number>();

  constructor(options: {
    pacing: Pacing;
    clock: Clock;
    maxConnections: number;
    /** Asked to end an idle session, of this pacing key or of any. */
    makeRoom: (pacingKey: string | undefined) => void;
  }) {
    this.#pacing = options.pacing;
    this.#clock = options.clock;
    this.#free = options.maxConnections;
    this.#makeRoom = options.makeRoom;
  }

  /** True if somebody could use the place of an idle session. */
  crowded(pacingKey: string): boolean {
    return this.#waiting.length > 0 || (this.#waitingByKey.get(pacingKey) ?? 0) > 0;
  }

  /** Waits for a place. Rejects with the signal's reason. */
  async admit(policy: ExchangePolicy, options: AdmissionOptions): Promise<Admission> {
    const { signal } = options;
    await this.#takePlace(signal);
    let admission: Admission | undefined;
    try {
      admission = await this.#lease(policy, options);
      return admission;
    } finally {
      if (admission?.kind !== 'lease') this.#freePlace();
    }
  }

  /** Never rejects: a pause that a store could not keep costs politeness, not the answer that asked for it. */
  async pause(pacingKey: string, pause: { until: number; reason: PauseReason }): Promise<void> {
    await this.#pacing.pause(pacingKey, pause).catch(() => {});
  }

  async #lease(policy: ExchangePolicy, options: AdmissionOptions): Promise<Admission> {
    const { pacingKey, maxConnections } = policy;
    const { signal } = options;
    for (;;) {
      this.#countWaiting(pacingKey, 1);
      this.#makeRoom(pacingKey);
      const grant = await this.#pacing
        .acquire(pacingKey, { maxConnections, leaseMs, signal })
        .finally(() => this.#countWaiting(pacingKey, -1));
      if (grant.kind === 'lease') return this.#held(grant, options.onLost);
      const waitMs = grant.until - this.#clock.now();
      const sitOut = waitMs <= pauseSatOutMs && grant.until < options.patientUntil;
      if (!sitOut) return { kind: 'pause', reason: grant.reason };
      await delay(this.#clock, Math.max(1, waitMs), signal);
    }
  }

  #held(lease: PacingLease, onLost: () => void): Admission {
    let cancel = () => {};
    let released = false;
    const renew = async () => {
      // A store that cannot be asked has not said that the lease is over.
      const alive = await lease.renew().catch(() => true);
      if (released) return;
      if (alive) keep();
      else onLost();
    };
    const keep = () => {
      cancel = this.#clock.after(leaseMs / 3, () => void renew());
    };
    keep();
    return {
      kind: 'lease',
      release: async () => {
        if (released) return;
        released = true;
        cancel();
        this.#freePlace();
        // A lease that a store could not take back lapses by itself.
        await lease.release().catch(() => {});
      },
    };
  }

  #countWaiting(pacingKey: string, change: number): void {
    const count = (this.#waitingByKey.get(pacingKey) ?? 0) + change;
    if (count > 0) this.#waitingByKey.set(pacingKey, count);
    else this.#waitingByKey.delete(pacingKey);
  }

  async #takePlace(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free > 0) {
      this.#free -= 1;
      return;
    }
    this.#makeRoom(undefined);
    await new Promise<void>((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        this.#waiting.splice(this.#waiting.indexOf(enter), 1);
        reject(signal.reason);
      };
      this.#waiting.push(enter);
      signal.addEventListener('abort', leave, { once: true });
    });
  }

  #freePlace(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free += 1;
    else next();
  }
}
