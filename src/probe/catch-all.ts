import { boundedMap } from '../bounded-map.ts';
import { SingleFlight } from '../concurrency/single-flight.ts';
import type { Cache, Clock, Random } from '../ports.ts';
import type { Meaning } from './reply/reading.ts';
import type { ProbeAnswer } from './session/ask.ts';

/** A domain's ways do not change from hour to hour; a control that told nothing is tried again sooner. */
const factMs = 86_400_000;
const undeterminedMs = 900_000;

interface Fact {
  readonly catchAll: boolean | null;
  readonly expiresAt: number;
}

/**
 * Whether domains accept mail for any local part. Refused real recipients settle "no" for nothing; otherwise one
 * control recipient is asked about per domain and day. A control that is put off or errs proves nothing: null.
 */
export class CatchAllFacts {
  readonly #cache: Cache;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #facts = boundedMap<string, Fact>(100_000);
  readonly #flights = new SingleFlight<boolean | null>();

  constructor(options: { cache: Cache; clock: Clock; random: Random }) {
    this.#cache = options.cache;
    this.#clock = options.clock;
    this.#random = options.random;
  }

  /** A recipient of the domain was refused because there is no such mailbox. */
  refuted(domain: string): void {
    if (this.#recent(domain)?.catchAll === false) return;
    // Losing it costs one control recipient, so nobody waits for it.
    this.#keep(domain, false).catch(() => {});
  }

  /**
   * The fact as known, or established now by `askControl`, given an address that nobody has. Rejects with the
   * signal's reason, or where the cache or the probe fails.
   */
  async determine(
    domain: string,
    signal: AbortSignal,
    askControl: (address: string, signal: AbortSignal) => Promise<ProbeAnswer>,
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
      const answer = await askControl(`${this.#controlLocalPart()}@${domain}`, inner);
      // A real recipient may have been refused meanwhile.
      const refuted = this.#recent(domain)?.catchAll === false;
      const catchAll = refuted ? false : whatControlTells(answer);
      await this.#keep(domain, catchAll);
      return catchAll;
    });
  }

  #recent(domain: string): Fact | undefined {
    const fact = this.#facts.get(domain);
    return fact !== undefined && fact.expiresAt > this.#clock.now() ? fact : undefined;
  }

  async #keep(domain: string, catchAll: boolean | null): Promise<void> {
    const expiresAt = this.#clock.now() + (catchAll === null ? undeterminedMs : factMs);
    this.#facts.set(domain, { catchAll, expiresAt });
    if (catchAll !== null)
      await this.#cache.set(keyOf(domain), { value: catchAll ? 'yes' : 'no', expiresAt });
  }

  /** Long enough to be nobody's: 20 characters, about 100 bits. */
  #controlLocalPart(): string {
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

function whatControlTells(answer: ProbeAnswer): boolean | null {
  if (answer.kind !== 'reply' || answer.stage !== 'rcpt') return null;
  if (answer.reading.meaning === 'accepted') return true;
  return refusals.has(answer.reading.meaning) ? false : null;
}
