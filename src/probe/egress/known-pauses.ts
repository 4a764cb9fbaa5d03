import { boundedMap } from '../../bounded-map.ts';
import { steadyNow } from '../../concurrency/steady-time.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PauseReason } from '../../ports/pacing.ts';

/** A pause that this process knows of. `endsAt` is by the steady reading of the clock. */
export interface KnownPause {
  readonly reason: PauseReason;
  readonly endsAt: number;
}

/**
 * The pauses of one egress that this process knows of, by host or by what connections are counted as. Used to choose an
 * egress; the store decides.
 */
export class KnownPauses {
  readonly #clock: Clock;
  readonly #pauses = boundedMap<string, KnownPause>(20_000);

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Records a pause. The longest one counts. `until`: as in a `PacingPause`. */
  record(place: string, { reason, until }: { readonly reason: PauseReason; readonly until: number }): void {
    const endsAt = steadyNow(this.#clock) + until - this.#clock.now();
    const known = this.#pauses.get(place);
    if (known === undefined || endsAt > known.endsAt) this.#pauses.set(place, { reason, endsAt });
  }

  /** Returns the pause in force at one of these places that ends last. */
  find(places: readonly string[]): KnownPause | undefined {
    const now = steadyNow(this.#clock);
    let found: KnownPause | undefined;
    for (const place of places) {
      const known = this.#pauses.get(place);
      if (known !== undefined && known.endsAt > Math.max(now, found?.endsAt ?? 0)) found = known;
    }
    return found;
  }
}
