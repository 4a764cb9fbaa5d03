import { boundedMap } from '../../bounded-map.ts';
import { type AcquireOptions, type Permit, Semaphore } from '../../concurrency/semaphore.ts';
import { steadyNow } from '../../concurrency/steady-time.ts';
import type { Clock } from '../../ports/clock.ts';

/** How long an answer about a recipient shows that the egress is welcome. */
const welcomeMs = 3_600_000;
/** After this many block replies in a row, whatever the recipients, the egress counts as blocked. */
const blocksBeforePause = 3;

/**
 * How one egress stands with an exchange, or with all exchanges of a provider. Until one has answered about a recipient
 * without a block, the egress opens few connections there: so a block costs few.
 */
export class ExchangeStanding {
  readonly #clock: Clock;
  readonly #trialConnections: number;
  readonly #trials: Semaphore | undefined;
  #welcomeUntil = 0;
  #blocksInARow = 0;
  /** What those who hold a trial do to give it up. */
  readonly #holders = new Set<() => boolean>();

  /** `trialConnections`: how many it has until then. Infinity: any number. */
  constructor(clock: Clock, trialConnections: number) {
    this.#clock = clock;
    this.#trialConnections = trialConnections;
    this.#trials = Number.isFinite(trialConnections) ? new Semaphore(trialConnections) : undefined;
  }

  /**
   * Waits for the right to try a connection. Undefined if none is needed, because the egress is welcome. `giveUp` is called
   * when a single request waits for a trial: it releases this one if the connection is still waited for as bulk work does.
   * Returns false if it does not.
   */
  async acquireTrial(options: AcquireOptions, giveUp: () => boolean): Promise<Permit | undefined> {
    if (this.#trials === undefined || this.isWelcome) return undefined;
    const acquired = this.#trials.acquire(options);
    if (options.share?.kind !== 'bulk' && this.#trials.contended) this.#askForOne();
    const permit = await acquired;
    if (this.isWelcome) {
      permit.release();
      return undefined;
    }
    this.#holders.add(giveUp);
    return {
      release: () => {
        this.#holders.delete(giveUp);
        permit.release();
      },
    };
  }

  #askForOne(): void {
    for (const giveUp of this.#holders) if (giveUp()) return;
  }

  /** Records a reply about a recipient. True if the egress counts as blocked. */
  recordReply(blocked: boolean): boolean {
    if (!blocked) this.#welcomeUntil = steadyNow(this.#clock) + welcomeMs;
    if (!blocked && this.#blocksInARow === 0) return false;
    this.#blocksInARow = blocked ? this.#blocksInARow + 1 : 0;
    // A trial that was blocked is used up: no other connection takes its place.
    if (this.#trials !== undefined)
      this.#trials.permits = Math.max(1, this.#trialConnections - this.#blocksInARow);
    return this.#blocksInARow >= blocksBeforePause;
  }

  /** Records that the egress stays away for a while. It then begins anew. */
  recordBlock(): void {
    this.#welcomeUntil = 0;
  }

  /** True if a server has answered about a recipient within the last hour, without a block since. */
  get isWelcome(): boolean {
    return this.#welcomeUntil > steadyNow(this.#clock);
  }
}

/** The standing of one egress with each exchange or provider. */
export class ExchangeStandings {
  readonly #clock: Clock;
  readonly #trialConnections: number;
  readonly #standings = boundedMap<string, ExchangeStanding>(20_000);

  constructor(clock: Clock, trialConnections: number) {
    this.#clock = clock;
    this.#trialConnections = trialConnections;
  }

  /** Returns the standing with what connections are counted as: `host:…` or `provider:…`. */
  standingWith(countedAs: string): ExchangeStanding {
    const known = this.#standings.get(countedAs);
    if (known !== undefined) return known;
    const standing = new ExchangeStanding(this.#clock, this.#trialConnections);
    this.#standings.set(countedAs, standing);
    return standing;
  }
}
