import { steadyNow } from '../../concurrency/steady-time.ts';
import type { CacheEntry } from '../../ports/cache.ts';
import type { Clock } from '../../ports/clock.ts';
import { adoptPace, connectionsForBulk, type PaceState, recentPace } from '../pace/pace.ts';
import { type RecipientRate, restUntil } from '../pace/recipient-rate.ts';
import {
  advanceGate,
  type Gate,
  type GateEvent,
  type GateRules,
  type GateState,
  isBlocked,
  startGate,
  stateOf,
} from './gate.ts';

/** A limit on the connections that are counted under one key of the `Leases` port. */
export interface ConnectionLimit {
  readonly key: string;
  /** What it limits: an exchange, or all exchanges of a provider, at any IP address; or an IP address under any name. */
  readonly scope: 'exchange' | 'address';
  /** It may change while a session waits for a lease, so it is read whenever one is asked for. */
  readonly maxConnections: number;
  /** The same for bulk work: where there are several, one is for single requests alone. */
  readonly maxForBulk: number;
  /** A lease lasts so long, whatever becomes of the connection: it limits new ones. Default: as long as the connection. */
  readonly lastsMs?: number;
}

export interface GateListener {
  /** It allows other connections than before, or is shut. */
  readonly onChange: (key: string) => void;
  /** Something was found out that others can use. */
  readonly onFound: (gate: KeptGate) => void;
}

/** The gate of an egress at a place, and the limit that it puts on connections. */
export class KeptGate implements ConnectionLimit {
  /** That of its limits in the store: the egress, a space, and what is counted. */
  readonly key: string;
  readonly scope: ConnectionLimit['scope'];
  /** True once the store was asked for it, and what was written to that last. */
  wasRead = false;
  written: CacheEntry | undefined;
  readonly #clock: Clock;
  readonly #listener: GateListener;
  rules: GateRules;
  gate: Gate;
  #isUsed = false;
  /** As it was told last, or was at first. */
  #told: GateState;

  constructor(
    { key, scope }: Pick<ConnectionLimit, 'key' | 'scope'>,
    rules: GateRules,
    { clock, ...listener }: GateListener & { readonly clock: Clock },
  ) {
    this.key = key;
    this.scope = scope;
    this.#clock = clock;
    this.#listener = listener;
    this.rules = rules;
    this.gate = startGate(rules, steadyNow(clock));
    this.#told = this.state;
  }

  get rate(): RecipientRate {
    return this.gate.pace.rate;
  }

  set rate(rate: RecipientRate) {
    this.gate = { ...this.gate, pace: { ...this.gate.pace, rate } };
  }

  get isRated(): boolean {
    return this.rate.found !== undefined;
  }

  get state(): GateState {
    return stateOf(this.gate, this.rules, this.#now);
  }

  get maxConnections(): number {
    const now = this.#now;
    const state = stateOf(this.gate, this.rules, now);
    const most = Math.min(this.#recentPace(now).connections, this.rules.bounds.ceiling);
    return state.kind === 'trying' ? Math.min(most, state.connections) : most;
  }

  get maxForBulk(): number {
    return connectionsForBulk(this.maxConnections);
  }

  /** For how long nobody is asked about, because the server has asked us to slow down. */
  get restMs(): number {
    const now = this.#now;
    return Math.max(0, restUntil(this.#recentPace(now).rate) - now);
  }

  /** True if what was refused in a row shows that the place blocks us. */
  get isBlocked(): boolean {
    return isBlocked(this.gate, this.rules, this.#now);
  }

  get #now(): number {
    return steadyNow(this.#clock);
  }

  #recentPace(now: number): PaceState {
    return recentPace(this.gate.pace, this.rules.bounds, now);
  }

  /** Allows what the widest of its hosts does. */
  widen(bounds: GateRules['bounds']): void {
    if (bounds.ceiling <= this.rules.bounds.ceiling) return;
    this.rules = { ...this.rules, bounds };
    if (!this.#isUsed) this.gate = startGate(this.rules, this.#now);
  }

  record(event: GateEvent): void {
    const now = this.#now;
    const { pace: before } = this.gate;
    const after = advanceGate(this.gate, event, this.rules, now);
    if (after === this.gate) return;
    this.gate = after;
    this.#isUsed = true;
    const { connections, limit, rate } = after.pace;
    const isOther = connections !== before.connections;
    if (isOther || limit !== before.limit || rate.found !== before.rate.found) this.#listener.onFound(this);
    const told = this.#told;
    this.#told = stateOf(after, this.rules, now);
    if (isOther || !isSameState(told, this.#told)) this.#listener.onChange(this.key);
  }

  /** Learns what another process, or an earlier one, has found out. `readBefore`: when that was read last. */
  adopt(stored: PaceState, readBefore: number | undefined): void {
    const now = this.#now;
    const own = this.#recentPace(now);
    const isOwnOfUse = this.#isUsed && own === this.gate.pace;
    const pace = adoptPace(own, stored, { now, readBefore: isOwnOfUse ? readBefore : undefined });
    if (pace === undefined) return;
    this.gate = { ...this.gate, pace };
    if (pace.connections !== own.connections) this.#listener.onChange(this.key);
  }
}

function isSameState(one: GateState, other: GateState): boolean {
  if (one.kind === 'trying' && other.kind === 'trying') return one.connections === other.connections;
  return one.kind === other.kind;
}
