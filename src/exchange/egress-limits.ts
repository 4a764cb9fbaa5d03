import { boundedMap } from '../bounded-map.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import { canonicalAddress, countedNetwork, isLoopback } from '../ip-address.ts';
import type { Clock } from '../ports/clock.ts';
import { atLeastOne, type ExchangePolicies } from './policy.ts';
import { providerOf } from './provider.ts';

/** A limit on the connections that are counted under one key of the `Pacing` port. */
export interface ConnectionLimit {
  readonly key: string;
  /** What it limits: an exchange, or all exchanges of a provider, at any IP address; or an IP address under any name. */
  readonly scope: 'exchange' | 'address';
  /** A lesson may lower it while a session waits for a lease, so it is read whenever one is asked for. */
  readonly maxConnections: number;
}

/** The connections that a host, or the server at an IP address, once refused to exceed. */
interface ConnectionLesson {
  readonly maxConnections: number;
  readonly expiresAt: number;
}

const lessonTtlMs = 3_600_000;
/** How long a host counts as one that greets its clients. */
const greetingTtlMs = 3_600_000;

/**
 * What exchanges allow one egress, because they count by the address of their client: connections, and whether they
 * greet it. The keys of its limits carry its name, so that they are shared with the same egress of other processes.
 */
export class EgressLimits {
  readonly #egress: string;
  readonly #policies: ExchangePolicies;
  readonly #clock: Clock;
  /** By host, or by the key of an IP address. */
  readonly #lessons = boundedMap<string, ConnectionLesson>(20_000);
  /** Until when each host counts as one that greets. */
  readonly #greeting = boundedMap<string, number>(20_000);
  /** By IP address, where the exchange of a provider has more connections than another exchange. */
  readonly #addressLimits = boundedMap<string, number>(20_000);

  constructor(egress: string, policies: ExchangePolicies, clock: Clock) {
    this.#egress = egress;
    this.#policies = policies;
    this.#clock = clock;
  }

  /** Returns how many connections a host, or its provider, accepts from this egress. */
  maxConnections(host: string): number {
    return this.#lowered(host, this.#policies.policyFor(host).maxConnections);
  }

  /** Lowers the limit of a host to this number of connections, which it refused to exceed. */
  learnMaxConnections(host: string, connections: number): void {
    this.#learn(host, connections);
  }

  /** The same for the server at an IP address, under all names. */
  learnAddressLimit(address: string, connections: number): void {
    const key = this.addressKey(address);
    if (key !== undefined) this.#learn(key, connections);
  }

  /**
   * Returns how many connections to a host may be open now. A host that has not greeted this egress within the last hour,
   * or not at the last attempt, gets one at a time: it may let connections hang.
   */
  connectionsTo(host: string): number {
    const greets = (this.#greeting.get(host) ?? 0) > steadyNow(this.#clock);
    return greets ? this.maxConnections(host) : 1;
  }

  /** Records whether a host has greeted us on a connection. */
  recordGreeting(host: string, greeted: boolean): void {
    this.#greeting.set(host, greeted ? steadyNow(this.#clock) + greetingTtlMs : 0);
  }

  /**
   * Returns the limits on a connection to a host at one of its IP addresses, in the order in which leases must be
   * acquired. The limit of an address does not depend on who connects to it, so that a name which some domain gave it
   * takes nothing from the provider behind it, and many names together get the connections of one. A loopback address
   * has no limit of its own: in a test network it stands for many exchanges. An IPv6 address has the limit of its /64,
   * and a key of its own to be paused by, and for lessons.
   */
  connectionLimits(host: string, address: string): readonly ConnectionLimit[] {
    const exchangeLimit = limitOf(this.exchangeKey(host), {
      scope: 'exchange',
      readMax: () => this.maxConnections(host),
    });
    const ownKey = this.addressKey(address);
    if (ownKey === undefined) return [exchangeLimit];
    const key = this.#keyOf(countedNetwork(address));
    const usual = this.#policies.usualConnections;
    const known = this.#addressLimits.get(key) ?? usual;
    const addressLimit = Math.max(known, providerOf(host)?.maxConnections ?? usual);
    if (addressLimit > known) this.#addressLimits.set(key, addressLimit);
    const addressLimits = [...new Set([ownKey, key])].map((limitKey) =>
      limitOf(limitKey, { scope: 'address', readMax: () => this.#lowered(limitKey, addressLimit) }),
    );
    return [exchangeLimit, ...addressLimits];
  }

  /** Returns the key that stands for this egress at a host, or at all hosts of its provider. */
  exchangeKey(host: string): string {
    return `${this.#egress} ${this.#policies.policyFor(host).countedAs}`;
  }

  /**
   * Returns the keys that stand for the server at an IP address of a host, by whatever name. Its IPv6 /64 is not among
   * them: many customers of a hosting company may share that.
   */
  serverKeys(host: string, address: string): readonly string[] {
    const exchangeKey = this.exchangeKey(host);
    const ownKey = this.addressKey(address);
    return ownKey === undefined ? [exchangeKey] : [exchangeKey, ownKey];
  }

  /**
   * Returns the key that stands for this egress at the server at an IP address, by whatever name. Undefined for a
   * loopback address, which stands for many servers.
   */
  addressKey(address: string): string | undefined {
    return isLoopback(address) ? undefined : this.#keyOf(canonicalAddress(address));
  }

  #keyOf(network: string): string {
    return `${this.#egress} address:${network}`;
  }

  /** What was learned at a place expires one hour after the first time. */
  #learn(place: string, connections: number): void {
    const known = this.#recent(place);
    this.#lessons.set(place, {
      maxConnections: atLeastOne(Math.min(connections, known?.maxConnections ?? connections)),
      expiresAt: known?.expiresAt ?? steadyNow(this.#clock) + lessonTtlMs,
    });
  }

  #lowered(place: string, limit: number): number {
    return Math.min(limit, this.#recent(place)?.maxConnections ?? limit);
  }

  #recent(place: string): ConnectionLesson | undefined {
    const lesson = this.#lessons.get(place);
    return lesson !== undefined && lesson.expiresAt > steadyNow(this.#clock) ? lesson : undefined;
  }
}

function limitOf(
  key: string,
  { scope, readMax }: { readonly scope: ConnectionLimit['scope']; readonly readMax: () => number },
): ConnectionLimit {
  return {
    key,
    scope,
    get maxConnections() {
      return readMax();
    },
  };
}
