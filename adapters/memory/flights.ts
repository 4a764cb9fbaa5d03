import { abortable } from '../../src/concurrency/deadline.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { FlightLease, Flights } from '../../src/ports/flights.ts';

/** How long after its release a flight is remembered. */
const releaseRememberedMs = 10_000;

/** A flight under way. Most end without anybody who waits for that. */
class MemoryFlight {
  expiresAt: number;
  #hasEnded = false;
  #ended: Promise<void> | undefined;
  #resolve: () => void = () => {};

  constructor(expiresAt: number) {
    this.expiresAt = expiresAt;
  }

  get ended(): Promise<void> {
    this.#ended ??= new Promise((resolve) => {
      this.#resolve = resolve;
      if (this.#hasEnded) resolve();
    });
    return this.#ended;
  }

  end(): void {
    this.#hasEnded = true;
    this.#resolve();
  }
}

/** Flights within this process. */
export class MemoryFlights implements Flights {
  readonly #clock: Clock;
  readonly #flights = new Map<string, MemoryFlight>();
  /** When flights were released, by key, oldest first. */
  readonly #releases = new Map<string, number>();

  constructor(options: { clock: Clock }) {
    this.#clock = options.clock;
  }

  async join(
    key: string,
    { leaseMs, signal }: { leaseMs: number; signal?: AbortSignal },
  ): Promise<FlightLease | { readonly kind: 'ended' }> {
    signal?.throwIfAborted();
    const other = this.#flights.get(key);
    const leftMs = other === undefined ? 0 : other.expiresAt - this.#clock.now();
    // A lease that ends later than a new one would is from before the clock was set back.
    if (other !== undefined && leftMs > 0 && leftMs <= leaseMs) {
      await this.#waitForEnd(other, signal);
      return { kind: 'ended' };
    }
    const flight = this.#begin(key, leaseMs);
    return {
      kind: 'lease',
      releasedBefore: this.#releases.has(key) && this.#forgetOldReleases().has(key),
      renew: async () => {
        if (this.#flights.get(key) !== flight) return false;
        flight.expiresAt = this.#clock.now() + leaseMs;
        return true;
      },
      release: async () => {
        if (this.#flights.get(key) !== flight) return;
        this.#flights.delete(key);
        this.#releases.delete(key);
        this.#forgetOldReleases().set(key, this.#clock.now());
        flight.end();
      },
    };
  }

  #begin(key: string, leaseMs: number): MemoryFlight {
    const flight = new MemoryFlight(this.#clock.now() + leaseMs);
    // Followers of a flight whose lease has lapsed wait no longer.
    this.#flights.get(key)?.end();
    this.#flights.set(key, flight);
    return flight;
  }

  /** Resolves when the flight was released or its lease has lapsed. */
  async #waitForEnd(flight: MemoryFlight, signal: AbortSignal | undefined): Promise<void> {
    let cancel = () => {};
    const wakeAtExpiry = () => {
      const leftMs = flight.expiresAt - this.#clock.now();
      if (leftMs <= 0) flight.end();
      else cancel = this.#clock.after(leftMs, wakeAtExpiry);
    };
    wakeAtExpiry();
    await abortable(flight.ended, signal).finally(() => cancel());
  }

  #forgetOldReleases(): Map<string, number> {
    const oldest = this.#clock.now() - releaseRememberedMs;
    for (const [key, at] of this.#releases) {
      if (at > oldest) break;
      this.#releases.delete(key);
    }
    return this.#releases;
  }
}
