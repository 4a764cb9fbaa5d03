import { boundedMap } from '../../bounded-map.ts';
import { steadyNow } from '../../concurrency/steady-time.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  advancePace,
  type PaceBounds,
  type PaceEvent,
  type PaceState,
  recentPace,
  startPace,
} from './pace.ts';

/** The pace of one egress at each exchange, provider and IP address, by the key of its limit. */
export class ExchangePaces {
  readonly #clock: Clock;
  readonly #states = boundedMap<string, PaceState>(20_000);
  readonly #onChange: (key: string) => void;

  /** `onChange` is called when other connections are permitted than before. */
  constructor(clock: Clock, onChange: (key: string) => void) {
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** Returns how many connections may be open now. */
  connections(key: string, bounds: PaceBounds): number {
    return Math.min(this.#recent(key, bounds)?.connections ?? bounds.start, bounds.ceiling);
  }

  /** Records an event. Returns how long no connection may be opened, in milliseconds, if that has changed. */
  record(key: string, bounds: PaceBounds, event: PaceEvent): number | undefined {
    const now = steadyNow(this.#clock);
    const before = this.#recent(key, bounds) ?? startPace(bounds, now);
    const after = advancePace(before, event, bounds, now);
    this.#states.set(key, after);
    if (after.connections !== before.connections) this.#onChange(key);
    return after.rest === before.rest || after.rest === undefined ? undefined : after.rest.durationMs;
  }

  #recent(key: string, bounds: PaceBounds): PaceState | undefined {
    const known = this.#states.get(key);
    return known === undefined ? undefined : recentPace(known, bounds, steadyNow(this.#clock));
  }
}
