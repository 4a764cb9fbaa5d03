import { boundedMap } from '../bounded-map.ts';
import type { Clock } from '../ports.ts';
import { providerOf } from './provider.ts';

/** The limits and features to use with one exchange. */
export interface ExchangePolicy {
  /** What connections are counted by: the provider if it limits all its hosts together, otherwise the host. */
  readonly pacingKey: string;
  readonly maxConnections: number;
  readonly pipelining: boolean;
  readonly tls: boolean;
  readonly recipientsPerTransaction: number;
  /** The session ends with QUIT after this many recipients. */
  readonly recipientsPerSession: number;
  /** The session ends after this many refusals, before the server's own limit: Postfix slows down at 10. */
  readonly refusalsPerSession: number;
}

/** Limits for all exchanges. */
export interface PolicyOptions {
  /** Concurrent connections to one exchange. Default 2; the limit of a known provider comes first. */
  connectionsPerExchange?: number;
  /** RCPT commands in one transaction. Default 10; always 1 at Google, Microsoft and Yahoo. */
  recipientsPerTransaction?: number;
  /** Recipients after which a session ends with QUIT. Default 50. */
  recipientsPerSession?: number;
  /** Refusals after which a session ends. Default 8. */
  refusalsPerSession?: number;
}

/** A limitation observed at an exchange. Applying one can only make the policy stricter. */
export type Restriction =
  | { readonly kind: 'no-pipelining' }
  | { readonly kind: 'no-tls' }
  | { readonly kind: 'max-connections'; readonly count: number }
  | { readonly kind: 'recipients-per-transaction'; readonly count: number }
  | { readonly kind: 'refusals-per-session'; readonly count: number };

interface ObservedLimits {
  policy: Partial<ExchangePolicy>;
  readonly expiresAt: number;
}

const restrictionTtlMs = 3_600_000;

/** The policy of each exchange: the defaults, the limits of its provider, and restrictions of the last hour. */
export class ExchangePolicies {
  readonly #clock: Clock;
  readonly #defaults: Required<PolicyOptions>;
  readonly #basePolicies = boundedMap<string, ExchangePolicy>(20_000);
  readonly #observed = boundedMap<string, ObservedLimits>(20_000);

  constructor(clock: Clock, options: PolicyOptions = {}) {
    this.#clock = clock;
    this.#defaults = {
      connectionsPerExchange: options.connectionsPerExchange ?? 2,
      recipientsPerTransaction: options.recipientsPerTransaction ?? 10,
      recipientsPerSession: options.recipientsPerSession ?? 50,
      refusalsPerSession: options.refusalsPerSession ?? 8,
    };
  }

  policyFor(host: string): ExchangePolicy {
    const observed = this.#recent(host);
    const base = this.#basePolicies.get(host) ?? this.#createBasePolicy(host);
    return observed === undefined ? base : { ...base, ...observed.policy };
  }

  /** The policy without observed restrictions. */
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

  /** Applies a restriction to the policy of a host, for one hour after the first one. */
  restrict(host: string, restriction: Restriction): void {
    const policy = this.policyFor(host);
    const observed = this.#recent(host) ?? {
      policy: {},
      expiresAt: this.#clock.now() + restrictionTtlMs,
    };
    observed.policy = { ...observed.policy, ...stricterLimits(policy, restriction) };
    this.#observed.set(host, observed);
  }

  #recent(host: string): ObservedLimits | undefined {
    const observed = this.#observed.get(host);
    return observed !== undefined && observed.expiresAt > this.#clock.now() ? observed : undefined;
  }
}

function stricterLimits(policy: ExchangePolicy, restriction: Restriction): Partial<ExchangePolicy> {
  switch (restriction.kind) {
    case 'no-pipelining':
      return { pipelining: false };
    case 'no-tls':
      return { tls: false };
    case 'max-connections':
      return { maxConnections: atLeastOne(Math.min(policy.maxConnections, restriction.count)) };
    case 'recipients-per-transaction':
      return {
        recipientsPerTransaction: atLeastOne(Math.min(policy.recipientsPerTransaction, restriction.count)),
      };
    case 'refusals-per-session':
      return { refusalsPerSession: atLeastOne(Math.min(policy.refusalsPerSession, restriction.count)) };
  }
}

function atLeastOne(count: number): number {
  return Math.max(1, Math.floor(count));
}
