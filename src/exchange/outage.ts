import { getDomain } from 'tldts';
import { SingleFlight } from '../concurrency/single-flight.ts';
import type { Clock, Dns, DnsAnswer } from '../ports.ts';
import { providerOf } from './provider.ts';

/** So many providers must be out of reach, and nobody within it, before the fault is taken to be ours. */
const providersSuspected = 3;
/** An answer from any resolver shows for this long that resolving works. */
const proofLastsMs = 30_000;
/** A name that every resolver can answer for, if only with "no such name". */
const canary = 'a.root-servers.net';

/**
 * Tells our own outage from theirs: no resolver answers anything, or no exchange of several providers can be
 * reached and none has been reached meanwhile (port 25 closed to us).
 */
export class OutageWatch {
  readonly #clock: Clock;
  readonly #dns: Dns;
  readonly #unreached = new Set<string>();
  readonly #canaryFlight = new SingleFlight<boolean>();
  #resolvedAt = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock, dns: Dns) {
    this.#clock = clock;
    this.#dns = dns;
  }

  /** An exchange accepted a connection. */
  reached(): void {
    this.#unreached.clear();
  }

  /** An exchange could not be connected to, though its address was known. */
  missed(host: string): void {
    if (this.#unreached.size < 100) this.#unreached.add(providerKey(host));
  }

  get cannotConnect(): boolean {
    return this.#unreached.size >= providersSuspected;
  }

  /** A resolver was asked; any answer at all shows that resolving works. */
  noteAnswer(answer: DnsAnswer<unknown>): void {
    if (!isSilence(answer)) this.#resolvedAt = this.#clock.now();
  }

  /** False where nothing was heard from any resolver lately. */
  get resolvesLately(): boolean {
    return this.#clock.now() - this.#resolvedAt < proofLastsMs;
  }

  /**
   * Makes sure that by the time an answer fails to come it is known whose fault that is. Silence of one domain's
   * name servers looks like our own; a question that always has an answer tells them apart.
   */
  watchResolvers(signal: AbortSignal): void {
    this.cannotResolve(signal).catch(() => {});
  }

  /** Asks for a name that always has an answer, if none came lately. Rejects only with the signal's reason. */
  async cannotResolve(signal: AbortSignal): Promise<boolean> {
    if (this.resolvesLately) return false;
    return this.#canaryFlight.run('canary', signal, async (inner) => {
      const answer = await this.#dns.a(canary, { signal: inner });
      this.noteAnswer(answer);
      return isSilence(answer);
    });
  }
}

function isSilence(answer: DnsAnswer<unknown>): boolean {
  return answer.kind === 'failure' && (answer.reason === 'timeout' || answer.reason === 'unreachable');
}

function providerKey(host: string): string {
  return providerOf(host)?.id ?? getDomain(host) ?? host;
}
