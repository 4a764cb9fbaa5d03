import { SingleFlight } from '../concurrency/single-flight.ts';
import { steadyNow } from '../concurrency/steady-time.ts';
import type { Clock } from '../ports/clock.ts';
import type { Dns, DnsAnswer } from '../ports/dns.ts';
import type { EgressOutage } from './egress-outage.ts';
import { resolvableName } from './known-names.ts';

export interface OutageDetectorDependencies {
  readonly clock: Clock;
  readonly dns: Dns;
  readonly egresses: readonly EgressOutage[];
  /** Hosts that exist, such as canaries: where names of the internet cannot be resolved, these can. Default none. */
  readonly knownHosts?: readonly string[];
}

/**
 * Distinguishes an outage on our side from one on theirs. It is ours if no resolver answers at all, if they deny every
 * name, or if no egress can reach any mail server.
 */
export class OutageDetector {
  readonly #dependencies: OutageDetectorDependencies;
  readonly #knownNamesFlight = new SingleFlight<boolean>();
  #resolvedAt = Number.NEGATIVE_INFINITY;
  #foundAt = Number.NEGATIVE_INFINITY;

  constructor(dependencies: OutageDetectorDependencies) {
    this.#dependencies = dependencies;
  }

  /** True if no egress seems to reach any exchange. Also true while the canaries have not answered yet. */
  get connectionsFail(): boolean {
    return this.#dependencies.egresses.every((egress) => egress.isResting || egress.connectionsFail);
  }

  /** Returns whether exchanges can be reached through an egress. Rejects only with the signal's reason, or EngineClosed. */
  async checkConnections(signal: AbortSignal): Promise<boolean> {
    const working = this.#dependencies.egresses.filter((egress) => !egress.isResting);
    const checks = working.map((egress) => egress.checkConnections(signal));
    return (await Promise.all(checks)).some(Boolean);
  }

  /**
   * Records an answer to a DNS query, a denial only if it was confirmed: it proves that resolving worked when it arrived.
   * `arrivedAt`: by the steady reading of the clock, in milliseconds.
   */
  recordAnswer(answer: DnsAnswer<unknown>, arrivedAt: number): void {
    if (answer.kind === 'failure' && (answer.reason === 'timeout' || answer.reason === 'unreachable')) return;
    this.#resolvedAt = Math.max(this.#resolvedAt, arrivedAt);
    if (answer.kind === 'records') this.#foundAt = Math.max(this.#foundAt, arrivedAt);
  }

  /** Returns whether a resolver has answered anything since then, by the steady reading of the clock. */
  resolvedSince(at: number): boolean {
    return this.#resolvedAt >= at;
  }

  /** Asks the resolvers for names that exist, and records whether they answer. Rejects only with the signal's reason. */
  async askResolvers(signal: AbortSignal): Promise<void> {
    await this.#denyKnownNames(signal);
  }

  /**
   * Returns whether the answer that a name does not exist may be believed: since it was asked for, the resolvers have
   * found another one, or they find names that exist when asked now. Rejects only with the signal's reason.
   */
  async confirmDenial(askedAt: number, signal: AbortSignal): Promise<boolean> {
    return this.#foundAt >= askedAt || !(await this.#denyKnownNames(signal));
  }

  /** Asks for names that exist until one is not denied, and records the answer. Returns whether all are denied. */
  #denyKnownNames(signal: AbortSignal): Promise<boolean> {
    return this.#knownNamesFlight.run('known names', signal, async (inner) => {
      const { dns, clock, knownHosts = [] } = this.#dependencies;
      for (const name of [resolvableName, ...knownHosts]) {
        const answer = await dns.a(name, { signal: inner });
        if (answer.kind === 'no-domain' || answer.kind === 'no-data') continue;
        this.recordAnswer(answer, steadyNow(clock));
        return false;
      }
      return true;
    });
  }
}
