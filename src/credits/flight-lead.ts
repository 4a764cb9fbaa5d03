import { steadyNow } from '../concurrency/steady-time.ts';
import type { Clock } from '../ports/clock.ts';
import type { Lease, Leases } from '../ports/leases.ts';

/** How long a killed leader may keep others waiting. */
const flightLeaseMs = 5_000;
/** Several attempts fit into a lease, so that one failure, or a busy event loop, does not lose it. */
const renewalIntervalMs = 1_500;

/**
 * Waits until nobody else leads the flight of this key, in whichever process, and leads it. `releasedBefore`: one that has ended
 * a short while ago may have left its answer. Rejects with the signal's reason.
 */
export async function leadFlight(
  key: string,
  { leases, clock, deadlineAt, signal }: FlightOptions,
): Promise<{ readonly lead: FlightLead; readonly releasedBefore: boolean }> {
  const options = { max: 1, leaseMs: flightLeaseMs, isRemembered: true };
  const lease = await leases.acquire(
    `flight:${key}`,
    signal === undefined ? options : { ...options, signal },
  );
  if (lease.kind !== 'lease') throw new Error('A store has paused a flight.');
  return { lead: new FlightLead({ lease, clock, deadlineAt }), releasedBefore: lease.releasedBefore };
}

interface FlightOptions {
  readonly leases: Pick<Leases, 'acquire'>;
  readonly clock: Clock;
  /** When the work ends at the latest. */
  readonly deadlineAt: number;
  readonly signal?: AbortSignal | undefined;
}

/** Renews the lease of a flight while its leader works, so that no other process begins the same work. */
export class FlightLead {
  readonly #lease: Pick<Lease, 'renew' | 'release'>;
  readonly #clock: Clock;
  readonly #deadlineAt: number;
  #cancelRenewal: () => void = () => {};
  #renewing: Promise<unknown> | undefined;

  /** `deadlineAt`: when the work ends at the latest. Work that hangs for longer does not keep others waiting. */
  constructor(options: { lease: Pick<Lease, 'renew' | 'release'>; clock: Clock; deadlineAt: number }) {
    this.#lease = options.lease;
    this.#clock = options.clock;
    this.#deadlineAt = options.deadlineAt;
    this.#renewLater();
  }

  /** Ends the flight. Resolves when the store has heard of it, or failed: then the lease lapses. */
  end(): Promise<unknown> {
    this.#cancelRenewal();
    const releasing = this.#lease.release().catch(() => {});
    return this.#renewing === undefined ? releasing : this.#renewing.then(() => releasing);
  }

  #renewLater(): void {
    this.#cancelRenewal = this.#clock.after(renewalIntervalMs, () => {
      if (steadyNow(this.#clock) < this.#deadlineAt) this.#renewLater();
      this.#renewing = this.#lease.renew().catch(() => {});
    });
  }
}
