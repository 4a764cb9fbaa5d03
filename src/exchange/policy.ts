import { boundedMap } from '../bounded-map.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import type { Clock } from '../ports/clock.ts';
import { providerOf } from './provider.ts';

/** The limits and features to use with one exchange. */
export interface ExchangePolicy {
  /** By what connections are counted: `provider:…` if a provider limits all its hosts together, else `host:…`. */
  readonly countedAs: string;
  /** Concurrent connections of one egress. */
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

/** Limits on sessions with exchanges. They apply to every exchange that has no stricter limit of its own. */
export interface PolicyOptions {
  /** Concurrent connections of an egress to one exchange. Default 2. Some providers have limits of their own instead. */
  connectionsPerExchange?: number;
  /** RCPT commands in one transaction. Default 10; always 1 at Google, Microsoft and Yahoo. */
  recipientsPerTransaction?: number;
  /** Recipients after which a session ends with QUIT. Default 50. */
  recipientsPerSession?: number;
  /** Refusals after which a session ends. Default 8. */
  refusalsPerSession?: number;
}

/**
 * What an exchange taught us about itself: something that it lacks or limits, whoever asks. A lesson only ever makes its
 * policy stricter. What it allows one egress is in `EgressLimits`.
 */
export type Lesson =
  | { readonly kind: 'no-pipelining' }
  | { readonly kind: 'no-tls' }
  | { readonly kind: 'recipients-per-transaction'; readonly count: number }
  | { readonly kind: 'refusals-per-session'; readonly count: number };

/** What all lessons of one exchange change in its policy. */
interface Learned {
  policy: Partial<ExchangePolicy>;
  readonly expiresAt: number;
}

const lessonTtlMs = 3_600_000;

/**
 * The policy of each exchange: the defaults, the limits of its provider, and its lessons of the last hour. Shared by all
 * egresses.
 */
export class ExchangePolicies {
  readonly #clock: Clock;
  readonly #defaults: Required<PolicyOptions>;
  readonly #basePolicies = boundedMap<string, ExchangePolicy>(20_000);
  readonly #learned = boundedMap<string, Learned>(20_000);

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
    const learned = this.#recent(host);
    const base = this.#basePolicies.get(host) ?? this.#createBasePolicy(host);
    return learned === undefined ? base : { ...base, ...learned.policy };
  }

  /** Connections of one egress to an exchange that has no limit of its own. */
  get usualConnections(): number {
    return this.#defaults.connectionsPerExchange;
  }

  /** Creates the policy without lessons. */
  #createBasePolicy(host: string): ExchangePolicy {
    const provider = providerOf(host);
    const providerLimit = provider?.maxConnections;
    const policy: ExchangePolicy = {
      countedAs:
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
    const learned = this.#recent(host) ?? {
      policy: {},
      expiresAt: steadyNow(this.#clock) + lessonTtlMs,
    };
    learned.policy = { ...learned.policy, ...stricterPolicy(policy, lesson) };
    this.#learned.set(host, learned);
  }

  #recent(host: string): Learned | undefined {
    const learned = this.#learned.get(host);
    return learned !== undefined && learned.expiresAt > steadyNow(this.#clock) ? learned : undefined;
  }
}

function stricterPolicy(policy: ExchangePolicy, lesson: Lesson): Partial<ExchangePolicy> {
  switch (lesson.kind) {
    case 'no-pipelining':
      return { pipelining: false };
    case 'no-tls':
      return { tls: false };
    case 'recipients-per-transaction':
      return {
        recipientsPerTransaction: atLeastOne(Math.min(policy.recipientsPerTransaction, lesson.count)),
      };
    case 'refusals-per-session':
      return { refusalsPerSession: atLeastOne(Math.min(policy.refusalsPerSession, lesson.count)) };
  }
}

/** Returns a limit that a server gave, as one that can be used. */
export function atLeastOne(count: number): number {
  return Math.max(1, Math.floor(count));
}
