import { boundedMap } from '../../bounded-map.ts';
import { steadyNow } from '../../concurrency/steady-time.ts';
import type { WorkShare } from '../../concurrency/work-share.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  advancePace,
  type MetLimit,
  type PaceBounds,
  type PaceEvent,
  type PaceState,
  recentPace,
  startPace,
} from './pace.ts';
import type { PaceStore } from './pace-store.ts';
import {
  nextRecipientAt,
  type RecipientAllowance,
  rateAfterSending,
  recipientsAllowed,
  restUntil,
  type SentRecipients,
  unlimitedAllowance,
} from './recipient-rate.ts';

/** A limit is written so soon after it was met, at most. Clocks of machines may differ by a little of that. */
const writtenWithinMs = 10_000;

/** The pace of one egress at each exchange, provider and IP address, by the key of its limit. */
export class ExchangePaces {
  readonly #clock: Clock;
  readonly #states = boundedMap<string, PaceState>(20_000);
  readonly #onChange: (key: string) => void;
  readonly #store: PaceStore | undefined;

  /** `onChange` is called when other connections are permitted than before. Without a store, paces end with the process. */
  constructor(clock: Clock, onChange: (key: string) => void, store?: PaceStore) {
    this.#clock = clock;
    this.#onChange = onChange;
    this.#store = store;
  }

  /** Returns how many connections may be open now. */
  connections(key: string, bounds: PaceBounds): number {
    return Math.min(this.#recent(key, bounds)?.connections ?? bounds.start, bounds.ceiling);
  }

  /** Records an event. Returns how long no connection may be opened, in milliseconds, if that has become longer. */
  record(key: string, bounds: PaceBounds, event: PaceEvent): number | undefined {
    const now = steadyNow(this.#clock);
    const before = this.#recent(key, bounds) ?? startPace(bounds, now);
    const after = advancePace(before, event, bounds, now);
    this.#states.set(key, after);
    if (after.connections !== before.connections) this.#onChange(key);
    if (hasFoundOut(before, after)) this.#store?.write(key, bounds, after);
    const rest = restUntil(after.rate);
    return rest > restUntil(before.rate) ? rest - now : undefined;
  }

  /** Learns in the background what was found out before, by this process or another. */
  recall(key: string, bounds: PaceBounds): void {
    this.#store?.read(key, bounds, (stored, previousReadAt) =>
      this.#adopt(key, bounds, stored, previousReadAt),
    );
  }

  /** Resolves when nothing is under way any more. */
  async close(): Promise<void> {
    await this.#store?.close();
  }

  /** Takes a limit that was met later than the own one, and a rate where there is none. Without limits, the more connections count. */
  #adopt(
    key: string,
    bounds: PaceBounds,
    stored: PaceState,
    previousReadAt = Number.NEGATIVE_INFINITY,
  ): void {
    const now = steadyNow(this.#clock);
    const known = this.#states.get(key);
    const own = this.#recent(key, bounds) ?? startPace(bounds, now);
    // Where this process has passed its limit since, one that was met before it read last is out of date.
    const since = own === known ? previousReadAt - writtenWithinMs : Number.NEGATIVE_INFINITY;
    const isLimitNewer = stored.limit !== undefined && isMetLater(stored.limit, own.limit, since);
    const isUnlimited = own.limit === undefined && own.rate.found === undefined;
    const earned = isUnlimited ? Math.max(own.connections, stored.connections) : own.connections;
    const connections = isLimitNewer ? stored.connections : earned;
    const limit = isLimitNewer ? stored.limit : own.limit;
    const found = own.rate.found ?? stored.rate.found;
    if (!isLimitNewer && connections === own.connections && found === own.rate.found) return;
    const rate = { ...own.rate, found };
    const anew = { acceptedRecipients: 0, mostGreeted: 0, changedAt: now };
    this.#states.set(key, { ...own, ...anew, connections, limit, rate });
    if (connections !== own.connections) this.#onChange(key);
  }

  /** Returns how many recipients a second may be sent; undefined where no limit on them is known. */
  recipientsPerSecond(key: string, bounds: PaceBounds): number | undefined {
    return this.#recent(key, bounds)?.rate.found?.perSecond;
  }

  /** Returns how many recipients may be sent now under all of these keys. */
  recipientsAllowed(keys: Iterable<string>): RecipientAllowance {
    const now = steadyNow(this.#clock);
    let { single, bulk } = unlimitedAllowance;
    for (const key of keys) {
      const rate = this.#states.get(key)?.rate;
      if (rate === undefined) continue;
      const allowed = recipientsAllowed(rate, now);
      single = Math.min(single, allowed.single);
      bulk = Math.min(bulk, allowed.bulk);
    }
    return { single, bulk };
  }

  /** Returns how long no recipient may be sent under these keys, in milliseconds. */
  msToRecipient(keys: Iterable<string>, kind: WorkShare['kind']): number {
    let next = 0;
    for (const key of keys) {
      const rate = this.#states.get(key)?.rate;
      if (rate !== undefined) next = Math.max(next, nextRecipientAt(rate, kind));
    }
    return Math.max(0, Math.ceil(next - steadyNow(this.#clock)));
  }

  /** Records recipients that are sent now. */
  recordSent(keys: Iterable<string>, sent: SentRecipients): void {
    const now = steadyNow(this.#clock);
    for (const key of keys) {
      const state = this.#states.get(key);
      if (state?.rate.found === undefined) continue;
      this.#states.set(key, { ...state, rate: rateAfterSending(state.rate, sent, now) });
    }
  }

  /** Returns how long nobody is to be asked about, after a reply that asked us to slow down, in milliseconds. */
  restMs(key: string): number {
    const state = this.#states.get(key);
    return state === undefined ? 0 : Math.max(0, restUntil(state.rate) - steadyNow(this.#clock));
  }

  #recent(key: string, bounds: PaceBounds): PaceState | undefined {
    const known = this.#states.get(key);
    return known === undefined ? undefined : recentPace(known, bounds, steadyNow(this.#clock));
  }
}

/** The hold of a limit begins when it is met, or passed. What was kept is rounded, so that less than a second is no later. */
function isMetLater(limit: MetLimit, known: MetLimit | undefined, since: number): boolean {
  const metAt = limit.retryAt - limit.holdMs;
  return metAt > (known === undefined ? since : known.retryAt - known.holdMs + 1_000);
}

/** True if something has changed that others can use. */
function hasFoundOut(before: PaceState, after: PaceState): boolean {
  return (
    after.connections !== before.connections ||
    after.limit !== before.limit ||
    after.rate.found !== before.rate.found
  );
}
