import { boundedMap } from '../../bounded-map.ts';
import { steadyNow } from '../../concurrency/steady-time.ts';
import type { WorkShare } from '../../concurrency/work-share.ts';
import { canonicalAddress, countedNetwork } from '../../ip-address.ts';
import type { Cache } from '../../ports/cache.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PauseReason } from '../../ports/pacing.ts';

import { connectionsForBulk, type PaceBounds, type PaceEvent, type PaceState } from '../pace/pace.ts';
import { adoptPace } from '../pace/pace-record.ts';
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
  /** A lease lasts so long, whatever becomes of the connection: it limits new ones. Default: as long as the connection. */
  readonly lastsMs?: number;
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

/** Where an egress asks, and how it stands there. */
interface KeptGate {
  /** That of its limits in the store: the egress, a space, and what is counted. */
  readonly key: string;
  rules: GateRules;
  gate: Gate;
  /** False until something was seen there. */
  isUsed: boolean;
}

/** A customer of an exchange. */
interface Registrant {
  /** Of its place. Undefined: the exchange is its own. */
  readonly key: string | undefined;
  /** Until when it counts that it was answered there. */
  servedUntil: number;
}

/** Whom a reply refuses, or asks to slow down. */
interface Refused {
  /** Domain of the recipient, if one was named before. */
  readonly domain?: string | undefined;
  /** The reply says that it is by a policy of that domain. */
  readonly isOwnPolicy?: boolean;
}

/** How an egress stands with an exchange or provider. Each is null where there is none. */
interface GateStanding {
  readonly maxConnections: number;
  readonly recipientsPerSecond: number | null;
  readonly pausedUntil: number | null;
  readonly pauseReason: PauseReason | null;
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
const minuteMs = 60_000;
/** How long an address that did not answer comes after the others. */
const comesLastMs = 300_000;

/** Decides whether one egress may ask a place now, and keeps what was seen there. The only class that does. */
export class Gates {
  readonly #dependencies: GatesDependencies;
  readonly #clock: Clock;
  /** By what connections are counted as. */
  readonly #exchanges = boundedMap<string, KeptGate>(20_000);
  /** By IP address or network. */
  readonly #servers = boundedMap<string, KeptGate>(20_000);
  /** By key. */
  readonly #ofRegistrants = boundedMap<string, KeptGate>(20_000);
  readonly #store: PaceStore | undefined;
  /** The keys of registrants, by host and domain. */
  readonly #registrants = boundedMap<string, Registrant>(20_000);
  /** True once a server has asked us to slow down, or a registrant has a gate: until then, nobody need look for one. */
  #isAnyLimited = false;
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
    const exchange = this.#exchange(host);
    const wide = stateOf(exchange.gate, exchange.rules, now);
    if (wide.kind === 'shut' || !this.#isAnyLimited) return wide;
    const registrant = this.#knownRegistrant(host, domain);
    if (registrant === undefined) return wide;
    const narrow = stateOf(registrant.gate, registrant.rules, now);
    return narrow.kind === 'open' ? wide : narrow;
  }

  /** Returns whether nobody may be asked about at a host for longer than this. */
  isShutFor(host: string, ms: number): boolean {
    const now = steadyNow(this.#clock);
    const { gate, rules } = this.#exchange(host);
    const state = stateOf(gate, rules, now);
    return state.kind === 'shut' && state.until - now > ms;
  }

  /** Returns whether the registrant of a domain was among those that were refused last. */
  hasRefused(host: string, domain: string): boolean {
    const { key } = this.#registrantOf(host, domain);
    return key !== undefined && this.#exchange(host).gate.refused.includes(key);
  }

  /** Returns how many connections to a host at an address may be open now. */
  connectionsTo(host: string, address: string): number {
    const now = steadyNow(this.#clock);
    let most = connectionsAt(this.#exchange(host), now);
    for (const place of this.#addressGates(host, address)) most = Math.min(most, connectionsAt(place, now));
    return most;
  }

  /** Returns how many connections there may be to what they are counted as: `host:…` or `provider:…`. */
  connectionsCountedAs(countedAs: string): number {
    return connectionsAt(this.#countedAs(countedAs), steadyNow(this.#clock));
  }

  /** Returns how it stands with what connections are counted as. `until`: by the time of day. */
  standingAt(countedAs: string): GateStanding {
    const now = steadyNow(this.#clock);
    const { gate, rules } = this.#countedAs(countedAs);
    const state = stateOf(gate, rules, now);
    return {
      maxConnections: this.connectionsCountedAs(countedAs),
      recipientsPerSecond: gate.pace.rate.found?.perSecond ?? null,
      pausedUntil: state.kind === 'shut' ? this.#clock.now() + state.until - now : null,
      pauseReason: state.kind === 'shut' ? state.why : null,
    };
  }

  /**
   * Returns the limits on a connection to a host at one of its IP addresses, in the order in which leases must be
   * acquired. The limit of an address does not depend on who connects to it, so that a name which some domain gave it
   * takes nothing from the provider behind it, and many names together get the connections of one. An IPv6 address has
   * the limit of its /64, and a key of its own to be shut by.
   */
  connectionLimits(host: string, address: string): readonly ConnectionLimit[] {
    const limitOf = (place: KeptGate, scope: ConnectionLimit['scope']): ConnectionLimit => {
      const readMost = () => connectionsAt(place, steadyNow(this.#clock));
      return {
        key: place.key,
        scope,
        get maxConnections() {
          return readMost();
        },
        get maxForBulk() {
          return connectionsForBulk(readMost());
        },
      };
    };
    const exchange = this.#exchange(host);
    const limits = [
      limitOf(exchange, 'exchange'),
      ...this.#addressGates(host, address).map((place) => limitOf(place, 'address')),
    ];
    const { newConnectionsPerMinute: most } = this.#dependencies.policies.policyFor(host);
    if (most === undefined) return limits;
    const key = `${exchange.key} minute`;
    return [...limits, { key, scope: 'exchange', maxConnections: most, maxForBulk: most, lastsMs: minuteMs }];
  }

  /** Returns the key that stands for this egress at a host, or at all hosts of its provider. */
  exchangeKey(host: string): string {
    return this.#exchange(host).key;
  }

  /** Orders addresses: those that did not answer lately come last. */
  inOrder(addresses: readonly string[]): readonly string[] {
    const now = steadyNow(this.#clock);
    const isLast = (address: string) => (this.#last.get(address) ?? 0) > now;
    const last = addresses.filter(isLast);
    return last.length === 0 ? addresses : [...addresses.filter((each) => !isLast(each)), ...last];
  }

  // -------------------------------------------------------------------------------- recipients a second

  /** True if recipients at a host are limited by the second: a request may then wait although there is a session for it. */
  isRateLimited(host: string): boolean {
    return this.#isAnyLimited && this.#exchange(host).gate.pace.rate.found !== undefined;
  }

  /** Returns false if nobody of this domain may be asked about at a host now. Otherwise, counts a recipient as sent. */
  claimRecipient(host: string, domain: string, kind: WorkShare['kind']): boolean {
    const places = this.#ratedPlaces(host, domain);
    if (places.length === 0) return true;
    const now = steadyNow(this.#clock);
    if (!places.every(({ gate }) => recipientsAllowed(gate.pace.rate, now)[kind] >= 1)) return false;
    const sent = { single: 0, bulk: 0, [kind]: 1 };
    for (const place of places) {
      const { gate } = place;
      place.gate = { ...gate, pace: { ...gate.pace, rate: rateAfterSending(gate.pace.rate, sent, now) } };
    }
    return true;
  }

  /** Returns how long nobody of this domain may be asked about at a host, in milliseconds. */
  msToRecipient(host: string, domain: string, kind: WorkShare['kind']): number {
    let next = 0;
    for (const { gate } of this.#ratedPlaces(host, domain))
      next = Math.max(next, nextRecipientAt(gate.pace.rate, kind));
    return next === 0 ? 0 : Math.max(0, Math.ceil(next - steadyNow(this.#clock)));
  }

  // ------------------------------------------------------------------------------------------ what was seen

  /** A connection was greeted, or refused in a way that shows a limit. `held`: how many there were under each of its limits. */
  recordConnection(host: string, address: string, held: HeldLeases, event: ConnectionEvent): void {
    for (const place of [this.#exchange(host), ...this.#addressGates(host, address)]) {
      const connections = held.get(place.key);
      if (connections === undefined) continue;
      if (event.kind === 'greeted') this.#record(place, { kind: 'greeted' });
      this.#record(place, { kind: 'pace', event: { ...event, connections } });
    }
  }

  /** The last connection to an address was not greeted: the next one goes alone. */
  recordUngreeted(host: string, address: string): void {
    for (const place of this.#addressGates(host, address)) this.#record(place, { kind: 'ungreeted' });
  }

  /** Nobody answered at an address. */
  recordUnreachable(address: string): void {
    this.#last.set(address, steadyNow(this.#clock) + comesLastMs);
  }

  /** Recipients were answered on a connection to an address. */
  recordReplies(host: string, address: string, replies: RecipientReplies): void {
    const { domain, accepted, missing, others } = replies;
    const registrant = this.#registrantOf(host, domain);
    const event: GateEvent = { kind: 'answered', registrant: registrant.key, accepted, missing, others };
    registrant.servedUntil = steadyNow(this.#clock) + hourMs;
    this.#record(this.#exchange(host), event);
    const known = this.#isAnyLimited ? this.#knownRegistrant(host, domain) : undefined;
    if (known !== undefined) this.#record(known, event);
    if (accepted === 0) return;
    const earned: PaceEvent = { kind: 'replies', accepted, missing: 0, others: 0 };
    for (const place of this.#addressGates(host, address))
      this.#record(place, { kind: 'pace', event: earned });
  }

  /**
   * A reply asks us to slow down. `domain`: that of the recipient, if one was named before. Returns true if that is new.
   */
  async recordLimit(
    host: string,
    { domain, isOwnPolicy = false, counts }: Refused & { readonly counts: CountedRecipients },
  ): Promise<boolean> {
    this.#isAnyLimited = true;
    const exchange = this.#exchange(host);
    const before = this.#restMs(exchange);
    const registrant = domain === undefined ? undefined : this.#registrantOf(host, domain);
    const narrow = registrant && this.#ensureRegistrant(registrant, exchange);
    let isNew = false;
    if (narrow !== undefined) {
      const restBefore = this.#restMs(narrow);
      this.#record(narrow, { kind: 'limited', registrant: undefined, isServed: true, counts });
      isNew = this.#restMs(narrow) > restBefore;
      if (isOwnPolicy) return isNew;
    }
    const isServed = (registrant?.servedUntil ?? 0) > steadyNow(this.#clock);
    this.#record(exchange, { kind: 'limited', registrant: registrant?.key, isServed, counts });
    const restMs = this.#restMs(exchange);
    if (restMs <= before) return isNew;
    await this.#dependencies.pause(exchange.key, { until: this.#clock.now() + restMs, reason: 'limited' });
    return true;
  }

  /** A reply refuses us. `domain`: that of the recipient, if one was named before; `address`: if the server refuses any. */
  async recordRefusal(
    host: string,
    { domain, isOwnPolicy = false, address }: Refused & { readonly address?: string },
  ): Promise<void> {
    const exchange = this.#exchange(host);
    if (address !== undefined) {
      const [server = exchange] = this.#addressGates(host, address);
      return await this.#block(exchange, [exchange, server]);
    }
    const registrant = domain === undefined ? undefined : this.#registrantOf(host, domain);
    const narrow = registrant && this.#ensureRegistrant(registrant, exchange);
    if (narrow !== undefined) {
      this.#isAnyLimited = true;
      this.#record(narrow, { kind: 'refused', registrant: undefined });
      if (isBlocked(narrow.gate, narrow.rules, steadyNow(this.#clock))) await this.#block(narrow, []);
      if (isOwnPolicy) return;
    }
    this.#record(exchange, { kind: 'refused', registrant: registrant?.key });
    if (isBlocked(exchange.gate, exchange.rules, steadyNow(this.#clock)))
      await this.#block(exchange, [exchange]);
  }

  /** A place is shut, as the store says: another process has found that out. `key`: of a connection's limit. */
  recordShut(
    target: { readonly host: string; readonly address: string },
    key: string,
    { reason, until }: { readonly reason: PauseReason; readonly until: number },
  ): void {
    this.#isAnyLimited = true;
    const places = [this.#exchange(target.host), ...this.#addressGates(target.host, target.address)];
    const place = places.find((each) => each.key === key);
    const steadyUntil = steadyNow(this.#clock) + until - this.#clock.now();
    if (place === undefined) return;
    this.#record(place, { kind: reason === 'blocked' ? 'blocked' : 'paused', until: steadyUntil });
  }

  /** A further connection is wanted: learns in the background what was found out before about its limits. */
  recall(host: string, address: string): void {
    for (const place of [this.#exchange(host), ...this.#addressGates(host, address)])
      this.#store?.read(place.key, place.rules.bounds, (stored, readBefore) =>
        this.#adopt(place, stored, readBefore),
      );
  }

  /** Resolves when nothing is under way any more. What is recorded later is not kept. */
  async close(): Promise<void> {
    await this.#store?.close();
  }

  // ------------------------------------------------------------------------------------------------- places

  #exchange(host: string): KeptGate {
    return this.#countedAs(this.#dependencies.policies.policyFor(host).countedAs);
  }

  #countedAs(countedAs: string): KeptGate {
    const known = this.#exchanges.get(countedAs);
    if (known !== undefined) return known;
    const { egress, policies, isOneOfSeveral } = this.#dependencies;
    const place = this.#createPlace(`${egress} ${countedAs}`, {
      bounds: policies.connectionsCountedAs(countedAs),
      tryingConnections: isOneOfSeveral ? tryingAtOnce : Number.POSITIVE_INFINITY,
      provenBy: 'answer',
      hostsOthers: true,
    });
    this.#exchanges.set(countedAs, place);
    return place;
  }

  /** An IP address, and its IPv6 network. Their bounds are the widest of all hosts seen there. */
  #addressGates(host: string, address: string): readonly KeptGate[] {
    const { connections } = this.#dependencies.policies.policyFor(host);
    const own = canonicalAddress(address);
    const network = countedNetwork(address);
    const server = this.#server(own, connections);
    return network === own ? [server] : [server, this.#server(network, connections)];
  }

  #server(network: string, bounds: PaceBounds): KeptGate {
    let place = this.#servers.get(network);
    if (place === undefined) {
      const { egress, policies } = this.#dependencies;
      place = this.#createPlace(`${egress} address:${network}`, {
        bounds: policies.usualConnections,
        tryingConnections: 1,
        provenBy: 'greeting',
        hostsOthers: false,
      });
      this.#servers.set(network, place);
    }
    if (bounds.ceiling > place.rules.bounds.ceiling) {
      place.rules = { ...place.rules, bounds };
      if (!place.isUsed) place.gate = startGate(place.rules, steadyNow(this.#clock));
    }
    return place;
  }

  /**
   * Returns whoever has registered the domain of a recipient, as a customer of the exchange. Without a key where it is the
   * domain's own server, for which it speaks.
   */
  #registrantOf(host: string, domain: string): Registrant {
    const question = `${host} ${domain}`;
    const known = this.#registrants.get(question);
    if (known !== undefined) return known;
    const name = registrableDomain(domain);
    const isCustomer = host !== name && !host.endsWith(`.${name}`);
    const key = isCustomer ? `${this.exchangeKey(host)} domain:${name}` : undefined;
    const registrant = { key, servedUntil: 0 };
    this.#registrants.set(question, registrant);
    return registrant;
  }

  /** Returns the gate of a registrant, if there is one. */
  #knownRegistrant(host: string, domain: string): KeptGate | undefined {
    const { key } = this.#registrantOf(host, domain);
    return key === undefined ? undefined : this.#ofRegistrants.get(key);
  }

  /** What a registrant is limited to is found out from what the exchange has answered, as far as nothing else is known. */
  #ensureRegistrant({ key }: Registrant, { gate, rules }: KeptGate): KeptGate | undefined {
    if (key === undefined) return undefined;
    const known = this.#ofRegistrants.get(key);
    if (known !== undefined) return known;
    const place = this.#createPlace(key, {
      ...rules,
      tryingConnections: Number.POSITIVE_INFINITY,
      hostsOthers: false,
    });
    const { pace } = place.gate;
    const rate = { ...pace.rate, answered: gate.pace.rate.answered };
    place.gate = { ...place.gate, pace: { ...pace, rate } };
    this.#ofRegistrants.set(key, place);
    return place;
  }

  #createPlace(key: string, rules: GateRules): KeptGate {
    return { key, rules, gate: startGate(rules, steadyNow(this.#clock)), isUsed: false };
  }

  /** The places with a rate of recipients. */
  #ratedPlaces(host: string, domain: string): readonly KeptGate[] {
    if (!this.#isAnyLimited) return [];
    const registrant = this.#knownRegistrant(host, domain);
    return [this.#exchange(host), ...(registrant === undefined ? [] : [registrant])].filter(
      ({ gate }) => gate.pace.rate.found !== undefined,
    );
  }

  // -------------------------------------------------------------------------------------------------- gates

  #restMs({ gate, rules }: KeptGate): number {
    const now = steadyNow(this.#clock);
    return Math.max(0, restUntil(paceOf(gate, rules, now).rate) - now);
  }

  #record(place: KeptGate, event: GateEvent): void {
    const now = steadyNow(this.#clock);
    const { key, rules, gate: before } = place;
    const after = advanceGate(before, event, rules, now);
    if (after === before) return;
    place.gate = after;
    place.isUsed = true;
    if (hasFoundOut(before.pace, after.pace)) this.#store?.write(key, rules.bounds, after.pace);
    const isChanged =
      before.pace.connections !== after.pace.connections ||
      !isSameState(stateOf(before, rules, now), stateOf(after, rules, now));
    if (isChanged) this.#dependencies.onChange(key);
  }

  async #block(blocked: KeptGate, paused: readonly KeptGate[]): Promise<void> {
    const { blocks, onBlock, pause } = this.#dependencies;
    const { durationMs, isNew } = await blocks.begin(blocked.key);
    const until = this.#clock.now() + durationMs;
    if (isNew) onBlock(blocked.key.slice(blocked.key.indexOf(' ') + 1), until);
    await Promise.all(paused.map(({ key }) => pause(key, { until, reason: 'blocked' })));
    const steadyUntil = steadyNow(this.#clock) + durationMs;
    for (const place of new Set([blocked, ...paused]))
      this.#record(place, { kind: 'blocked', until: steadyUntil });
  }

  #adopt(place: KeptGate, stored: PaceState, readBefore: number | undefined): void {
    const now = steadyNow(this.#clock);
    const own = paceOf(place.gate, place.rules, now);
    const isOwnOfUse = place.isUsed && own === place.gate.pace;
    const pace = adoptPace(own, stored, { now, readBefore: isOwnOfUse ? readBefore : undefined });
    if (pace === undefined) return;
    place.gate = { ...place.gate, pace };
    this.#isAnyLimited ||= pace.rate.found !== undefined;
    if (pace.connections !== own.connections) this.#dependencies.onChange(place.key);
  }
}

function connectionsAt({ gate, rules }: KeptGate, now: number): number {
  const most = Math.min(paceOf(gate, rules, now).connections, rules.bounds.ceiling);
  const state = stateOf(gate, rules, now);
  return state.kind === 'trying' ? Math.min(most, state.connections) : most;
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
