import { boundedMap } from '../bounded-map.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import { InvalidArgument } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { PaceBounds } from './pace/pace.ts';
import { providerOf, providerWithId } from './provider.ts';
import { type ConnectionBounds, type Provider, unknownExchangeBounds } from './providers.ts';

export interface ExchangePolicy {
  /** By what connections are counted: `provider:…` if a provider limits all its hosts together, else `host:…`. */
  readonly countedAs: string;
  readonly connections: PaceBounds;
  /** New connections of one egress within any minute. Undefined: any number. */
  readonly newConnectionsPerMinute: number | undefined;
  readonly pipelining: boolean;
  readonly tls: boolean;
  readonly recipientsPerTransaction: number;
  readonly recipientsPerSession: number;
  /** The session ends after this many refusals, before the server's own limit: Postfix slows down at 10. */
  readonly refusalsPerSession: number;
  /** The session ends after this many RSETs: Exim hangs up at the twelfth by default (smtp_accept_max_nonmail). */
  readonly resetsPerSession: number;
}

/** Limits on sessions with exchanges. They apply to every exchange that has no stricter limit of its own. */
export interface PolicyOptions {
  /**
   * `'adaptive'` (default): the connections of an egress to each exchange or provider begin with a few, become more while
   * the server serves them all, and fewer at the first sign of a limit. `'fixed'`: their number is always the same, but
   * for an hour after the server has refused so many.
   */
  pace?: 'adaptive' | 'fixed' | undefined;
  /**
   * Concurrent connections of an egress to one exchange: exactly so many, whatever the pace. Default: 2, and with an
   * adaptive pace up to 4. Some providers have limits of their own instead.
   */
  connectionsPerExchange?: number | undefined;
  /**
   * Concurrent connections of an egress to all exchanges of a provider, by provider id: exactly so many, whatever the
   * pace. Such as `{ gmail: 5, 'microsoft-365': 5 }`.
   */
  connectionsPerProvider?: Readonly<Record<string, number>> | undefined;
  /** How sessions are used. Not stable: any version may add, rename or drop what is in it. */
  tuning?: SessionTuning | undefined;
}

export interface SessionTuning {
  /** RCPT commands in one transaction. Default 10; always 1 at Google, Microsoft and Yahoo. */
  recipientsPerTransaction?: number | undefined;
  /** Recipients after which a session ends with QUIT. Default 50. */
  recipientsPerSession?: number | undefined;
  /** Refusals after which a session ends. Default 8. */
  refusalsPerSession?: number | undefined;
  /** Milliseconds for which an idle session stays open for the next address. Default 1,000. */
  sessionIdleMs?: number | undefined;
}

/**
 * What an exchange has shown of itself: something that it lacks or limits, whoever asks. It only ever makes its policy
 * stricter. What it allows one egress is decided by `Gates`.
 */
export type LearnedLimit = Partial<
  Pick<
    ExchangePolicy,
    'pipelining' | 'tls' | 'recipientsPerTransaction' | 'refusalsPerSession' | 'resetsPerSession'
  >
>;

const learnedMs = 3_600_000;

/** What is known of one host. What it has shown of itself is forgotten one hour after its first limit was learned. */
export class KnownHost {
  readonly #clock: Clock;
  readonly #base: ExchangePolicy;
  #policy: ExchangePolicy;
  expiresAt: number;
  /** It has answered a group of pipelined commands. */
  answersGroups = false;
  /** How many recipients a session had refused when it last began to complain about those that do not exist. */
  refusalsAtComplaint: number | undefined;

  constructor(clock: Clock, base: ExchangePolicy) {
    this.#clock = clock;
    this.#base = base;
    this.#policy = base;
    this.expiresAt = steadyNow(clock) + learnedMs;
  }

  get policy(): ExchangePolicy {
    return this.#policy;
  }

  learn(limit: LearnedLimit): void {
    if (this.#policy === this.#base) this.expiresAt = steadyNow(this.#clock) + learnedMs;
    this.#policy = stricter(this.#policy, limit);
  }
}

export const usualResetsPerSession = 10;

/**
 * The policy of each exchange: the defaults, the limits of its provider, and what was learned in the last hour. Shared by
 * all egresses.
 */
export class ExchangePolicies {
  readonly #clock: Clock;
  readonly #options: PolicyOptions;
  /** Connections of one egress to an exchange that has no limit of its own. */
  readonly usualConnections: PaceBounds;
  readonly #hosts = boundedMap<string, KnownHost>(20_000);

  /** Throws InvalidArgument. */
  constructor(clock: Clock, options: PolicyOptions = {}) {
    const { connectionsPerExchange, connectionsPerProvider = {} } = options;
    const unknown = Object.keys(connectionsPerProvider).find((id) => providerWithId(id) === undefined);
    if (unknown !== undefined)
      throw new InvalidArgument(
        'connectionsPerProvider',
        `There is no provider with the id ${unknown}. Use ids such as gmail, google-workspace or microsoft-365.`,
      );
    this.#clock = clock;
    this.#options = options;
    this.usualConnections =
      connectionsPerExchange === undefined
        ? this.#boundsOf(unknownExchangeBounds)
        : exactly(connectionsPerExchange);
  }

  policyFor(host: string): ExchangePolicy {
    return this.knownOf(host).policy;
  }

  knownOf(host: string): KnownHost {
    const known = this.#hosts.get(host);
    if (known !== undefined && known.expiresAt > steadyNow(this.#clock)) return known;
    const created = new KnownHost(this.#clock, this.#createBasePolicy(host));
    this.#hosts.set(host, created);
    return created;
  }

  /** Returns the connections of one egress to what connections are counted by: `host:…` or `provider:…`. */
  connectionsCountedAs(countedAs: string): PaceBounds {
    const [kind, id = ''] = countedAs.split(':');
    return (kind === 'provider' && this.#providerBounds(providerWithId(id))) || this.usualConnections;
  }

  /** Returns what a provider allows all of its hosts together. Undefined if it is limited by host. */
  #providerBounds(provider: Provider | undefined): PaceBounds | undefined {
    if (provider === undefined) return undefined;
    const own = this.#options.connectionsPerProvider?.[provider.id];
    if (own !== undefined) return exactly(own);
    return provider.connections && this.#boundsOf(provider.connections);
  }

  #boundsOf(bounds: ConnectionBounds): PaceBounds {
    return this.#options.pace === 'fixed' ? exactly(bounds.fixed) : bounds;
  }

  #createBasePolicy(host: string): ExchangePolicy {
    const provider = providerOf(host);
    const ofProvider = this.#providerBounds(provider);
    const {
      recipientsPerTransaction = 10,
      recipientsPerSession = 50,
      refusalsPerSession = 8,
    } = this.#options.tuning ?? {};
    return {
      countedAs: provider && ofProvider ? `provider:${provider.id}` : `host:${host}`,
      connections: ofProvider ?? this.usualConnections,
      newConnectionsPerMinute: provider?.connections?.newPerMinute,
      pipelining: true,
      tls: true,
      recipientsPerTransaction: Math.min(
        provider?.recipientsPerTransaction ?? recipientsPerTransaction,
        recipientsPerTransaction,
      ),
      recipientsPerSession: Math.min(
        provider?.recipientsPerSession ?? recipientsPerSession,
        recipientsPerSession,
      ),
      refusalsPerSession,
      // Servers that take one recipient a transaction need one RSET each, and do not count them.
      resetsPerSession:
        provider?.recipientsPerTransaction === 1 ? Number.POSITIVE_INFINITY : usualResetsPerSession,
    };
  }

  learn(host: string, limit: LearnedLimit): void {
    this.knownOf(host).learn(limit);
  }
}

/** Returns the stricter of both in each respect. A limit on a number that a server gave leaves at least one. */
function stricter(policy: ExchangePolicy, limit: LearnedLimit): ExchangePolicy {
  const least = (own: number, learned = own) => Math.max(1, Math.min(own, Math.floor(learned)));
  return {
    ...policy,
    pipelining: policy.pipelining && limit.pipelining !== false,
    tls: policy.tls && limit.tls !== false,
    recipientsPerTransaction: least(policy.recipientsPerTransaction, limit.recipientsPerTransaction),
    refusalsPerSession: least(policy.refusalsPerSession, limit.refusalsPerSession),
    resetsPerSession: least(policy.resetsPerSession, limit.resetsPerSession),
  };
}

function exactly(connections: number): PaceBounds {
  return { start: connections, ceiling: connections };
}
