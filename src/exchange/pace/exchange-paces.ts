import { boundedMap } from '../../bounded-map.ts';
import { steadyNow } from '../../concurrency/steady-time.ts';
import type { WorkShare } from '../../concurrency/work-share.ts';
import type { Clock } from '../../ports/clock.ts';
import {
  advancePace,
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
    this.#store?.read(key, bounds, (stored) => this.#adopt(key, bounds, stored));
  }

  /** Resolves when nothing is under way any more. */
  async close(): Promise<void> {
    await this.#store?.close();
  }

  /** What this process has found out about limits by itself is newer. */
  #adopt(key: string, bounds: PaceBounds, stored: PaceState): void {
    const own = this.#recent(key, bounds) ?? startPace(bounds, steadyNow(this.#clock));
    if (own.limit !== undefined || own.rate.found !== undefined) return;
    const connections =
      stored.limit === undefined ? Math.max(own.connections, stored.connections) : stored.connections;
    const { limit } = stored;
    const rate = { ...own.rate, found: stored.rate.found };
    this.#states.set(key, { ...own, connections, acceptedRecipients: 0, mostGreeted: 0, limit, rate });
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

/** True if something has changed that others can use. */
function hasFoundOut(before: PaceState, after: PaceState): boolean {
  return (
    after.connections !== before.connections ||
    after.limit !== before.limit ||
    after.rate.found !== before.rate.found
  );
}
