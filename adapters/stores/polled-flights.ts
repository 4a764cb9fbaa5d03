import { createHash, randomUUID } from 'node:crypto';
import { abortable } from '../../src/concurrency/deadline.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { FlightLease, Flights } from '../../src/ports/flights.ts';

/** How long after its release a flight is remembered: `releasedBefore` of the next one. */
export const releaseRememberedMs = 10_000;

/** A flight that another caller leads. */
export interface ForeignFlight {
  readonly key: string;
  readonly leaseId: string;
  /** Whatever the store needs to tell whether the leader's process lives; empty if it does not use it. */
  readonly process: string;
}

export type BeginResult =
  | { readonly kind: 'begun'; readonly releasedBefore: boolean }
  | { readonly kind: 'under-way'; readonly flight: ForeignFlight };

/** Flights in a storage that several processes share. */
export interface FlightStorage {
  /** Begins a flight in one atomic step, unless another one for the key is under way. */
  begin(key: string, leaseId: string, leaseMs: number): Promise<BeginResult>;
  /** Renews a lease, or begins the flight again if none is remembered. Returns false if another one has begun. */
  renew(key: string, leaseId: string, leaseMs: number): Promise<boolean>;
  /** Ends the flight, and remembers that for `releaseRememberedMs`, unless another one has begun. */
  release(key: string, leaseId: string): Promise<void>;
  /** Returns those of the flights that have ended. */
  findEnded(flights: readonly ForeignFlight[]): Promise<readonly ForeignFlight[]>;
}

interface Follower {
  resolve(): void;
  reject(error: unknown): void;
}

interface FollowedFlight {
  readonly flight: ForeignFlight;
  readonly followers: Set<Follower>;
}

/** How often a process asks whether the flights that its callers follow have ended. */
const pollMs = 20;
/** Polls of many flights may take long. They use at most one part in so many of the time. */
const pollingPart = 10;

/**
 * Flights shared by several processes. One poll at a time asks about all flights that callers of this process follow.
 */
export class PolledFlights implements Flights {
  readonly #storage: FlightStorage;
  readonly #clock: Clock;
  /** By the id of the lease. */
  readonly #followed = new Map<string, FollowedFlight>();
  #polling = false;
  #cancelPoll: () => void = () => {};

  constructor(options: { storage: FlightStorage; clock: Clock }) {
    this.#storage = options.storage;
    this.#clock = options.clock;
  }

  async join(
    key: string,
    { leaseMs, signal }: { leaseMs: number; signal?: AbortSignal },
  ): Promise<FlightLease | { readonly kind: 'ended' }> {
    signal?.throwIfAborted();
    const leaseId = randomUUID();
    const hash = hashOf(key);
    const beginning = this.#storage.begin(hash, leaseId, leaseMs);
    const begun = await abortable(beginning, signal).catch((error: unknown) => {
      // The caller has gone, and leads nothing.
      beginning
        .then(({ kind }) => (kind === 'begun' ? this.#storage.release(hash, leaseId) : undefined))
        .catch(() => {});
      throw error;
    });
    if (begun.kind === 'begun') return this.#createLease(hash, leaseId, leaseMs, begun.releasedBefore);
    await this.#follow(begun.flight, signal);
    return { kind: 'ended' };
  }

  /** Rejects all followers. */
  close(error: unknown): void {
    this.#cancelPoll();
    this.#rejectAll(error);
  }

  #createLease(key: string, leaseId: string, leaseMs: number, releasedBefore: boolean): FlightLease {
    let released = false;
    return {
      kind: 'lease',
      releasedBefore,
      renew: async () => !released && (await this.#storage.renew(key, leaseId, leaseMs)),
      release: async () => {
        if (released) return;
        released = true;
        await this.#storage.release(key, leaseId);
      },
    };
  }

  /** Resolves when the flight has ended. Rejects with the signal's reason, or if the storage fails. */
  async #follow(flight: ForeignFlight, signal: AbortSignal | undefined): Promise<void> {
    const followed = this.#followed.get(flight.leaseId) ?? { flight, followers: new Set() };
    this.#followed.set(flight.leaseId, followed);
    let follower: Follower | undefined;
    const ended = new Promise<void>((resolve, reject) => {
      follower = { resolve, reject };
      followed.followers.add(follower);
    });
    if (!this.#polling) this.#pollLater(pollMs);
    try {
      await abortable(ended, signal);
    } finally {
      if (follower !== undefined) followed.followers.delete(follower);
      if (followed.followers.size === 0 && this.#followed.get(flight.leaseId) === followed)
        this.#followed.delete(flight.leaseId);
    }
  }

  #pollLater(delayMs: number): void {
    this.#polling = true;
    this.#cancelPoll = this.#clock.after(delayMs, () => void this.#poll());
  }

  async #poll(): Promise<void> {
    const startedAt = this.#clock.now();
    try {
      const flights = [...this.#followed.values()].map(({ flight }) => flight);
      const ended = flights.length === 0 ? [] : await this.#storage.findEnded(flights);
      for (const { leaseId } of ended) {
        const followers = this.#followed.get(leaseId)?.followers ?? [];
        this.#followed.delete(leaseId);
        for (const follower of followers) follower.resolve();
      }
    } catch (error) {
      this.#rejectAll(error);
    }
    if (this.#followed.size === 0) this.#polling = false;
    else this.#pollLater(Math.max(pollMs, (this.#clock.now() - startedAt) * (pollingPart - 1)));
  }

  #rejectAll(error: unknown): void {
    const followed = [...this.#followed.values()];
    this.#followed.clear();
    for (const { followers } of followed) for (const follower of followers) follower.reject(error);
  }
}

/** Keys contain addresses, which must not stay in a storage after their flights. */
function hashOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url');
}
