import { steadyNow } from '../../concurrency/steady-time.ts';
import type { Clock } from '../../ports/clock.ts';
import { connectionsForBulk, type PaceState } from '../pace/pace.ts';
import { adoptPace } from '../pace/pace-record.ts';
import { type RecipientRate, restUntil } from '../pace/recipient-rate.ts';
import {
  advanceGate,
  type Gate,
  type GateEvent,
  type GateRules,
  type GateState,
  isBlocked,
  paceOf,
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

/** Who is told of a place. */
export interface GateListener {
  /** It allows other connections than before, or is shut. */
  readonly onChange: (key: string) => void;
  /** Something was found out that others can use. */
  readonly onFound: (place: KeptGate) => void;
}

/** Where an egress asks: the gate there, and the limit that it puts on connections. */
export class KeptGate implements ConnectionLimit {
  readonly scope: ConnectionLimit['scope'];
  /** That of its limits in the store: the egress, a space, and what is counted. */
  readonly key: string;
  readonly #clock: Clock;
  readonly #listener: GateListener;
  rules: GateRules;
  gate: Gate;
  /** False until something was seen there. */
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
    const now = steadyNow(clock);
    this.gate = startGate(rules, now);
    this.#told = stateOf(this.gate, rules, now);
  }

  get rate(): RecipientRate {
    return this.gate.pace.rate;
  }

  set rate(rate: RecipientRate) {
    this.gate = { ...this.gate, pace: { ...this.gate.pace, rate } };
  }

  /** True if recipients are limited by the second. */
  get isRated(): boolean {
    return this.rate.found !== undefined;
  }

  get state(): GateState {
    return stateOf(this.gate, this.rules, steadyNow(this.#clock));
  }

  get maxConnections(): number {
    const now = steadyNow(this.#clock);
    const most = Math.min(paceOf(this.gate, this.rules, now).connections, this.rules.bounds.ceiling);
    const state = stateOf(this.gate, this.rules, now);
    return state.kind === 'trying' ? Math.min(most, state.connections) : most;
  }

  get maxForBulk(): number {
    return connectionsForBulk(this.maxConnections);
  }

  /** For how long nobody is asked about, because the server has asked us to slow down. */
  get restMs(): number {
    const now = steadyNow(this.#clock);
    return Math.max(0, restUntil(paceOf(this.gate, this.rules, now).rate) - now);
  }

  /** True if what was refused in a row shows that the place blocks us. */
  get isBlocked(): boolean {
    return isBlocked(this.gate, this.rules, steadyNow(this.#clock));
  }

  /** Allows what the widest of its hosts does. */
  widen(bounds: GateRules['bounds']): void {
    if (bounds.ceiling <= this.rules.bounds.ceiling) return;
    this.rules = { ...this.rules, bounds };
    if (!this.#isUsed) this.gate = startGate(this.rules, steadyNow(this.#clock));
  }

  record(event: GateEvent): void {
    const now = steadyNow(this.#clock);
    const before = this.gate.pace;
    const after = advanceGate(this.gate, event, this.rules, now);
    if (after === this.gate) return;
    this.gate = after;
    this.#isUsed = true;
    const { connections, limit, rate } = after.pace;
    const isOther = connections !== before.connections;
    if (isOther || limit !== before.limit || rate.found !== before.rate.found) this.#listener.onFound(this);
    const state = stateOf(after, this.rules, now);
    const isChanged = isOther || !isSameState(this.#told, state);
    this.#told = state;
    if (isChanged) this.#listener.onChange(this.key);
  }

  /** Learns what another process, or an earlier one, has found out. `readBefore`: when that was read last. */
  adopt(stored: PaceState, readBefore: number | undefined): void {
    const now = steadyNow(this.#clock);
    const own = paceOf(this.gate, this.rules, now);
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
