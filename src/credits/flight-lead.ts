import { steadyNow } from '../concurrency/steady-time.ts';
import type { Clock } from '../ports/clock.ts';
import type { FlightLease } from '../ports/flights.ts';

/** How long a killed leader may keep others waiting. */
export const flightLeaseMs = 5_000;
/** Several attempts fit into a lease, so that one failure, or a busy event loop, does not lose it. */
const renewalIntervalMs = 1_500;
/** A lease confirmed less long ago than this has not lapsed, and does not lapse before the result is delivered. */
const confirmedForMs = 3_500;

/** The flight was taken over while its leader was paused or cut off from the store: another result will be delivered. */
export class LeadLost extends Error {
  constructor() {
    super('Another process has taken over this flight.');
    this.name = 'LeadLost';
  }
}

/** Renews the lease of a flight while its leader works, and knows whether it was lost. */
export class FlightLead {
  readonly #lease: FlightLease;
  readonly #clock: Clock;
  readonly #deadlineAt: number;
  #confirmedAt: number;
  #lost = false;
  #cancelRenewal: () => void = () => {};
  #renewing: Promise<unknown> | undefined;

  /**
   * `joinedAt`: before the call that acquired the lease. `deadlineAt`: when the work ends at the latest. Work that hangs
   * for longer does not keep others waiting.
   */
  constructor(options: { lease: FlightLease; clock: Clock; joinedAt: number; deadlineAt: number }) {
    this.#lease = options.lease;
    this.#clock = options.clock;
    this.#confirmedAt = options.joinedAt;
    this.#deadlineAt = options.deadlineAt;
    this.#renewLater();
  }

  /** Whether the lease has not lapsed for certain, as far as this process knows. */
  get isCertain(): boolean {
    return !this.#lost && steadyNow(this.#clock) - this.#confirmedAt < confirmedForMs;
  }

  /** Returns whether this process still leads. Asks the store. */
  async renew(): Promise<boolean> {
    const askedAt = steadyNow(this.#clock);
    if (await this.#lease.renew()) this.#confirmedAt = askedAt;
    else this.#lost = true;
    return !this.#lost;
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
      this.#renewing = this.renew().catch(() => {});
    });
  }
}
