import { boundedMap } from '../bounded-map.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import { canonicalAddress, countedNetwork, isLoopback } from '../ip-address.ts';
import type { Clock } from '../ports/clock.ts';
import { providerOf } from './provider.ts';

/** The limits and features to use with one exchange. */
export interface ExchangePolicy {
  /** The name by which connections are counted: the provider if it limits all its hosts together, else the host. */
  readonly pacingKey: string;
  /** Concurrent connections under this key. */
  readonly maxConnections: number;
  /** Whether PIPELINING is used if the exchange offers it. */
  readonly pipelining: boolean;
  /** Whether STARTTLS is used if the exchange offers it. */
  readonly tls: boolean;
  readonly recipientsPerTransaction: number;
  /** The session ends with QUIT after this many recipients. */
  readonly recipientsPerSession: number;
  /** The session ends after this many refusals, before the server's own limit: Postfix slows down at 10. */
  readonly refusalsPerSession: number;
}

/** A limit on the connections that are counted under one key of the `Pacing` port. */
export interface ConnectionLimit {
  readonly key: string;
  /** What it limits: an exchange, or all exchanges of a provider, at any IP address; or an IP address under any name. */
  readonly scope: 'exchange' | 'address';
  /** A lesson may lower it while a session waits for a lease, so it is read whenever one is asked for. */
  readonly maxConnections: number;
}

/** Limits on sessions with exchanges. They apply to every exchange that has no stricter limit of its own. */
export interface PolicyOptions {
  /** Concurrent connections to one exchange. Default 2. Some providers have limits of their own instead. */
  connectionsPerExchange?: number;
  /** RCPT commands in one transaction. Default 10; always 1 at Google, Microsoft and Yahoo. */
  recipientsPerTransaction?: number;
  /** Recipients after which a session ends with QUIT. Default 50. */
  recipientsPerSession?: number;
  /** Refusals after which a session ends. Default 8. */
  refusalsPerSession?: number;
}

/** What an exchange taught us: something that it lacks or limits. A lesson only ever makes its policy stricter. */
export type Lesson =
  | { readonly kind: 'no-pipelining' }
  | { readonly kind: 'no-tls' }
  | { readonly kind: 'max-connections'; readonly count: number }
  | { readonly kind: 'recipients-per-transaction'; readonly count: number }
  | { readonly kind: 'refusals-per-session'; readonly count: number };

/** What all lessons of one exchange change in its policy. */
interface Learned {
  policy: Partial<ExchangePolicy>;
  readonly expiresAt: number;
}

/** The connections that the server at an IP address once refused to exceed. */
interface AddressLesson {
  readonly maxConnections: number;
  readonly expiresAt: number;
}

const lessonTtlMs = 3_600_000;
/** How long a host counts as one that greets its clients. */
const greetingTtlMs = 3_600_000;

/** The policy of each exchange: the defaults, the limits of its provider, and its lessons of the last hour. */
export class ExchangePolicies {
  readonly #clock: Clock;
  readonly #defaults: Required<PolicyOptions>;
  readonly #basePolicies = boundedMap<string, ExchangePolicy>(20_000);
  readonly #learned = boundedMap<string, Learned>(20_000);
  /** Until when each host counts as one that greets. */
  readonly #greeting = boundedMap<string, number>(20_000);
  /** By IP address, where the exchange of a provider has more connections than another exchange. */
  readonly #addressLimits = boundedMap<string, number>(20_000);
  readonly #addressLessons = boundedMap<string, AddressLesson>(20_000);

  constructor(clock: Clock, options: PolicyOptions = {}) {
    this.#clock = clock;
    this.#defaults = {
      connectionsPerExchange: options.connectionsPerExchange ?? 2,
      recipientsPerTransaction: options.recipientsPerTransaction ?? 10,
      recipientsPerSession: options.recipientsPerSession ?? 50,
      refusalsPerSession: options.refusalsPerSession ?? 8,
    };
  }

  /** Returns the policy to use with a host now. */
  policyFor(host: string): ExchangePolicy {
    const learned = this.#recent(this.#learned.get(host));
    const base = this.#basePolicies.get(host) ?? this.#createBasePolicy(host);
    return learned === undefined ? base : { ...base, ...learned.policy };
  }

  /**
   * Returns how many connections to a host may be open now. A host that has not greeted anybody within the last hour,
   * or not at the last attempt, gets one at a time: it may let connections hang.
   */
  connectionsTo(host: string): number {
    const greets = (this.#greeting.get(host) ?? 0) > steadyNow(this.#clock);
    return greets ? this.policyFor(host).maxConnections : 1;
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
    const exchangeLimit = limitOf(this.policyFor(host).pacingKey, {
      scope: 'exchange',
      readMax: () => this.policyFor(host).maxConnections,
    });
    const ownKey = addressPacingKey(address);
    if (ownKey === undefined) return [exchangeLimit];
    const key = `address:${countedNetwork(address)}`;
    const usual = this.#defaults.connectionsPerExchange;
    const known = this.#addressLimits.get(key) ?? usual;
    const addressLimit = Math.max(known, providerOf(host)?.maxConnections ?? usual);
    if (addressLimit > known) this.#addressLimits.set(key, addressLimit);
    const addressLimits = [...new Set([ownKey, key])].map((limitKey) =>
      limitOf(limitKey, { scope: 'address', readMax: () => this.#lowered(limitKey, addressLimit) }),
    );
    return [exchangeLimit, ...addressLimits];
  }

  /**
   * Returns the keys that stand for the server at an IP address of a host, by whatever name. Its IPv6 /64 is not among
   * them: many customers of a hosting company may share that.
   */
  serverKeys(host: string, address: string): readonly string[] {
    const { pacingKey } = this.policyFor(host);
    const ownKey = addressPacingKey(address);
    return ownKey === undefined ? [pacingKey] : [pacingKey, ownKey];
  }

  /** Creates the policy without lessons. */
  #createBasePolicy(host: string): ExchangePolicy {
    const provider = providerOf(host);
    const providerLimit = provider?.maxConnections;
    const policy: ExchangePolicy = {
      pacingKey:
        provider !== undefined && providerLimit !== undefined ? `provider:${provider.id}` : `host:${host}`,
      maxConnections: providerLimit ?? this.#defaults.connectionsPerExchange,
      pipelining: true,
      tls: true,
      recipientsPerTransaction: Math.min(
        provider?.recipientsPerTransaction ?? Number.POSITIVE_INFINITY,
        this.#defaults.recipientsPerTransaction,
      ),
      recipientsPerSession: this.#defaults.recipientsPerSession,
      refusalsPerSession: this.#defaults.refusalsPerSession,
    };
    this.#basePolicies.set(host, policy);
    return policy;
  }

  /** Applies a lesson to the policy of a host. All lessons of a host expire one hour after the first. */
  learn(host: string, lesson: Lesson): void {
    const policy = this.policyFor(host);
    const learned = this.#recent(this.#learned.get(host)) ?? {
      policy: {},
      expiresAt: steadyNow(this.#clock) + lessonTtlMs,
    };
    learned.policy = { ...learned.policy, ...stricterPolicy(policy, lesson) };
    this.#learned.set(host, learned);
  }

  /**
   * Lowers the limit of an IP address, under all names, to this number of connections, which the server there refused to
   * exceed. Like the lessons of a host, it expires one hour after the first one.
   */
  learnAddressLimit(address: string, connections: number): void {
    const key = addressPacingKey(address);
    if (key === undefined) return;
    const known = this.#recent(this.#addressLessons.get(key));
    this.#addressLessons.set(key, {
      maxConnections: atLeastOne(Math.min(connections, known?.maxConnections ?? connections)),
      expiresAt: known?.expiresAt ?? steadyNow(this.#clock) + lessonTtlMs,
    });
  }

  #lowered(key: string, addressLimit: number): number {
    const lesson = this.#recent(this.#addressLessons.get(key));
    return Math.min(addressLimit, lesson?.maxConnections ?? addressLimit);
  }

  /** Returns what was learned within the last hour. */
  #recent<Learning extends { readonly expiresAt: number }>(
    learned: Learning | undefined,
  ): Learning | undefined {
    return learned !== undefined && learned.expiresAt > steadyNow(this.#clock) ? learned : undefined;
  }
}

/**
 * Returns the key that stands for the server at an IP address, by whatever name. Undefined for a loopback address, which
 * stands for many servers.
 */
export function addressPacingKey(address: string): string | undefined {
  return isLoopback(address) ? undefined : `address:${canonicalAddress(address)}`;
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

function stricterPolicy(policy: ExchangePolicy, lesson: Lesson): Partial<ExchangePolicy> {
  switch (lesson.kind) {
    case 'no-pipelining':
      return { pipelining: false };
    case 'no-tls':
      return { tls: false };
    case 'max-connections':
      return { maxConnections: atLeastOne(Math.min(policy.maxConnections, lesson.count)) };
    case 'recipients-per-transaction':
      return {
        recipientsPerTransaction: atLeastOne(Math.min(policy.recipientsPerTransaction, lesson.count)),
      };
    case 'refusals-per-session':
      return { refusalsPerSession: atLeastOne(Math.min(policy.refusalsPerSession, lesson.count)) };
  }
}

function atLeastOne(count: number): number {
  return Math.max(1, Math.floor(count));
}
