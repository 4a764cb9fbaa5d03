import { steadyNow } from '../concurrency/steady-time.ts';
import type { Clock } from '../ports/clock.ts';
import type { FlightLease } from '../ports/flights.ts';

/** How long a killed leader may keep others waiting. */
export const flightLeaseMs = 5_000;
/** Several attempts fit into a lease, so that one failure, or a busy event loop, does not lose it. */
const renewalIntervalMs = 1_500;
/** Renews the lease of a flight while its leader works, so that no other process begins the same work. */
export class FlightLead {
  readonly #lease: FlightLease;
  readonly #clock: Clock;
  readonly #deadlineAt: number;
  #cancelRenewal: () => void = () => {};
  #renewing: Promise<unknown> | undefined;

  /** `deadlineAt`: when the work ends at the latest. Work that hangs for longer does not keep others waiting. */
  constructor(options: { lease: FlightLease; clock: Clock; deadlineAt: number }) {
    this.#lease = options.lease;
    this.#clock = options.clock;
    this.#deadlineAt = options.deadlineAt;
    this.#renewLater();
  }

  /** Ends the flight. Resolves when the store has heard of it, or failed: then the lease lapses. */
  async end(): Promise<void> {
    this.#cancelRenewal();
    const releasing = this.#lease.release().catch(() => {});
    if (this.#renewing !== undefined) await this.#renewing;
    await releasing;
  }

  #renewLater(): void {
    this.#cancelRenewal = this.#clock.after(renewalIntervalMs, () => {
      if (steadyNow(this.#clock) < this.#deadlineAt) this.#renewLater();
      this.#renewing = this.#lease.renew().catch(() => {});
    });
  }
}
