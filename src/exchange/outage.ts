import { getDomain } from 'tldts';
import { abortable } from '../concurrency/deadline.ts';
import { SingleFlight } from '../concurrency/single-flight.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import { EngineClosed } from '../errors.ts';
import type { Clock } from '../ports/clock.ts';
import type { Dns, DnsAnswer } from '../ports/dns.ts';
import type { SmtpTransport } from '../ports/smtp-transport.ts';
import { anyHostGreets } from './canary-check.ts';
import { providerOf } from './provider.ts';

export interface OutageDetectorDependencies {
  readonly clock: Clock;
  readonly dns: Dns;
  readonly smtp: SmtpTransport;
  /** Port of the exchanges. */
  readonly port: number;
  /** Exchanges that can practically always be reached. */
  readonly canaries: readonly string[];
}

/** If this many providers are unreachable, and no connection has succeeded since, the outage may be ours. */
const providersBeforeDoubt = 3;
const maxRememberedProviders = 100;
/** The canaries are connected to at most this often. Until then, the last result counts. */
const canaryIntervalMs = 60_000;
/** A name that every resolver can answer for, if only with NXDOMAIN. */
const resolvableName = 'a.root-servers.net';

/**
 * Distinguishes an outage on our side from one on theirs. It is ours if no resolver answers at all, or if exchanges of
 * several providers cannot be reached, no other has accepted a connection since, and no canary greets us either, as
 * when outgoing port 25 is blocked.
 */
export class OutageDetector {
  readonly #dependencies: OutageDetectorDependencies;
  readonly #unreachableProviders = new Set<string>();
  readonly #resolverFlight = new SingleFlight<void>();
  readonly #canaryFlight = new SingleFlight<boolean>();
  readonly #closing = new AbortController();
  #resolvedAt = Number.NEGATIVE_INFINITY;
  /** The last check of the canaries. */
  #canaries = { checkedAt: Number.NEGATIVE_INFINITY, greeted: false };

  constructor(dependencies: OutageDetectorDependencies) {
    this.#dependencies = dependencies;
  }

  /** Records that an exchange accepted a connection. */
  recordConnection(): void {
    this.#unreachableProviders.clear();
  }

  /**
   * Records that no connection to an exchange could be made, although its address was known. If that raises the doubt
   * whether we can reach any, asks the canaries, so that the answer is known before a caller's patience ends.
   */
  recordUnreachable(host: string): void {
    if (this.#unreachableProviders.size < maxRememberedProviders) {
      this.#unreachableProviders.add(providerKey(host));
    }
    if (this.#inDoubt) this.checkConnections(this.#closing.signal).catch(() => {});
  }

  /**
   * True if no exchange of any provider seems to be reachable from here. Also true while the canaries have not answered
   * yet.
   */
  get connectionsFail(): boolean {
    return this.#inDoubt && !(this.#canariesChecked && this.#canaries.greeted);
  }

  /**
   * Returns whether exchanges can be reached from here. In doubt, waits for the canaries; they are asked at most once a
   * minute. Rejects only with the signal's reason, or EngineClosed.
   */
  async checkConnections(signal: AbortSignal): Promise<boolean> {
    if (!this.#inDoubt) return true;
    if (this.#canariesChecked) return this.#canaries.greeted;
    // Ends only with the detector: a caller who leaves must not have the canaries asked again by the next one.
    const check = this.#canaryFlight.run('canaries', this.#closing.signal, () => this.#askCanaries());
    return abortable(check, signal);
  }

  /** Records an answer to a DNS query. Any answer proves that resolving works; a time-out does not. */
  recordAnswer(answer: DnsAnswer<unknown>): void {
    if (!isSilence(answer)) this.#resolvedAt = steadyNow(this.#dependencies.clock);
  }

  /** Returns whether a resolver has answered anything since then, by the steady reading of the clock. */
  resolvedSince(at: number): boolean {
    return this.#resolvedAt >= at;
  }

  /** Asks the resolvers for a name that always exists, and records the answer. Rejects only with the signal's reason. */
  async askResolvers(signal: AbortSignal): Promise<void> {
    await this.#resolverFlight.run('resolvers', signal, async (inner) => {
      this.recordAnswer(await this.#dependencies.dns.a(resolvableName, { signal: inner }));
    });
  }

  /** Ends the check of the canaries that may be under way. */
  close(): void {
    this.#closing.abort(new EngineClosed());
  }

  get #inDoubt(): boolean {
    return this.#unreachableProviders.size >= providersBeforeDoubt;
  }

  get #canariesChecked(): boolean {
    return steadyNow(this.#dependencies.clock) - this.#canaries.checkedAt < canaryIntervalMs;
  }

  async #askCanaries(): Promise<boolean> {
    const greeted = await anyHostGreets(
      this.#dependencies.canaries,
      this.#dependencies,
      this.#closing.signal,
    );
    this.#canaries = { checkedAt: steadyNow(this.#dependencies.clock), greeted };
    return greeted;
  }
}

function isSilence(answer: DnsAnswer<unknown>): boolean {
  return answer.kind === 'failure' && (answer.reason === 'timeout' || answer.reason === 'unreachable');
}

function providerKey(host: string): string {
  return providerOf(host)?.id ?? getDomain(host) ?? host;
}
