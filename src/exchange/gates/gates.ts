import { boundedMap } from '../../bounded-map.ts';
import { steadyNow } from '../../concurrency/steady-time.ts';
import type { WorkShare } from '../../concurrency/work-share.ts';
import { canonicalAddress, countedNetwork } from '../../ip-address.ts';
import type { Cache } from '../../ports/cache.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PauseReason } from '../../ports/leases.ts';
import { beginBlock } from '../egress-blocks.ts';
import type { PaceBounds } from '../pace/pace.ts';
import { type CountedRecipients, nextRecipientAt, rateAfterSending } from '../pace/recipient-rate.ts';
import type { ExchangePolicies } from '../policy.ts';
import { registrableDomain } from '../registrant.ts';
import { type GateEvent, type GateRules, type GateState, hasSaid } from './gate.ts';
import { GateStore } from './gate-store.ts';
import { type ConnectionLimit, KeptGate } from './kept-gate.ts';

/** How many leases there were under each limit of a connection, by its key, once the connection had its own. */
export type HeldLeases = ReadonlyMap<string, number>;

type ConnectionEvent = { readonly kind: 'greeted'; readonly afterMs: number } | { readonly kind: 'refused' };

/** The replies of one group to recipients of one domain, none of which refuses us. */
export interface RecipientReplies {
  readonly domain: string;
  readonly accepted: number;
  readonly missing: number;
  readonly others: number;
}

/** Who has registered domains, as a customer of an exchange. */
interface Registrant {
  readonly key: string;
  /** Until when it counts that it was answered there. */
  servedUntil: number;
  /** There is one once it was limited or refused. */
  gate: KeptGate | undefined;
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
  readonly egress: string;
  readonly policies: ExchangePolicies;
  readonly clock: Clock;
  /** Keeps what was found out about limits and blocks. */
  readonly cache: Cache;
  /** Whether another egress could be asked, so that this one can be careful where it is new. */
  readonly isOneOfSeveral: boolean;
  /** A place that blocks it is asked again at once. Default false. */
  readonly forgetsBlocks?: boolean;
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
/** With another egress to ask through, one that is blocked can stay away for long. */
const blockLengths = {
  forgotten: { firstMs: 1, longestMs: 1 },
  onlyEgress: { firstMs: 600_000, longestMs: 600_000 },
  oneOfSeveral: { firstMs: hourMs, longestMs: 24 * hourMs },
};
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
  readonly #registrants = boundedMap<string, Registrant>(20_000);
  readonly #store: GateStore;
  /** True once a place has a rate, or a registrant a gate: until then, nobody need look for one. */
  #isAnyLimited = false;
  /** Until when addresses come after others, because they did not answer. */
  readonly #last = boundedMap<string, number>(20_000);

  constructor(dependencies: GatesDependencies) {
    const { clock, cache } = dependencies;
    this.#dependencies = dependencies;
    this.#clock = clock;
    this.#store = new GateStore({ cache, clock });
  }

  // ------------------------------------------------------------------------------------------- may it ask?

  /** Returns the state in which a question about a recipient of this domain meets a host: the narrowest that is not open. */
  stateFor(host: string, domain: string): GateState {
    const wide = this.#exchange(host).state;
    const narrow = wide.kind === 'shut' ? undefined : this.#registrantGate(host, domain)?.state;
    return narrow === undefined || narrow.kind === 'open' ? wide : narrow;
  }

  /** Returns whether nobody may be asked about at a host for longer than this. */
  isShutFor(host: string, ms: number): boolean {
    const { state } = this.#exchange(host);
    return state.kind === 'shut' && state.until - steadyNow(this.#clock) > ms;
  }

  /** Returns whether the registrant of a domain was among those that were refused last. */
  hasRefused(host: string, domain: string): boolean {
    const registrant = this.#registrantOf(host, domain);
    return registrant !== undefined && hasSaid(this.#exchange(host).gate.refused, registrant.key);
  }

  connectionsTo(host: string, address: string): number {
    let most = this.#exchange(host).maxConnections;
    for (const gate of this.#addressGates(host, address)) most = Math.min(most, gate.maxConnections);
    return most;
  }

  /** Returns how many connections there may be to what they are counted as: `host:…` or `provider:…`. */
  connectionsCountedAs(countedAs: string): number {
    return this.#countedAs(countedAs).maxConnections;
  }

  /** Returns how it stands with what connections are counted as. `until`: by the time of day. */
  standingAt(countedAs: string): GateStanding {
    const { maxConnections, rate, state } = this.#countedAs(countedAs);
    const isShut = state.kind === 'shut';
    return {
      maxConnections,
      recipientsPerSecond: rate.found?.perSecond ?? null,
      pausedUntil: isShut ? this.#clock.now() + state.until - steadyNow(this.#clock) : null,
      pauseReason: isShut ? state.why : null,
    };
  }

  /**
   * Returns the limits on a connection to a host at one of its IP addresses, in the order in which leases must be
   * acquired. The limit of an address is the same under any name, so that many names together get the connections of one.
   * An IPv6 address has the limit of its /64, and a key of its own to be shut by.
   */
  connectionLimits(host: string, address: string): readonly ConnectionLimit[] {
    const exchange = this.#exchange(host);
    const limits = [exchange, ...this.#addressGates(host, address)];
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
    return this.#isAnyLimited && this.#exchange(host).isRated;
  }

  /** Returns false if nobody of this domain may be asked about at a host now. Otherwise, counts a recipient as sent. */
  claimRecipient(host: string, domain: string, kind: WorkShare['kind']): boolean {
    const rated = this.#ratedGates(host, domain);
    const now = steadyNow(this.#clock);
    if (rated.some(({ rate }) => nextRecipientAt(rate, kind) > now)) return false;
    for (const gate of rated) gate.rate = rateAfterSending(gate.rate, kind, now);
    return true;
  }

  /** Returns how long nobody of this domain may be asked about at a host, in milliseconds. */
  msToRecipient(host: string, domain: string, kind: WorkShare['kind']): number {
    const next = this.#ratedGates(host, domain).map(({ rate }) => nextRecipientAt(rate, kind));
    return Math.max(0, Math.ceil(Math.max(0, ...next) - steadyNow(this.#clock)));
  }

  // ------------------------------------------------------------------------------------------ what was seen

  /** A connection was greeted, or refused in a way that shows a limit. `held`: how many there were under each of its limits. */
  recordConnection(host: string, address: string, held: HeldLeases, event: ConnectionEvent): void {
    for (const gate of this.#gatesAt(host, address)) {
      const connections = held.get(gate.key);
      if (connections === undefined) continue;
      if (event.kind === 'greeted') gate.record({ kind: 'greeted' });
      gate.record({ kind: 'pace', event: { ...event, connections } });
    }
  }

  /** The last connection to an address was not greeted: the next one goes alone. */
  recordUngreeted(host: string, address: string): void {
    for (const gate of this.#addressGates(host, address)) gate.record({ kind: 'ungreeted' });
  }

  /** Nobody answered at an address. */
  recordUnreachable(address: string): void {
    this.#last.set(address, steadyNow(this.#clock) + comesLastMs);
  }

  recordReplies(host: string, address: string, replies: RecipientReplies): void {
    const { domain, accepted, missing, others } = replies;
    const registrant = this.#registrantOf(host, domain);
    const event: GateEvent = { kind: 'answered', registrant: registrant?.key, accepted, missing, others };
    if (registrant !== undefined) registrant.servedUntil = steadyNow(this.#clock) + hourMs;
    this.#exchange(host).record(event);
    registrant?.gate?.record(event);
    if (accepted === 0) return;
    const earned = { kind: 'replies', accepted, missing: 0, others: 0 } as const;
    for (const gate of this.#addressGates(host, address)) gate.record({ kind: 'pace', event: earned });
  }

  /** A reply asks us to slow down. Returns true if that is new. */
  async recordLimit(
    host: string,
    { domain, isOwnPolicy = false, counts }: Refused & { readonly counts: CountedRecipients },
  ): Promise<boolean> {
    this.#isAnyLimited = true;
    const limit = { kind: 'limited', registrant: undefined, isServed: true, counts } as const;
    const registrant = domain === undefined ? undefined : this.#registrantOf(host, domain);
    const isNew = registrant !== undefined && isLonger(this.#ensureGate(registrant, host), limit);
    if (registrant !== undefined && isOwnPolicy) return isNew;
    const exchange = this.#exchange(host);
    const isServed = (registrant?.servedUntil ?? 0) > steadyNow(this.#clock);
    if (!isLonger(exchange, { ...limit, registrant: registrant?.key, isServed })) return isNew;
    const { restMs } = exchange;
    await this.#dependencies.pause(exchange.key, { until: this.#clock.now() + restMs, reason: 'limited' });
    return true;
  }

  /** A reply refuses us. `address`: if the server refuses any recipient. */
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
    if (registrant !== undefined) {
      this.#isAnyLimited = true;
      const narrow = this.#ensureGate(registrant, host);
      narrow.record({ kind: 'refused', registrant: undefined });
      if (narrow.isBlocked) await this.#block(narrow, []);
      if (isOwnPolicy) return;
    }
    exchange.record({ kind: 'refused', registrant: registrant?.key });
    if (exchange.isBlocked) await this.#block(exchange, [exchange]);
  }

  /** A place is shut, as the store says: another process has found that out. `key`: of a connection's limit. */
  recordShut(
    target: { readonly host: string; readonly address: string },
    key: string,
    { reason, until }: { readonly reason: PauseReason; readonly until: number },
  ): void {
    this.#isAnyLimited = true;
    const gate = this.#gatesAt(target.host, target.address).find((each) => each.key === key);
    const steadyUntil = steadyNow(this.#clock) + until - this.#clock.now();
    gate?.record({ kind: reason === 'blocked' ? 'blocked' : 'paused', until: steadyUntil });
  }

  /** A further connection is wanted: learns in the background what was found out before about its limits. */
  recall(host: string, address: string): void {
    for (const gate of this.#gatesAt(host, address))
      this.#store.read(gate, ({ rate }) => {
        this.#isAnyLimited ||= rate.found !== undefined;
      });
  }

  /** Resolves when nothing is under way any more. What is recorded later is not kept. */
  close(): Promise<void> {
    return this.#store.close();
  }

  // ------------------------------------------------------------------------------------------------- places

  #gatesAt(host: string, address: string): readonly KeptGate[] {
    return [this.#exchange(host), ...this.#addressGates(host, address)];
  }

  #exchange(host: string): KeptGate {
    return this.#countedAs(this.#dependencies.policies.policyFor(host).countedAs);
  }

  #countedAs(countedAs: string): KeptGate {
    const known = this.#exchanges.get(countedAs);
    if (known !== undefined) return known;
    const { egress, policies, isOneOfSeveral } = this.#dependencies;
    const gate = this.#createGate(`${egress} ${countedAs}`, 'exchange', {
      bounds: policies.connectionsCountedAs(countedAs),
      tryingConnections: isOneOfSeveral ? tryingAtOnce : Number.POSITIVE_INFINITY,
      provenBy: 'answer',
      hostsOthers: true,
    });
    this.#exchanges.set(countedAs, gate);
    return gate;
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
    let gate = this.#servers.get(network);
    if (gate === undefined) {
      const { egress, policies } = this.#dependencies;
      gate = this.#createGate(`${egress} address:${network}`, 'address', {
        bounds: policies.usualConnections,
        tryingConnections: 1,
        provenBy: 'greeting',
        hostsOthers: false,
      });
      this.#servers.set(network, gate);
    }
    gate.widen(bounds);
    return gate;
  }

  /**
   * Returns whoever has registered the domain of a recipient, as a customer of the exchange. Undefined where it is the
   * domain's own server, for which it speaks.
   */
  #registrantOf(host: string, domain: string): Registrant | undefined {
    const name = registrableDomain(domain);
    if (host === name || host.endsWith(`.${name}`)) return undefined;
    const key = `${this.exchangeKey(host)} domain:${name}`;
    const known = this.#registrants.get(key);
    if (known !== undefined) return known;
    const registrant: Registrant = { key, servedUntil: 0, gate: undefined };
    this.#registrants.set(key, registrant);
    return registrant;
  }

  #registrantGate(host: string, domain: string): KeptGate | undefined {
    return this.#isAnyLimited ? this.#registrantOf(host, domain)?.gate : undefined;
  }

  /** What a registrant is limited to is found out from what the exchange has answered. */
  #ensureGate(registrant: Registrant, host: string): KeptGate {
    if (registrant.gate !== undefined) return registrant.gate;
    const { rules, rate } = this.#exchange(host);
    const own = { ...rules, tryingConnections: Number.POSITIVE_INFINITY, hostsOthers: false };
    const gate = this.#createGate(registrant.key, 'exchange', own, false);
    gate.rate = { ...gate.rate, answered: rate.answered };
    registrant.gate = gate;
    return gate;
  }

  #createGate(key: string, scope: ConnectionLimit['scope'], rules: GateRules, isStored = true): KeptGate {
    return new KeptGate({ key, scope }, rules, {
      clock: this.#clock,
      onChange: this.#dependencies.onChange,
      onFound: (gate) => isStored && this.#store.write(gate),
    });
  }

  #ratedGates(host: string, domain: string): readonly KeptGate[] {
    if (!this.#isAnyLimited) return [];
    const narrow = this.#registrantGate(host, domain);
    return [this.#exchange(host), ...(narrow === undefined ? [] : [narrow])].filter(({ isRated }) => isRated);
  }

  async #block(blocked: KeptGate, paused: readonly KeptGate[]): Promise<void> {
    const { isOneOfSeveral, forgetsBlocks, onBlock, pause } = this.#dependencies;
    const usual = isOneOfSeveral ? blockLengths.oneOfSeveral : blockLengths.onlyEgress;
    const lengths = forgetsBlocks ? blockLengths.forgotten : usual;
    const { durationMs, isNew } = await beginBlock(blocked.key, lengths, this.#dependencies);
    const until = this.#clock.now() + durationMs;
    if (isNew) onBlock(blocked.key.slice(blocked.key.indexOf(' ') + 1), until);
    await Promise.all(paused.map(({ key }) => pause(key, { until, reason: 'blocked' })));
    const steadyUntil = steadyNow(this.#clock) + durationMs;
    for (const gate of new Set([blocked, ...paused])) gate.record({ kind: 'blocked', until: steadyUntil });
  }
}

/** Records a limit. Returns whether nobody is asked about for longer than before. */
function isLonger(gate: KeptGate, limit: GateEvent): boolean {
  const before = gate.restMs;
  gate.record(limit);
  return gate.restMs > before;
}
