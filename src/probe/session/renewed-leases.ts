import { steadyNow } from '../../concurrency/steady-time.ts';
import type { HeldLeases } from '../../exchange/gates/gates.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Lease, LeaseRenewal } from '../../ports/leases.ts';

/** How long a lease outlives a killed process. */
export const leaseMs = 15_000;
/** Several attempts fit into a lease, so that one failure does not lose it. */
export const renewalIntervalMs = leaseMs / 3;

/** The leases of one connection, which are renewed together until they are released. */
export class RenewedLeases {
  readonly #clock: Clock;
  readonly #onLost: () => void;
  readonly #onRenewed: (key: string, wanted: boolean) => void;
  readonly #leases: (readonly [key: string, lease: Lease])[] = [];
  #cancelRenewal = () => {};
  #released = false;

  /**
   * `onLost` is called when a lease has expired: another process may hold it, so the connection must be closed. `onRenewed` is
   * called after each renewal, and says whether a single request waits for a lease with the key, in whichever process.
   */
  constructor(options: {
    readonly clock: Clock;
    readonly onLost: () => void;
    readonly onRenewed: (key: string, wanted: boolean) => void;
  }) {
    const { clock, onLost, onRenewed } = options;
    this.#clock = clock;
    this.#onLost = onLost;
    this.#onRenewed = onRenewed;
  }

  add(lease: Lease, key: string): void {
    this.#leases.push([key, lease]);
    if (this.#leases.length === 1) this.#scheduleRenewal();
  }

  get held(): HeldLeases {
    return new Map(this.#leases.map(([key, { held }]) => [key, held]));
  }

  /** Releases them in reverse order. A second call is harmless. Never rejects. */
  async release(): Promise<void> {
    if (this.#released) return;
    this.#released = true;
    this.#cancelRenewal();
    // A lease that cannot be released expires by itself.
    for (const [, lease] of [...this.#leases].reverse()) await lease.release().catch(() => {});
  }

  #scheduleRenewal(): void {
    this.#cancelRenewal = this.#clock.after(renewalIntervalMs, () => void this.#renew());
  }

  async #renew(): Promise<void> {
    for (;;) {
      const askedAt = steadyNow(this.#clock);
      const leases = [...this.#leases];
      const renewals = await Promise.all(leases.map(([, lease]) => renewOrKeep(lease)));
      if (this.#released) return;
      if (renewals.includes('ended')) return this.#onLost();
      for (const [index, [key]] of leases.entries()) this.#onRenewed(key, renewals[index] === 'wanted');
      // While the process stood still, the answer to a renewal has grown old, and the lease may have expired since.
      if (steadyNow(this.#clock) - askedAt < renewalIntervalMs) return this.#scheduleRenewal();
    }
  }
}

/** A store that is out of reach has not said that the lease has ended. */
export async function renewOrKeep(lease: Lease): Promise<LeaseRenewal> {
  return lease.renew().catch(() => 'renewed');
}
