import { boundedMap } from '../bounded-map.ts';
import { SingleFlight } from '../concurrency/single-flight.ts';
import type { WorkShare } from '../concurrency/work-share.ts';
import type { Cache } from '../ports/cache.ts';
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';
import type { Meaning } from './reply/meanings.ts';
import type { ProbeAnswer, Recipient } from './session/probe-request.ts';

/** How long a proof is reused. If the catch-all probe proved nothing for long, it is repeated sooner. */
const provenMs = 86_400_000;
const undeterminedMs = 900_000;

/** The answer to a catch-all probe. */
export interface CatchAllAnswer {
  readonly answer: ProbeAnswer;
  /** False if it is that of a backup: one that accepts everybody may pass on to a server that does not. */
  readonly fromPreferred: boolean;
}

/** What is known of one domain: `catchAll` is null if the last catch-all probe proved nothing. */
interface KnownDomain {
  readonly catchAll: boolean | null;
  readonly expiresAt: number;
}

/**
 * Finds out whether domains accept mail for any local part. The refusal of a real recipient proves that a domain is
 * no catch-all; otherwise one catch-all probe is sent per domain and day. A probe that is deferred or fails proves
 * nothing: null. That a backup accepts the probe counts for a quarter of an hour, and in this process only.
 */
export class CatchAllDetector {
  readonly #cache: Cache;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #domains = boundedMap<string, KnownDomain>(100_000);
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
    // A lost write only costs another catch-all probe, so the caller does not wait for it.
    this.#remember(domain, false, true).catch(() => {});
  }

  /**
   * Returns whether a domain is a catch-all; null if its catch-all probe proved nothing. If that is not known yet,
   * sends the probe: calls `askProbe` with an address that does not exist. Callers share the probe, but a single request
   * does not wait for that of a job, which may be far back in the queue for a connection. Rejects with the signal's
   * reason, or if the cache or the probe fails.
   */
  async determine(
    domain: string,
    { signal, share }: { readonly signal: AbortSignal; readonly share: WorkShare },
    askProbe: (address: string, signal: AbortSignal) => Promise<CatchAllAnswer>,
  ): Promise<boolean | null> {
    const known = this.#recent(domain);
    if (known !== undefined) return known.catchAll;
    return this.#flights.run(`${share.kind} ${domain}`, signal, async (inner) => {
      const stored = await this.#cache.get(keyOf(domain));
      if (stored !== undefined) {
        const found = { catchAll: stored.value === 'yes', expiresAt: stored.expiresAt };
        this.#domains.set(domain, found);
        return found.catchAll;
      }
      const { answer, fromPreferred } = await askProbe(`${this.#randomLocalPart()}@${domain}`, inner);
      // A real recipient may have been refused in the meantime.
      const refuted = this.#recent(domain)?.catchAll === false;
      const catchAll = refuted ? false : catchAllShownBy(answer);
      await this.#remember(domain, catchAll, catchAll !== null && (fromPreferred || !catchAll));
      return catchAll;
    });
  }

  #recent(domain: string): KnownDomain | undefined {
    const known = this.#domains.get(domain);
    return known !== undefined && known.expiresAt > this.#clock.now() ? known : undefined;
  }

  async #remember(domain: string, catchAll: boolean | null, isProven: boolean): Promise<void> {
    const expiresAt = this.#clock.now() + (isProven ? provenMs : undeterminedMs);
    this.#domains.set(domain, { catchAll, expiresAt });
    if (isProven) await this.#cache.set(keyOf(domain), { value: catchAll ? 'yes' : 'no', expiresAt });
  }

  /** Returns a random local part that cannot exist: 20 characters, about 100 bits. */
  #randomLocalPart(): string {
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
