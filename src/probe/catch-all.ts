import { boundedMap } from '../bounded-map.ts';
import { SingleFlight } from '../concurrency/single-flight.ts';
import type { Cache, Clock, Random } from '../ports.ts';
import type { Meaning } from './reply/meanings.ts';
import type { ProbeAnswer, Recipient } from './session/probe-request.ts';

/** How long a fact is reused. A catch-all probe without a conclusive answer is repeated sooner. */
const provenMs = 86_400_000;
const undeterminedMs = 900_000;

interface CatchAllFact {
  readonly catchAll: boolean | null;
  readonly expiresAt: number;
}

/**
 * Finds out whether domains accept mail for any local part. The refusal of a real recipient proves that a domain is
 * no catch-all; otherwise one catch-all probe is sent per domain and day. A probe that is deferred or fails proves
 * nothing: null.
 */
export class CatchAllDetector {
  readonly #cache: Cache;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #facts = boundedMap<string, CatchAllFact>(100_000);
  readonly #flights = new SingleFlight<boolean | null>();

  constructor(dependencies: { cache: Cache; clock: Clock; random: Random }) {
    this.#cache = dependencies.cache;
    this.#clock = dependencies.clock;
    this.#random = dependencies.random;
  }

  /** Records that the recipient's domain is no catch-all, if the answer says that the mailbox does not exist. */
  recordAnswer({ address }: Recipient, answer: ProbeAnswer): void {
    if (!refutesCatchAll(answer)) return;
    const domain = address.slice(address.lastIndexOf('@') + 1);
    if (this.#recent(domain)?.catchAll === false) return;
    // A lost write costs one more catch-all probe, so nothing waits for it.
    this.#keep(domain, false).catch(() => {});
  }

  /**
   * Returns the cached fact, or finds it out with `askProbe`, which is called with an address that does not exist.
   * Null if the answer proved nothing. Rejects with the signal's reason, or if the cache or the probe fails.
   */
  async determine(
    domain: string,
    signal: AbortSignal,
    askProbe: (address: string, signal: AbortSignal) => Promise<ProbeAnswer>,
  ): Promise<boolean | null> {
    const known = this.#recent(domain);
    if (known !== undefined) return known.catchAll;
    return this.#flights.run(domain, signal, async (inner) => {
      const stored = await this.#cache.get(keyOf(domain));
      if (stored !== undefined) {
        const fact = { catchAll: stored.value === 'yes', expiresAt: stored.expiresAt };
        this.#facts.set(domain, fact);
        return fact.catchAll;
      }
      const answer = await askProbe(`${this.#probeLocalPart()}@${domain}`, inner);
      // A real recipient may have been refused in the meantime.
      const refuted = this.#recent(domain)?.catchAll === false;
      const catchAll = refuted ? false : catchAllShownBy(answer);
      await this.#keep(domain, catchAll);
      return catchAll;
    });
  }

  #recent(domain: string): CatchAllFact | undefined {
    const fact = this.#facts.get(domain);
    return fact !== undefined && fact.expiresAt > this.#clock.now() ? fact : undefined;
  }

  async #keep(domain: string, catchAll: boolean | null): Promise<void> {
    const expiresAt = this.#clock.now() + (catchAll === null ? undeterminedMs : provenMs);
    this.#facts.set(domain, { catchAll, expiresAt });
    if (catchAll !== null)
      await this.#cache.set(keyOf(domain), { value: catchAll ? 'yes' : 'no', expiresAt });
  }

  /** A random local part that cannot exist: 20 characters, about 100 bits. */
  #probeLocalPart(): string {
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const alphabet = `${letters}0123456789`;
    let localPart = letters.charAt(Math.floor(this.#random.next() * letters.length));
    while (localPart.length < 20) {
      localPart += alphabet.charAt(Math.floor(this.#random.next() * alphabet.length));
    }
    return localPart;
  }
}

function keyOf(domain: string): string {
  return `catch-all:${domain}`;
}

const refusals: ReadonlySet<Meaning> = new Set(['mailbox-not-found', 'mailbox-disabled']);

/** An unexplained refusal is not enough: it may be the policy of the server. */
function refutesCatchAll(answer: ProbeAnswer): boolean {
  return (
    answer.kind === 'reply' &&
    answer.classification.meaning === 'mailbox-not-found' &&
    answer.classification.certainty === 'explicit'
  );
}

function catchAllShownBy(answer: ProbeAnswer): boolean | null {
  if (answer.kind !== 'reply' || answer.stage !== 'rcpt') return null;
  if (answer.classification.meaning === 'accepted') return true;
  return refusals.has(answer.classification.meaning) ? false : null;
}
