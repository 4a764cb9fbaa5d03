import { boundedMap } from '../../bounded-map.ts';
import { steadyNow } from '../../concurrency/steady-time.ts';
import type { Clock } from '../../ports/clock.ts';

/** How long a suspicion lasts that nothing has settled. */
const suspicionMs = 3_600_000;
/** At most so many connections are opened meanwhile, one after another, to find out whether the egress is blocked. */
const checkingConnections = 3;
/** Of so many domains it is remembered that they have refused the egress. */
const maxSuspectDomains = 100;

/** Where the egress was refused: before the server knew whom we ask about, or then. */
export type SignStage = 'greeting' | 'recipient';

/**
 * The suspicion that an exchange or provider has begun to block an egress, after a single refusal that says so. It may also be
 * the policy of one domain, or a limit on connections. Until one of a few questions has shown that, other egresses are
 * preferred. It is never evidence about an address.
 */
export class BlockSuspicion {
  readonly stage: SignStage;
  readonly #clock: Clock;
  readonly #endsAt: number;
  readonly #domains = boundedMap<string, number>(maxSuspectDomains);
  #connections = 0;
  #questions = 0;

  constructor(clock: Clock, stage: SignStage) {
    this.#clock = clock;
    this.stage = stage;
    this.#endsAt = steadyNow(clock) + suspicionMs;
  }

  get isOver(): boolean {
    return steadyNow(this.#clock) >= this.#endsAt;
  }

  /** Records that recipients of this domain were refused. */
  addDomain(domain: string | undefined): void {
    if (domain !== undefined) this.#domains.set(domain, steadyNow(this.#clock));
  }

  /** Records connections that were opened meanwhile, or had not been greeted when it arose. */
  countConnections(connections: number): void {
    this.#connections += connections;
  }

  /** True if a question about a recipient of this domain may be asked to settle it. */
  allowsQuestionAbout(domain: string): boolean {
    const isFree = this.#questions === 0 && this.#connections < checkingConnections;
    return isFree && this.#domains.get(domain) === undefined;
  }

  /** Records that a question is asked. Returns what is to be called once it is answered. */
  beginQuestion(): () => void {
    this.#questions += 1;
    return () => {
      this.#questions -= 1;
    };
  }
}
