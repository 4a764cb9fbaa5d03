import { boundedMap } from '../bounded-map.ts';
import type { Clock } from '../ports.ts';
import { providerOf } from './provider.ts';

/** How to behave towards one exchange. */
export interface ExchangePolicy {
  /** What connections are counted by: the provider, where it limits its hosts together, else the host. */
  readonly pacingKey: string;
  readonly maxConnections: number;
  readonly pipelining: boolean;
  readonly tls: boolean;
  readonly recipientsPerTransaction: number;
  /** After so many recipients a session ends with QUIT. */
  readonly recipientsPerSession: number;
  /** After so many refusals a session ends, before the server's own limit (Postfix slows at 10). */
  readonly refusalsPerSession: number;
}

/** What a host may set for all exchanges. */
export interface PolicyOptions {
  /** Connections towards one exchange at a time. Default 2. */
  connectionsPerExchange?: number;
  /** Default 10; one at Google, Microsoft and Yahoo whatever is set here. */
  recipientsPerTransaction?: number;
  /** Default 50. */
  recipientsPerSession?: number;
  /** Default 8. */
  refusalsPerSession?: number;
}

/** What an exchange has taught us; each can only make us more careful. */
export type Lesson =
  | { readonly kind: 'no-pipelining' }
  | { readonly kind: 'no-tls' }
  | { readonly kind: 'max-connections'; readonly count: number }
  | { readonly kind: 'recipients-per-transaction'; readonly count: number }
  | { readonly kind: 'refusals-per-session'; readonly count: number };

interface Learned {
  policy: Partial<ExchangePolicy>;
  readonly forgottenAt: number;
}

const lessonsLastMs = 3_600_000;

/** The policy of each exchange: defaults, what its provider wants, and what it taught us within the last hour. */
export class ExchangePolicies {
  readonly #clock: Clock;
  readonly #defaults: Required<PolicyOptions>;
  readonly #standing = boundedMap<string, ExchangePolicy>(20_000);
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

  of(host: string): ExchangePolicy {
    const learned = this.#recent(host);
    const standing = this.#standing.get(host) ?? this.#stand(host);
    return learned === undefined ? standing : { ...standing, ...learned.policy };
  }

  /** What holds for a host before it taught us anything. */
  #stand(host: string): ExchangePolicy {
    const provider = providerOf(host);
    const ownLimit = provider?.maxConnections;
    const policy: ExchangePolicy = {
      pacingKey:
        provider !== undefined && ownLimit !== undefined ? `provider:${provider.id}` : `host:${host}`,
      maxConnections: ownLimit ?? this.#defaults.connectionsPerExchange,
      pipelining: true,
      tls: true,
      recipientsPerTransaction: Math.min(
        provider?.recipientsPerTransaction ?? Number.POSITIVE_INFINITY,
        this.#defaults.recipientsPerTransaction,
      ),
      recipientsPerSession: this.#defaults.recipientsPerSession,
      refusalsPerSession: this.#defaults.refusalsPerSession,
    };
    this.#standing.set(host, policy);
    return policy;
  }

  learn(host: string, lesson: Lesson): void {
    const policy = this.of(host);
    const learned = this.#recent(host) ?? {
      policy: {},
      forgottenAt: this.#clock.now() + lessonsLastMs,
    };
    learned.policy = { ...learned.policy, ...taught(policy, lesson) };
    this.#learned.set(host, learned);
  }

  #recent(host: string): Learned | undefined {
    const learned = this.#learned.get(host);
    return learned !== undefined && learned.forgottenAt > this.#clock.now() ? learned : undefined;
  }
}

function taught(policy: ExchangePolicy, lesson: Lesson): Partial<ExchangePolicy> {
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
