import { abortable } from '../../src/concurrency/deadline.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { FlightLease, Flights } from '../../src/ports/flights.ts';

/** How long after its release a flight is remembered. */
const releaseRememberedMs = 10_000;

/** A flight under way. Most end without followers, so the promise is created only for the first of them. */
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
  /**
   * When flights were released, by key, in two generations, of which the earlier one is dropped as a whole: to find the
   * oldest entry of a Map, one has to pass over all that were deleted before it.
   */
  #releases = new Map<string, number>();
  #earlierReleases = new Map<string, number>();
  /** When the later generation began. */
  #laterSince = Number.NEGATIVE_INFINITY;

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
      releasedBefore: this.#wasReleased(key),
      renew: async () => {
        if (this.#flights.get(key) !== flight) return false;
        flight.expiresAt = this.#clock.now() + leaseMs;
        return true;
      },
      release: async () => {
        if (this.#flights.get(key) !== flight) return;
        this.#flights.delete(key);
        const now = this.#forgetOldReleases();
        this.#releases.set(key, now);
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

  #wasReleased(key: string): boolean {
    const now = this.#forgetOldReleases();
    const at = this.#releases.get(key) ?? this.#earlierReleases.get(key);
    return at !== undefined && now - at < releaseRememberedMs;
  }

  /** Begins a new generation if it is time to. Returns the time, in milliseconds since the epoch. */
  #forgetOldReleases(): number {
    const now = this.#clock.now();
    if (Math.abs(now - this.#laterSince) < releaseRememberedMs) return now;
    this.#earlierReleases = this.#releases;
    this.#releases = new Map();
    this.#laterSince = now;
    return now;
  }
}
