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
}

/**
 * Distinguishes an outage on our side from one on theirs. It is ours if no resolver answers at all, or if no egress can
 * reach any mail server.
 */
export class OutageDetector {
  readonly #dependencies: OutageDetectorDependencies;
  readonly #resolverFlight = new SingleFlight<void>();
  #resolvedAt = Number.NEGATIVE_INFINITY;

  constructor(dependencies: OutageDetectorDependencies) {
    this.#dependencies = dependencies;
  }

  /**
   * True if no exchange of any provider seems to be reachable through any egress. Also true while the canaries have not
   * answered yet.
   */
  get connectionsFail(): boolean {
    return this.#dependencies.egresses.every((egress) => egress.isResting || egress.connectionsFail);
  }

  /** Returns whether exchanges can be reached through an egress. Rejects only with the signal's reason, or EngineClosed. */
  async checkConnections(signal: AbortSignal): Promise<boolean> {
    const working = this.#dependencies.egresses.filter((egress) => !egress.isResting);
    const checks = working.map((egress) => egress.checkConnections(signal));
    return (await Promise.all(checks)).some(Boolean);
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
}

function isSilence(answer: DnsAnswer<unknown>): boolean {
  return answer.kind === 'failure' && (answer.reason === 'timeout' || answer.reason === 'unreachable');
}
