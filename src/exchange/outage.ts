import { getDomain } from 'tldts';
import { SingleFlight } from '../concurrency/single-flight.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import type { Clock, Dns, DnsAnswer } from '../ports.ts';
import { providerOf } from './provider.ts';

/** If this many providers are unreachable, and no connection has succeeded since, the outage counts as ours. */
const providersBeforeOutage = 3;
const maxRememberedProviders = 100;
/** An answer from any resolver proves for this long that resolving works. */
const resolverProofMs = 30_000;
/** A name that every resolver can answer for, if only with NXDOMAIN. */
const canaryName = 'a.root-servers.net';

/**
 * Distinguishes an outage on our side from one on theirs. It is ours if no resolver answers at all, or if exchanges of
 * several providers cannot be reached while no other accepts a connection, as when outgoing port 25 is blocked.
 */
export class OutageDetector {
  readonly #clock: Clock;
  readonly #dns: Dns;
  readonly #unreachableProviders = new Set<string>();
  readonly #canaryFlight = new SingleFlight<boolean>();
  #resolvedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, dns: Dns) {
    this.#clock = clock;
    this.#dns = dns;
  }

  /** Records that an exchange accepted a connection. */
  recordConnection(): void {
    this.#unreachableProviders.clear();
  }

  /** Records that no connection to an exchange could be made, although its address was known. */
  recordUnreachable(host: string): void {
    if (this.#unreachableProviders.size < maxRememberedProviders) {
      this.#unreachableProviders.add(providerKey(host));
    }
  }

  /** True if no exchange of any provider seems to be reachable from here. */
  get connectionsFail(): boolean {
    return this.#unreachableProviders.size >= providersBeforeOutage;
  }

  /** Records an answer to a DNS query. Any answer proves that resolving works; a time-out does not. */
  recordAnswer(answer: DnsAnswer<unknown>): void {
    if (!isSilence(answer)) this.#resolvedAt = steadyNow(this.#clock);
  }

  /** False if no resolver has answered anything in the last 30 seconds. */
  get resolvedRecently(): boolean {
    return steadyNow(this.#clock) - this.#resolvedAt < resolverProofMs;
  }

  /**
   * Starts `checkResolvers` without waiting for it. When a query then times out, it is already known whether the
   * resolvers are silent or only the name servers of one domain.
   */
  checkResolversInBackground(signal: AbortSignal): void {
    this.checkResolvers(signal).catch(() => {});
  }

  /**
   * Returns whether resolvers answer. Queries the canary name if none has answered recently. Rejects only with the
   * signal's reason.
   */
  async checkResolvers(signal: AbortSignal): Promise<boolean> {
    if (this.resolvedRecently) return true;
    return this.#canaryFlight.run('canary', signal, async (inner) => {
      const answer = await this.#dns.a(canaryName, { signal: inner });
      this.recordAnswer(answer);
      return !isSilence(answer);
    });
  }
}

function isSilence(answer: DnsAnswer<unknown>): boolean {
  return answer.kind === 'failure' && (answer.reason === 'timeout' || answer.reason === 'unreachable');
}

function providerKey(host: string): string {
  return providerOf(host)?.id ?? getDomain(host) ?? host;
}
