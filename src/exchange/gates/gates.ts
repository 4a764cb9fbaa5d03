import { isFree } from '../../address/domain-facts.ts';
import { boundedMap } from '../../bounded-map.ts';
import { steadyNow } from '../../concurrency/steady-time.ts';
import type { WorkShare } from '../../concurrency/work-share.ts';
import { canonicalAddress, countedNetwork } from '../../ip-address.ts';
import type { Cache } from '../../ports/cache.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PauseReason } from '../../ports/pacing.ts';
import { adoptPace } from '../pace/adopted-pace.ts';
import { connectionsForBulk, type PaceBounds, type PaceEvent, type PaceState } from '../pace/pace.ts';
import { PaceStore } from '../pace/pace-store.ts';
import {
  type CountedRecipients,
  nextRecipientAt,
  rateAfterSending,
  recipientsAllowed,
  restUntil,
} from '../pace/recipient-rate.ts';
import type { ExchangePolicies } from '../policy.ts';
import { registrableDomain } from '../registrant.ts';
import type { BlockRecords } from './block-records.ts';
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

/** A limit on the connections that are counted under one key of the `Pacing` port. */
export interface ConnectionLimit {
  readonly key: string;
  /** What it limits: an exchange, or all exchanges of a provider, at any IP address; or an IP address under any name. */
  readonly scope: 'exchange' | 'address';
  /** It may change while a session waits for a lease, so it is read whenever one is asked for. */
  readonly maxConnections: number;
  /** The same for bulk work: where there are several, one is for single requests alone. */
  readonly maxForBulk: number;
}

/** How many leases there were under each limit of a connection, by its key, once the connection had its own. */
export type HeldLeases = ReadonlyMap<string, number>;

/** What happens to a connection. */
type ConnectionEvent = { readonly kind: 'greeted'; readonly afterMs: number } | { readonly kind: 'refused' };

/** The replies of one group to recipients of one domain, none of which refuses us. */
export interface RecipientReplies {
  readonly domain: string;
  readonly accepted: number;
  /** Recipients that do not exist. */
  readonly missing: number;
  readonly others: number;
}

/** Whom a reply refuses, or asks to slow down. */
interface Refused {
  /** Domain of the recipient, if one was named before. */
  readonly domain?: string | undefined;
  /** The reply says that it is by a policy of that domain. */
  readonly isOwnPolicy?: boolean;
}

export interface GatesDependencies {
  /** Name of the egress. */
  readonly egress: string;
  readonly policies: ExchangePolicies;
  readonly clock: Clock;
  /** Keeps what was found out about limits. Default: it ends with the process. */
  readonly cache?: Cache;
  readonly blocks: BlockRecords;
  /** Whether another egress could be asked, so that this one can be careful where it is new. */
  readonly isOneOfSeveral: boolean;
  /** Called with the key of a place that allows other connections than before, or is shut. */
  readonly onChange: (key: string) => void;
  /** Called when a block begins. `place`: what connections are counted as, perhaps with one domain there. */
  readonly onBlock: (place: string, until: number) => void;
  /** Shuts a place for all processes. */
  readonly pause: (
    key: string,
    pause: { readonly until: number; readonly reason: PauseReason },
  ) => Promise<void>;
}

/** Connections of one of several egresses to a place that has not answered it yet: so a block costs few. */
const tryingAtOnce = 3;
const hourMs = 3_600_000;
/** How long an address that did not answer comes after the others. */
const comesLastMs = 300_000;

/** Decides whether one egress may ask a place now, and keeps what was seen there. The only class that does. */
export class Gates {
  readonly #dependencies: GatesDependencies;
  readonly #clock: Clock;
  readonly #gates = boundedMap<string, Gate>(20_000);
  readonly #store: PaceStore | undefined;
  /** Until when it counts that a registrant was answered at an exchange, by the key of its gate. */
  readonly #served = boundedMap<string, number>(20_000);
  /** By the key of an IP address: the widest of all hosts seen there. */
  readonly #addressBounds = boundedMap<string, PaceBounds>(20_000);
  /** Until when addresses come after others, because they did not answer. */
  readonly #last = boundedMap<string, number>(20_000);

  constructor(dependencies: GatesDependencies) {
    const { clock, cache } = dependencies;
    this.#dependencies = dependencies;
    this.#clock = clock;
    this.#store = cache && new PaceStore({ cache, clock });
  }

  // ------------------------------------------------------------------------------------------- may it ask?

  /** Returns the state in which a question about a recipient of this domain meets a host: the narrowest that is not open. */
  stateFor(host: string, domain: string): GateState {
    const now = steadyNow(this.#clock);
    const exchange = this.exchangeKey(host);
    const wide = this.#stateOf(exchange, host, now);
    if (wide.kind === 'shut') return wide;
    const narrow = this.#registrantKey(host, domain);
    const state = narrow === undefined ? undefined : this.#stateOf(narrow, host, now);
    return state === undefined || state.kind === 'open' ? wide : state;
  }

  /** Returns whether nobody may be asked about at a host for longer than this. */
  isShutFor(host: string, ms: number): boolean {
    const now = steadyNow(this.#clock);
    const state = this.#stateOf(this.exchangeKey(host), host, now);
    return state.kind === 'shut' && state.until - now > ms;
  }

  /** Returns whether the registrant of a domain was among those that were refused last. */
  hasRefused(host: string, domain: string): boolean {
    const registrant = this.#registrantKey(host, domain);
    return (
      registrant !== undefined &&
      this.#gates.get(this.exchangeKey(host))?.refused.includes(registrant) === true
    );
  }

  /** Returns how many connections to a host at an address may be open now. */
  connectionsTo(host: string, address: string): number {
    return Math.min(...this.connectionLimits(host, address).map(({ maxConnections }) => maxConnections));
  }

  /** Returns how many connections there may be to what they are counted as: `host:…` or `provider:…`. */
  connectionsCountedAs(countedAs: string): number {
    const key = `${this.#dependencies.egress} ${countedAs}`;
    const bounds = this.#dependencies.policies.connectionsCountedAs(countedAs);
    return this.#connections(key, this.#exchangeRules(bounds));
  }

  /** Returns how many recipients a second it may be asked about; undefined where no limit on them is known. */
  recipientsPerSecond(countedAs: string): number | undefined {
    return this.#gates.get(`${this.#dependencies.egress} ${countedAs}`)?.pace.rate.found?.perSecond;
  }

  /** Returns why and until when nobody is asked about there, by the time of day. */
  shutCountedAs(countedAs: string): { readonly why: PauseReason; readonly until: number } | undefined {
    const now = steadyNow(this.#clock);
    const bounds = this.#dependencies.policies.connectionsCountedAs(countedAs);
    const gate = this.#gates.get(`${this.#dependencies.egress} ${countedAs}`);
    const state = gate === undefined ? undefined : stateOf(gate, this.#exchangeRules(bounds), now);
    return state?.kind === 'shut'
      ? { why: state.why, until: this.#clock.now() + state.until - now }
      : undefined;
  }

  /**
   * Returns the limits on a connection to a host at one of its IP addresses, in the order in which leases must be
   * acquired. The limit of an address does not depend on who connects to it, so that a name which some domain gave it
   * takes nothing from the provider behind it, and many names together get the connections of one. An IPv6 address has
   * the limit of its /64, and a key of its own to be shut by.
   */
  connectionLimits(host: string, address: string): readonly ConnectionLimit[] {
    const exchange = this.exchangeKey(host);
    const wide = this.#dependencies.policies.policyFor(host).connections;
    const addressKeys = new Set([this.#addressKey(address), this.#networkKey(address)]);
    for (const key of addressKeys) this.#widenBounds(key, wide);
    return [
      limitOf(exchange, 'exchange', () => this.#connections(exchange, this.#rulesOf(exchange, host))),
      ...Array.from(addressKeys, (key) =>
        limitOf(key, 'address', () => this.#connections(key, this.#rulesOf(key, host))),
      ),
    ];
  }

  /** Returns the key that stands for this egress at a host, or at all hosts of its provider. */
  exchangeKey(host: string): string {
    return `${this.#dependencies.egress} ${this.#dependencies.policies.policyFor(host).countedAs}`;
  }

  /** Orders addresses: those that did not answer lately come last. */
  inOrder(addresses: readonly string[]): readonly string[] {
    const now = steadyNow(this.#clock);
    const isLast = (address: string) => (this.#last.get(this.#addressKey(address)) ?? 0) > now;
    const last = addresses.filter(isLast);
    return last.length === 0 ? addresses : [...addresses.filter((each) => !isLast(each)), ...last];
  }

  // -------------------------------------------------------------------------------- recipients a second

  /** True if recipients at a host are limited by the second: a request may then wait although there is a session for it. */
  isRateLimited(host: string): boolean {
    return this.#gates.get(this.exchangeKey(host))?.pace.rate.found !== undefined;
  }

  /** Returns the recipients that may be asked about now, to be claimed one by one. */
  claims(): RecipientClaims {
    return new RecipientClaims((host, domain) => this.#rateKeys(host, domain), this.#gates, this.#clock);
  }

  /** Returns how long nobody of this domain may be asked about at a host, in milliseconds. */
  msToRecipient(host: string, domain: string, kind: WorkShare['kind']): number {
    let next = 0;
    for (const key of this.#rateKeys(host, domain)) {
      const gate = this.#gates.get(key);
      if (gate !== undefined) next = Math.max(next, nextRecipientAt(gate.pace.rate, kind));
    }
    return Math.max(0, Math.ceil(next - steadyNow(this.#clock)));
  }

  // ------------------------------------------------------------------------------------------ what was seen

  /** A connection was greeted, or refused in a way that shows a limit. `held`: how many there were under each of its limits. */
  recordConnection(host: string, held: HeldLeases, event: ConnectionEvent): void {
    for (const [key, connections] of held) {
      const greeted: GateEvent[] = event.kind === 'greeted' ? [{ kind: 'greeted' }] : [];
      this.#record(key, host, ...greeted, { kind: 'pace', event: { ...event, connections } });
    }
  }

  /** The last connection to an address was not greeted: the next one goes alone. */
  recordUngreeted(host: string, address: string): void {
    for (const key of [this.#addressKey(address), this.#networkKey(address)])
      this.#record(key, host, { kind: 'ungreeted' });
  }

  /** Nobody answered at an address. */
  recordUnreachable(address: string): void {
    this.#last.set(this.#addressKey(address), steadyNow(this.#clock) + comesLastMs);
  }

  /** Recipients were answered on a connection to an address. */
  recordReplies(
    host: string,
    address: string,
    { domain, accepted, missing, others }: RecipientReplies,
  ): void {
    const exchange = this.exchangeKey(host);
    const registrant = this.#registrantKey(host, domain);
    const narrow = registrant !== undefined && this.#gates.has(registrant) ? [registrant] : [];
    const replies: PaceEvent = { kind: 'replies', accepted, missing, others };
    const answered: GateEvent = { kind: 'answered', registrant };
    for (const key of [exchange, ...narrow])
      this.#record(key, host, answered, { kind: 'pace', event: replies });
    if (registrant !== undefined) this.#served.set(registrant, steadyNow(this.#clock) + hourMs);
    if (accepted === 0) return;
    for (const key of new Set([this.#addressKey(address), this.#networkKey(address)]))
      this.#record(key, host, { kind: 'pace', event: { kind: 'replies', accepted, missing: 0, others: 0 } });
  }

  /**
   * A reply asks us to slow down. `domain`: that of the recipient, if one was named before. Returns true if that is new.
   */
  async recordLimit(
    host: string,
    { domain, isOwnPolicy = false, counts }: Refused & { readonly counts: CountedRecipients },
  ): Promise<boolean> {
    const now = steadyNow(this.#clock);
    const exchange = this.exchangeKey(host);
    const registrant = domain === undefined ? undefined : this.#registrantKey(host, domain);
    const isServed = registrant === undefined || (this.#served.get(registrant) ?? 0) > now;
    const before = this.#restMs(exchange, host);
    let isNew = false;
    if (registrant !== undefined) {
      const restBefore = this.#restMs(registrant, host);
      this.#ensureRegistrantGate(registrant, exchange, host);
      this.#record(registrant, host, { kind: 'limited', registrant: undefined, isServed, counts });
      isNew = this.#restMs(registrant, host) > restBefore;
      if (isOwnPolicy) return isNew;
    }
    this.#record(exchange, host, { kind: 'limited', registrant, isServed, counts });
    const restMs = this.#restMs(exchange, host);
    if (restMs <= before) return isNew;
    await this.#dependencies.pause(exchange, { until: this.#clock.now() + restMs, reason: 'limited' });
    return true;
  }

  /** A reply refuses us. `domain`: that of the recipient, if one was named before; `address`: if the server refuses any. */
  async recordRefusal(
    host: string,
    { domain, isOwnPolicy = false, address }: Refused & { readonly address?: string },
  ): Promise<void> {
    const exchange = this.exchangeKey(host);
    if (address !== undefined)
      return await this.#block(host, exchange, [exchange, this.#addressKey(address)]);
    const registrant = domain === undefined ? undefined : this.#registrantKey(host, domain);
    if (registrant !== undefined) {
      this.#record(registrant, host, { kind: 'refused', registrant: undefined });
      if (this.#isBlocked(registrant, host)) await this.#block(host, registrant, []);
      if (isOwnPolicy) return;
    }
    this.#record(exchange, host, { kind: 'refused', registrant });
    if (this.#isBlocked(exchange, host)) await this.#block(host, exchange, [exchange]);
  }

  /** A place is shut, as the store says: another process has found that out. */
  recordShut(
    host: string,
    key: string,
    { reason, until }: { readonly reason: PauseReason; readonly until: number },
  ): void {
    const lastsMs = until - this.#clock.now();
    const steadyUntil = steadyNow(this.#clock) + lastsMs;
    if (reason === 'blocked') this.#record(key, host, { kind: 'blocked', until: steadyUntil });
    else this.#shutFor(key, host, steadyUntil);
  }

  /** A further connection is wanted: learns in the background what was found out before about its limits. */
  recall(host: string, address: string): void {
    const keys = [this.exchangeKey(host), this.#addressKey(address), this.#networkKey(address)];
    for (const key of new Set(keys)) {
      const rules = this.#rulesOf(key, host);
      this.#store?.read(key, rules.bounds, (stored, readBefore) =>
        this.#adopt(key, rules, stored, readBefore),
      );
    }
  }

  /** Resolves when nothing is under way any more. What is recorded later is not kept. */
  async close(): Promise<void> {
    await this.#store?.close();
  }

  // ------------------------------------------------------------------------------------------------- places

  #addressKey(address: string): string {
    return `${this.#dependencies.egress} address:${canonicalAddress(address)}`;
  }

  #networkKey(address: string): string {
    return `${this.#dependencies.egress} address:${countedNetwork(address)}`;
  }

  /**
   * Returns the key of whoever has registered the domain of a recipient, as a customer of the exchange. Undefined where the
   * exchange speaks: for domains at which anybody gets a mailbox, and on a domain's own server.
   */
  #registrantKey(host: string, domain: string): string | undefined {
    if (isFree(domain)) return undefined;
    const registrant = registrableDomain(domain);
    if (host === registrant || host.endsWith(`.${registrant}`)) return undefined;
    return `${this.exchangeKey(host)} domain:${registrant}`;
  }

  *#rateKeys(host: string, domain: string): Iterable<string> {
    yield this.exchangeKey(host);
    const registrant = this.#registrantKey(host, domain);
    if (registrant !== undefined && this.#gates.has(registrant)) yield registrant;
  }

  #rulesOf(key: string, host: string): GateRules {
    if (key.includes(' address:'))
      return {
        bounds: this.#addressBounds.get(key) ?? this.#dependencies.policies.usualConnections,
        tryingConnections: 1,
        provenBy: 'greeting',
        hostsOthers: false,
      };
    const { connections } = this.#dependencies.policies.policyFor(host);
    if (!key.includes(' domain:')) return this.#exchangeRules(connections);
    return {
      ...this.#exchangeRules(connections),
      tryingConnections: Number.POSITIVE_INFINITY,
      hostsOthers: false,
    };
  }

  #exchangeRules(bounds: PaceBounds): GateRules {
    const tryingConnections = this.#dependencies.isOneOfSeveral ? tryingAtOnce : Number.POSITIVE_INFINITY;
    return { bounds, tryingConnections, provenBy: 'answer', hostsOthers: true };
  }

  /** The bounds of an address are the widest of all hosts seen there. */
  #widenBounds(key: string, bounds: PaceBounds): void {
    const known = this.#addressBounds.get(key) ?? this.#dependencies.policies.usualConnections;
    this.#addressBounds.set(key, bounds.ceiling > known.ceiling ? bounds : known);
  }

  // -------------------------------------------------------------------------------------------------- gates

  #stateOf(key: string, host: string, now: number): GateState {
    const gate = this.#gates.get(key);
    const rules = this.#rulesOf(key, host);
    return stateOf(gate ?? startGate(rules, now), rules, now);
  }

  #connections(key: string, rules: GateRules): number {
    const now = steadyNow(this.#clock);
    const gate = this.#gates.get(key) ?? startGate(rules, now);
    const most = Math.min(paceOf(gate, rules, now).connections, rules.bounds.ceiling);
    const state = stateOf(gate, rules, now);
    return state.kind === 'trying' ? Math.min(most, state.connections) : most;
  }

  #restMs(key: string, host: string): number {
    const gate = this.#gates.get(key);
    if (gate === undefined) return 0;
    const now = steadyNow(this.#clock);
    return Math.max(0, restUntil(paceOf(gate, this.#rulesOf(key, host), now).rate) - now);
  }

  #isBlocked(key: string, host: string): boolean {
    const gate = this.#gates.get(key);
    return gate !== undefined && isBlocked(gate, this.#rulesOf(key, host), steadyNow(this.#clock));
  }

  /** What a registrant is limited to is found out from what the exchange has answered, as far as nothing else is known. */
  #ensureRegistrantGate(key: string, exchange: string, host: string): void {
    if (this.#gates.has(key)) return;
    const now = steadyNow(this.#clock);
    const gate = startGate(this.#rulesOf(key, host), now);
    const answered = this.#gates.get(exchange)?.pace.rate.answered;
    const rate = answered === undefined ? gate.pace.rate : { ...gate.pace.rate, answered };
    this.#gates.set(key, { ...gate, pace: { ...gate.pace, rate } });
  }

  #record(key: string, host: string, ...events: readonly GateEvent[]): void {
    const now = steadyNow(this.#clock);
    const rules = this.#rulesOf(key, host);
    const before = this.#gates.get(key) ?? startGate(rules, now);
    let after = before;
    for (const event of events) after = advanceGate(after, event, rules, now);
    if (after === before) return;
    this.#gates.set(key, after);
    if (hasFoundOut(before.pace, after.pace)) this.#store?.write(key, rules.bounds, after.pace);
    if (
      !isSameState(stateOf(before, rules, now), stateOf(after, rules, now)) ||
      before.pace.connections !== after.pace.connections
    )
      this.#dependencies.onChange(key);
  }

  /** Another process has been limited there: nobody is asked about for as long. */
  #shutFor(key: string, host: string, until: number): void {
    const now = steadyNow(this.#clock);
    const rules = this.#rulesOf(key, host);
    const gate = this.#gates.get(key) ?? startGate(rules, now);
    const limitedUntil = Math.max(until, gate.limitedUntil);
    this.#gates.set(key, { ...gate, limitedUntil });
  }

  async #block(host: string, key: string, pausedKeys: readonly string[]): Promise<void> {
    const { blocks, onBlock, pause } = this.#dependencies;
    const { durationMs, isNew } = await blocks.begin(key);
    const until = this.#clock.now() + durationMs;
    if (isNew) onBlock(key.slice(key.indexOf(' ') + 1), until);
    await Promise.all(pausedKeys.map((paused) => pause(paused, { until, reason: 'blocked' })));
    for (const shut of new Set([key, ...pausedKeys]))
      this.#record(shut, host, { kind: 'blocked', until: steadyNow(this.#clock) + durationMs });
  }

  #adopt(key: string, rules: GateRules, stored: PaceState, readBefore: number | undefined): void {
    const now = steadyNow(this.#clock);
    const known = this.#gates.get(key);
    const gate = known ?? startGate(rules, now);
    const own = paceOf(gate, rules, now);
    const isOwnOfUse = known !== undefined && own === known.pace;
    const pace = adoptPace(own, stored, { now, readBefore: isOwnOfUse ? readBefore : undefined });
    if (pace === undefined) return;
    this.#gates.set(key, { ...gate, pace });
    if (pace.connections !== own.connections) this.#dependencies.onChange(key);
  }
}

/** Claims recipients that may be asked about now, one after another, at the rates of their gates. */
export class RecipientClaims {
  readonly #keysOf: (host: string, domain: string) => Iterable<string>;
  readonly #gates: { get(key: string): Gate | undefined; set(key: string, gate: Gate): unknown };
  readonly #clock: Clock;
  readonly #taken = new Map<string, { single: number; bulk: number }>();

  constructor(
    keysOf: (host: string, domain: string) => Iterable<string>,
    gates: { get(key: string): Gate | undefined; set(key: string, gate: Gate): unknown },
    clock: Clock,
  ) {
    this.#keysOf = keysOf;
    this.#gates = gates;
    this.#clock = clock;
  }

  /** Returns false if the recipient may not be asked about now. */
  take(host: string, domain: string, kind: WorkShare['kind']): boolean {
    const now = steadyNow(this.#clock);
    const counted: { single: number; bulk: number }[] = [];
    for (const key of this.#keysOf(host, domain)) {
      const rate = this.#gates.get(key)?.pace.rate;
      if (rate?.found === undefined) continue;
      const allowed = recipientsAllowed(rate, now);
      const taken = this.#taken.get(key) ?? { single: 0, bulk: 0 };
      this.#taken.set(key, taken);
      const isAllowed =
        kind === 'single' ? taken.single < allowed.single : taken.single + taken.bulk < allowed.bulk;
      if (!isAllowed) return false;
      counted.push(taken);
    }
    for (const taken of counted) taken[kind] += 1;
    return true;
  }

  /** Counts the recipients that were taken as sent. To be called once. */
  commit(): void {
    const now = steadyNow(this.#clock);
    const taken = [...this.#taken];
    this.#taken.clear();
    for (const [key, sent] of taken) {
      const gate = this.#gates.get(key);
      if (gate === undefined || sent.single + sent.bulk === 0) continue;
      this.#gates.set(key, {
        ...gate,
        pace: { ...gate.pace, rate: rateAfterSending(gate.pace.rate, sent, now) },
      });
    }
  }
}

function limitOf(key: string, scope: ConnectionLimit['scope'], readMax: () => number): ConnectionLimit {
  return {
    key,
    scope,
    get maxConnections() {
      return readMax();
    },
    get maxForBulk() {
      return connectionsForBulk(readMax());
    },
  };
}

function isSameState(one: GateState, other: GateState): boolean {
  if (one.kind === 'trying' && other.kind === 'trying') return one.connections === other.connections;
  return one.kind === other.kind;
}

/** True if something has changed that others can use. */
function hasFoundOut(before: PaceState, after: PaceState): boolean {
  return (
    after.connections !== before.connections ||
    after.limit !== before.limit ||
    after.rate.found !== before.rate.found
  );
}
